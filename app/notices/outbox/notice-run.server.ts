import type { Database } from '#base/db/db.server.ts';
import { LeasedSends } from '#base/process/leased-sends.server.ts';
import { dayAndTime } from '#base/text/days.ts';
import { isMuted } from '../muted-hours.ts';
import { type Fact, type NoticeCountry, type NoticeText, noticeText } from '../words/notice-text.server.ts';
import { composeNext, type NoticeSources } from './compose.server.ts';
import {
  type DueReceiver,
  leaseSeconds,
  readWaiting,
  type SendOutcome,
  settleReceiver,
} from './notice-store.server.ts';

/** What is sent to a receiver. */
interface NoticeMessage {
  /** Of the first notice that it settles. */
  readonly id: string;
  readonly fact: Fact;
  readonly text: NoticeText;
  /** The notice whose donation buttons act on; null: none. */
  readonly buttonsOf: string | null;
  /** It comes without a sound. */
  readonly isMuted: boolean;
}

/** How messages reach receivers of one kind. */
export interface NoticeWay<Due extends DueReceiver> {
  /** Milliseconds within which a message is sent and the result recorded. */
  readonly longestSend: number;
  /** The bot that waits as a whole where its service asks for it; null: only the receiver waits. */
  readonly botId: number | null;
  /** Seconds until the next try after each failure in a row; the last one stays. */
  readonly retryPauses: readonly number[];
  claim(most: number): Promise<readonly Due[]>;
  send(due: Due, message: NoticeMessage): Promise<SendOutcome>;
}

interface NoticeRunOptions extends NoticeSources {
  readonly db: Database;
  readonly country: NoticeCountry;
  /** Counts attempts. */
  tried(outcome: SendOutcome['kind']): void;
}

const atOnce = 30;

function isMutedNow({ mutedFrom: from, mutedUntil: until }: DueReceiver, timeZone: string): boolean {
  const [, time] = dayAndTime(timeZone, new Date());
  return from !== null && until !== null && isMuted({ from, until }, Number(time.slice(0, 2)));
}

async function deliver<Due extends DueReceiver>(
  options: NoticeRunOptions,
  way: NoticeWay<Due>,
  due: Due,
): Promise<void> {
  const { db, country, tried } = options;
  const { botId, retryPauses } = way;
  const composed = await composeNext(db, await readWaiting(db, due.id), options);
  const { fact = null, noticeIds = [], buttonsOf = null } = composed ?? {};
  let outcome: SendOutcome = { kind: 'refused' };
  if (fact !== null) {
    outcome = await way.send(due, {
      id: noticeIds[0] ?? due.id,
      fact,
      text: noticeText(fact, due.language, country),
      buttonsOf,
      isMuted: isMutedNow(due, country.timeZone),
    });
    tried(outcome.kind);
  }
  await db.transaction((tx) => settleReceiver(tx, due, { outcome, noticeIds, botId, retryPauses }));
}

/** Sends waiting notices to their receivers on one way. */
export function createNoticeRun<Due extends DueReceiver>(
  options: NoticeRunOptions,
  way: NoticeWay<Due>,
): LeasedSends<Due> {
  const { longestSend } = way;
  const lane = {
    atOnce,
    claim: (most: number) => way.claim(most),
    send: (due: Due) => deliver(options, way, due),
  };
  return new LeasedSends([lane], { leaseSeconds, longestSend });
}

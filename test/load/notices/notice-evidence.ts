import { countryOf } from '#app/country.ts';
import { noticeHtml } from '#app/notices/telegram/notice-html.server.ts';
import { noticeText } from '#app/notices/words/notice-text.server.ts';
import type { Database } from '#base/db/db.server.ts';
import { minor } from '#base/money/money.ts';
import type { Locale } from '#base/text/locales.ts';
import type { Delivery, TelegramDoors } from './telegram-doors.ts';

/** A paid donation, named so that messages show which one it is. */
export interface PaidRow extends Record<string, unknown> {
  readonly id: string;
  readonly name: string;
  readonly amount: string;
  readonly message: string;
  readonly paidAt: Date;
}

/** A chat, and whether its messages come without a sound. */
export interface Chat {
  readonly chatId: number;
  readonly projectId: string;
  readonly language: Locale;
  readonly isMuted: boolean;
}

/** What was found in all chats; the names of faults are those of the table. */
export interface Findings {
  readonly lost: string[];
  readonly doubled: string[];
  readonly outOfOrder: string[];
  readonly wrongTexts: string[];
  readonly wrongSounds: string[];
  /** Donations that came again because Telegram had taken a message whose answer was lost. */
  readonly again: string[];
  /** Messages whose answer no server can have recorded. */
  unrecorded: number;
  /** How many donations each message has joined. */
  readonly joined: number[];
  /** When each donation came first. */
  readonly cameAt: Map<string, number>;
}

/** Before the first chat is judged. */
export const noFindings = (): Findings => ({
  lost: [],
  doubled: [],
  outOfOrder: [],
  wrongTexts: [],
  wrongSounds: [],
  again: [],
  unrecorded: 0,
  joined: [],
  cameAt: new Map(),
});

/** A name by which messages show which donation they are about. */
export const donorName = (index: number) => `Донор ${index}`;

const country = countryOf('uz');

function textOf(paid: readonly PaidRow[], language: Locale): string {
  const donations = paid.map(({ name, amount, message }) => ({
    name,
    amount: minor(Number(amount)),
    whole: null,
    message,
  }));
  const [only] = donations;
  const fact =
    only !== undefined && donations.length === 1
      ? ({ kind: 'donation', donation: only } as const)
      : ({ kind: 'donations', donations } as const);
  return noticeHtml(noticeText(fact, language, country));
}

/** The donations of a project in the order in which they were paid. */
export async function readPaid(db: Database, projectId: string): Promise<PaidRow[]> {
  const sql = `select id, name, amount::text, message, paid_at as "paidAt" from donation
    where project_id = $1 and number is not null order by paid_at`;
  return (await db.pool.query<PaidRow>(sql, [projectId])).rows;
}

/** The donations that a message says it is about: from the first one that it names, as many as it counts. */
function saidBy(delivery: Delivery, paid: readonly PaidRow[], language: Locale) {
  const [named] = /Донор \d+/.exec(delivery.text) ?? [];
  const from = paid.findIndex(({ name }) => name === named);
  if (from < 0) return null;
  const isSingle = delivery.text === textOf(paid.slice(from, from + 1), language);
  const count = isSingle ? 1 : Number(/^<b>(\d+)/.exec(delivery.text)?.[1] ?? 1);
  const until = Math.min(paid.length, from + count);
  return { from, until, isRight: delivery.text === textOf(paid.slice(from, until), language) };
}

/** Compares what came to a chat with what was paid, message by message. */
export function judgeChat(
  { language, isMuted }: Chat,
  paid: readonly PaidRow[],
  deliveries: readonly Delivery[],
  found: Findings,
): void {
  const came = paid.map(() => 0);
  let next = 0;
  let before: { readonly from: number; readonly isUnrecorded: boolean } | null = null;
  for (const delivery of deliveries) {
    if (delivery.isSilent !== isMuted) found.wrongSounds.push(delivery.text);
    const said = saidBy(delivery, paid, language);
    if (said === null || !said.isRight) found.wrongTexts.push(delivery.text);
    if (said === null) continue;
    const { from, until } = said;
    const isUnrecorded = delivery.isUnrecorded || delivery.answeredAt === null;
    const mayRepeat = before?.isUnrecorded === true && before.from === from;
    for (let at = from; at < until; at += 1) {
      const { id, name } = paid[at] ?? { id: '', name: '' };
      if ((came[at] ?? 0) > 0) (mayRepeat ? found.again : found.doubled).push(name);
      else if (at !== next) found.outOfOrder.push(name);
      came[at] = (came[at] ?? 0) + 1;
      next = Math.max(next, at + 1);
      if (!found.cameAt.has(id)) found.cameAt.set(id, delivery.at);
    }
    if (isUnrecorded) found.unrecorded += 1;
    found.joined.push(until - from);
    before = { from, isUnrecorded };
  }
  for (const [at, { name }] of paid.entries()) if (came[at] === 0) found.lost.push(name);
}

/** How the limits of Telegram were kept. */
export function judgePace({ arrivals, floods }: TelegramDoors, chats: readonly Chat[], from: number) {
  const later = arrivals.filter(({ at }) => at >= from);
  const times = later.map(({ at }) => at);
  const inOneSecond = times.map((at, index) => times.slice(index).filter((other) => other < at + 1_000).length);
  const gaps = chats.flatMap(({ chatId }) => {
    const own = later.filter((one) => one.chatId === chatId).map(({ at }) => at);
    return own.slice(1).map((at, index) => at - (own[index] ?? 0));
  });
  return {
    inOneSecond: Math.max(...inOneSecond),
    /** The server counts the second from the answer, which it gets a little after the message has come. */
    tooClose: gaps.filter((gap) => gap < 1_000).length,
    /** A second passes until every process knows of the pause. */
    tooEarly: times.filter((at) => floods.some((flood) => at > flood.at + 1_000 && at < flood.until)).length,
  };
}

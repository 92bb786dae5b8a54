import { endTelegramSessions } from '#app/identity/identity.server.ts';
import { undoMinutes } from '#app/profile/decision-store.server.ts';
import { type Queryable, statement, type Tx } from '#base/db/db.server.ts';
import type { Locale } from '#base/text/locales.ts';
import type { NoticeSubject, NoticeTopic } from '../notice-topics.ts';
import { endPhoneOfPerson } from '../phone/phone-store.server.ts';
import { lockHolders } from '../receivers-store.server.ts';

/** A receiver that this process has leased to send it one message. */
export interface DueReceiver extends Record<string, unknown> {
  readonly id: string;
  /** The result is recorded only under this lease: another process may have claimed the receiver meanwhile. */
  readonly lease: string;
  readonly language: Locale;
  readonly mutedFrom: number | null;
  readonly mutedUntil: number | null;
  readonly failures: number;
}

/** A Telegram chat. */
export interface DueChat extends DueReceiver {
  readonly chatId: number;
}

/** A browser. */
export interface DueBrowser extends DueReceiver {
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
}

/** A notice that waits to be sent. */
export interface WaitingNotice extends Record<string, unknown> {
  readonly id: string;
  readonly topic: NoticeSubject;
  readonly subject: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** Longer than any attempt takes. After this time another process may claim the receiver of one that died. */
export const leaseSeconds = 60;

/** Over all processes, and with what was saved, a bot sends at most 25 messages in one second; Telegram allows 30. */
const ofBot = { via: 'telegram', sender: 'telegram_bot', messagesPerSecond: 17, saved: 8 } as const;

/** Push services take more: the limit is for the server's own sake. */
const ofPush = { via: 'push', sender: 'push_sender', messagesPerSecond: 100, saved: 100 } as const;

/** The most notices that one message joins. */
const mostJoined = 100;

/** Waiting notices are dropped after this time: a message about yesterday's donation only confuses. */
const staleHours = 24;

/** A lost widget is reported at most once in this time, and not later. */
const sourceMinutes = 30;

/** How long a message about something holds for a receiver that is not there. */
export function holdSecondsOf(about: string): number {
  return about === 'source' ? sourceMinutes * 60 : staleHours * 3_600;
}

/** A minute more than a decision may be undone, as the undoing may be under way. */
const reviewMinutes = undoMinutes + 1;

const isDue = `state = 'waiting' and (topic <> 'review' or created_at < now() - interval '${reviewMinutes} minutes')`;

// A receiver that is being unlinked is skipped: no payment waits for it, or fails because it is gone.
const addForPerson = statement(`
  insert into notice (receiver_id, via, topic, subject, data)
  select id, via, $2, $3, $4 from notice_receiver where person_id = $1 and $2 = any (topics) and via = any ($5)
  for key share skip locked
  on conflict (receiver_id, topic, subject) do nothing`);

const addForProject = statement(`
  insert into notice (receiver_id, via, topic, subject, data)
  select r.id, r.via, $2, $3, $4 from project j join notice_receiver r on r.person_id = j.user_id
  where j.id = $1 and $2 = any (r.topics) and via = any ($5)
  for key share of r skip locked
  on conflict (receiver_id, topic, subject) do nothing`);

const addForMembers = statement(`
  insert into notice (receiver_id, via, topic, subject, data)
  select id, via, $4, $2, '{}' from notice_receiver where person_id = any ($1::uuid[]) and gets_messages and via = any ($3)
  for key share skip locked
  on conflict (receiver_id, topic, subject) do nothing`);

const addForEach = statement(`
  insert into notice (receiver_id, via, topic, subject, data)
  select r.id, r.via, $1, made.subject, made.data
  from unnest($2::uuid[], $3::text[], $4::jsonb[]) as made (person_id, subject, data)
  join notice_receiver r on r.person_id = made.person_id and r.via = any ($5) and (r.gets_charges or $1 <> 'charge')
  for key share of r skip locked
  on conflict (receiver_id, topic, subject) do nothing`);

const addLostSource = statement(`
  insert into notice (receiver_id, via, topic, subject, data)
  select r.id, r.via, 'source', $2, '{}' from project j join notice_receiver r on r.person_id = j.user_id
  where j.id = $1 and 'source' = any (r.topics) and via = any ($3) and not exists (
    select from notice n where n.receiver_id = r.id and n.topic = 'source' and n.created_at > now() - interval '${sourceMinutes} minutes')
  for key share of r skip locked
  on conflict (receiver_id, topic, subject) do nothing`);

/** The one row of `push_sender`. */
export const pushSenderId = '00000000-0000-0000-0000-000000000001';

type Way = typeof ofBot | typeof ofPush;

/** The first receiver with a waiting notice, or the first after another one. Ordered, so that it is always read from the index. */
const firstWaiting = ({ via }: Way, after?: string) => `(
  select receiver_id from notice where state = 'waiting' and via = '${via}' ${after === undefined ? '' : `and receiver_id > ${after}`}
  order by receiver_id limit 1)`;

/**
 * Receivers take turns in the order of their ids, from the one that was claimed last, and the search ends with enough of them: it costs the
 * same however much waits. Each claimed receiver spends one message of the sender's budget. One that was idle may send at once what it has
 * saved, and no more of it is saved.
 */
const claimOf = (way: Way, columns: string) => `
  with recursive sender as (
    select id, last_receiver as last, greatest(spent_until, now() - interval '1 second' * ${way.saved} / ${way.messagesPerSecond}) as spent
    from ${way.sender} where id = $2 and paused_until <= now() and ${firstWaiting(way)} is not null
    for no key update
  ), room as (
    select coalesce(floor(extract(epoch from now() - (select spent from sender)) * ${way.messagesPerSecond}), 0)::bigint as messages
  ), later (id) as (
    select ${firstWaiting(way, 'sender.last')} from sender
    union all select ${firstWaiting(way, 'later.id')} from later where id is not null
  ), earlier (id) as (
    select ${firstWaiting(way)} from sender
    union all select ${firstWaiting(way, 'earlier.id')} from earlier where id < (select last from sender)
  ), turn as (
    select id from later union all select id from earlier where id <= (select last from sender)
  ), due as (
    select r.id from turn join notice_receiver r on r.id = turn.id
    where r.next_at <= now() and exists (select from notice where receiver_id = r.id and ${isDue})
    limit (select greatest(0, least($1::bigint, messages)) from room)
    for no key update of r skip locked
  ), leased as (
    update notice_receiver r set lease = gen_random_uuid(), next_at = now() + interval '${leaseSeconds} seconds'
    from due where r.id = due.id
    returning r.id, r.lease, r.language, r.muted_from as "mutedFrom", r.muted_until as "mutedUntil", r.failures, ${columns}
  ), spent as (
    update ${way.sender} b set spent_until = sender.spent + (select count(*) from leased) * interval '1 second' / ${way.messagesPerSecond},
      last_receiver = (select id from leased order by id <= sender.last desc, id desc limit 1)
    from sender where b.id = sender.id and exists (select from leased)
  )
  select * from leased`;

/** Claims chats for a bot. */
export const claimDue = statement<DueChat>(claimOf(ofBot, 'r.chat_id as "chatId"'));

/** Claims browsers. */
const claimDueBrowsers = statement<DueBrowser>(claimOf(ofPush, 'r.endpoint, r.p256dh, r.auth'));

const waiting = statement<WaitingNotice>(`
  select id, topic, subject, data from notice where receiver_id = $1 and ${isDue} order by id limit ${mostJoined}`);

const release = statement<{ id: string }>(`
  update notice_receiver set lease = null, next_at = now() + $3::float8 * interval '1 second', failures = $4
  where id = $1 and lease = $2 returning id`);

const finish = statement(
  `update notice set state = $2, sent_at = now() where id = any ($1::uuid[]) and state = 'waiting'`,
);

const unlink = statement<{ personId: string }>(
  'delete from notice_receiver where id = $1 and lease = $2 returning person_id as "personId"',
);

const pause = statement(`
  update telegram_bot set paused_until = greatest(paused_until, now() + $2::float8 * interval '1 second') where id = $1`);

const dropStale = statement(`
  update notice set state = 'failed' where state = 'waiting' and created_at < now() -
    case topic when 'source' then interval '${sourceMinutes} minutes' else interval '${staleHours} hours' end`);

const sweep = statement(`delete from notice where state <> 'waiting' and created_at < now() - interval '30 days'`);

interface NewNotice {
  readonly topic: NoticeTopic;
  /** The id of what it is about: each receiver gets one notice for one subject. */
  readonly subject: string;
  readonly data?: Readonly<Record<string, unknown>>;
}

interface PersonNotice extends Required<Pick<NewNotice, 'subject' | 'data'>> {
  readonly personId: string;
}

/** Enqueues notices to receivers of some kinds: nothing waits where nobody sends it. They are sent after the commit. */
export function createEnqueue(hasBot: boolean) {
  const ways = hasBot ? ['telegram', 'push'] : ['push'];
  return {
    /** To each receiver of a person that wants the topic. */
    async forPerson(db: Queryable, personId: string, { topic, subject, data = {} }: NewNotice): Promise<void> {
      await db.run(addForPerson, [personId, topic, subject, data, ways]);
    },
    /** The same for the creator of a project. */
    async forProject(db: Queryable, projectId: string, { topic, subject, data = {} }: NewNotice): Promise<void> {
      await db.run(addForProject, [projectId, topic, subject, data, ways]);
    },
    /** To each of these people a message or post of a creator whom they support monthly. */
    async forMembers(
      db: Queryable,
      personIds: readonly string[],
      { topic, subject }: { readonly topic: 'message' | 'post'; readonly subject: string },
    ): Promise<void> {
      await db.run(addForMembers, [personIds, subject, ways, topic]);
    },
    /** To each person what concerns this person: in all receivers, but of charges that come only where that is wanted. */
    async forEach(
      db: Queryable,
      topic: Extract<NoticeSubject, 'draw' | 'joint' | 'support' | 'charge'>,
      made: readonly PersonNotice[],
    ): Promise<void> {
      const people = made.map(({ personId }) => personId);
      const subjects = made.map(({ subject }) => subject);
      const data = made.map((notice) => JSON.stringify(notice.data));
      await db.run(addForEach, [topic, people, subjects, data, ways]);
    },
    /** The same for a lost widget: at most one in half an hour, however often the pages come and go. */
    async forLostSource(db: Queryable, projectId: string, lostAt: Date): Promise<void> {
      await db.run(addLostSource, [projectId, lostAt.toISOString(), ways]);
    },
  };
}

/** Claims chats with waiting notices for this process, one message each, as far as the bot's budget allows. */
export async function claimReceivers(db: Queryable, most: number, botId: number): Promise<DueChat[]> {
  return db.run(claimDue, [most, botId]);
}

/** The same for browsers. */
export async function claimBrowsers(db: Queryable, most: number): Promise<DueBrowser[]> {
  return db.run(claimDueBrowsers, [most, pushSenderId]);
}

/** The notices of a receiver that are due, oldest first. */
export async function readWaiting(db: Queryable, receiverId: string): Promise<WaitingNotice[]> {
  return db.run(waiting, [receiverId]);
}

/** What became of an attempt to send a message. */
export type SendOutcome =
  /** `refused`: it will never be accepted. */
  | { readonly kind: 'sent' | 'refused' }
  /** The receiver is gone: it blocked the bot, or the browser has ended its subscription. */
  | { readonly kind: 'gone' }
  /** `pauseSeconds`: the receiver's service asked to wait. */
  | { readonly kind: 'failed'; readonly pauseSeconds?: number };

/** A receiver gets at most one message a second. */
const pauseOfReceiver = 1;

/** Lets a bot wait as a whole, as Telegram has asked. */
export async function pauseBot(tx: Tx, botId: number, seconds: number): Promise<void> {
  await tx.run(pause, [botId, seconds]);
}

/** Records the result of an attempt if its lease is still valid. `botId`: the bot that waits as a whole where Telegram asks for it. */
export async function settleReceiver(
  tx: Tx,
  due: DueReceiver,
  {
    outcome,
    noticeIds,
    botId,
    retryPauses,
  }: {
    readonly outcome: SendOutcome;
    readonly noticeIds: readonly string[];
    readonly botId: number | null;
    readonly retryPauses: readonly number[];
  },
): Promise<void> {
  const { id, lease, failures } = due;
  if (outcome.kind === 'gone') {
    await lockHolders(tx, { receiverId: id });
    const [gone] = await tx.run(unlink, [id, lease]);
    // A browser opens none, but a chat that has blocked the bot may have.
    if (gone !== undefined && botId !== null) {
      await endPhoneOfPerson(tx, gone.personId);
      await endTelegramSessions(tx, gone.personId);
    }
    return;
  }
  const isOver = outcome.kind !== 'failed';
  const asked = outcome.kind === 'failed' ? outcome.pauseSeconds : undefined;
  const pause = isOver ? pauseOfReceiver : (asked ?? retryPauses[failures] ?? retryPauses.at(-1) ?? 0);
  const next = isOver ? 0 : asked === undefined ? failures + 1 : failures;
  if ((await tx.run(release, [id, lease, pause, next])).length === 0) return;
  if (isOver) await tx.run(finish, [noticeIds, outcome.kind === 'sent' ? 'sent' : 'failed']);
  if (asked !== undefined && botId !== null) await pauseBot(tx, botId, asked);
}

/** Drops notices that are a day late, or half an hour for a lost widget, and deletes those of over 30 days ago. */
export async function sweepNotices(db: Queryable): Promise<void> {
  await db.run(dropStale, []);
  await db.run(sweep, []);
}

import { type Queryable, statement, type Tx } from '#base/db/db.server.ts';
import type { Locale } from '#base/text/locales.ts';
import { isForMember } from '../membership-conditions.server.ts';
import type { ChatKind } from './chat-store.server.ts';

/** An account of Telegram at a chat, leased by this process. */
export interface DueSeat extends Record<string, unknown> {
  readonly chatId: string;
  readonly telegramId: number;
  readonly lease: string;
  readonly state: 'asking' | 'entering' | 'inside' | 'leaving';
  readonly language: Locale;
  /** Where a request may be answered; null: no more. */
  readonly answerId: number | null;
  /** The first one is 1. */
  readonly tries: number;
  readonly projectId: string;
  readonly chatNumber: number;
  readonly kind: ChatKind;
  readonly hasRights: boolean;
  /** The chat was disconnected: a ban that was begun ends. */
  readonly isEnded: boolean;
}

/** Telegram lets the bot write to whoever has asked for so long. */
const answerMinutes = 5;

const ask = statement(`
  insert into member_chat_seat (chat_id, telegram_id, state, answer_id, language) values ($1, $2, 'asking', $3, $4)
  on conflict (chat_id, telegram_id) do update
    set state = 'asking', answer_id = excluded.answer_id, language = excluded.language, due_at = now(), lease = null, tries = 0, asked_at = now()`);

const claim = statement<DueSeat>(`
  with due as (
    select chat_id, telegram_id from member_chat_seat where due_at <= now() order by due_at limit $1 for no key update skip locked
  )
  update member_chat_seat s set lease = gen_random_uuid(), due_at = now() + $2::float8 * interval '1 second', tries = s.tries + 1
  from due join member_chat c on c.id = due.chat_id and c.telegram_id is not null
  where s.chat_id = due.chat_id and s.telegram_id = due.telegram_id
  returning s.chat_id as "chatId", s.telegram_id as "telegramId", s.lease, s.state, s.language, s.tries,
    case when s.asked_at > now() - interval '${answerMinutes} minutes' then s.answer_id end as "answerId",
    c.project_id as "projectId", c.telegram_id as "chatNumber", c.kind, c.has_rights as "hasRights",
    c.ended_at is not null as "isEnded"`);

const under = 'chat_id = $1 and telegram_id = $2 and lease = $3';

const keep = statement(`
  update member_chat_seat set state = 'inside', answer_id = null, lease = null, tries = 0, due_at = now() + $4::float8 * interval '1 second'
  where ${under}`);

const begin = statement<{ lease: string | null }>(
  `update member_chat_seat set state = $4 where ${under} returning lease`,
);

const drop = statement(`delete from member_chat_seat where ${under}`);

const postpone = statement(`
  update member_chat_seat set lease = null, due_at = now() + $4::float8 * interval '1 second', tries = tries - $5::int where ${under}`);

/** Rights that have come back meanwhile are tried at once. */
const park = statement(`
  update member_chat_seat s set lease = null, tries = s.tries - 1, due_at = case when c.has_rights then now() end
  from member_chat c where c.id = s.chat_id and s.chat_id = $1 and s.telegram_id = $2 and s.lease = $3`);

const wake = statement('update member_chat_seat set due_at = now() where chat_id = $1 and due_at is null');

const lookAtAll = statement(
  `update member_chat_seat set due_at = now(), lease = null where chat_id = $1 and state <> 'asking'`,
);

const dropAll = statement(`delete from member_chat_seat where chat_id = $1 and state <> 'leaving'`);

const release = statement('update member_chat_seat set due_at = now(), lease = null where chat_id = $1');

const inside = statement<{ count: number }>(
  `select count(*) as count from member_chat_seat where chat_id = $1 and state in ('inside', 'leaving')`,
);

const standing = statement<{ endsAt: Date | null }>(`
  select least(case when m.paid_until > $3::timestamptz then m.paid_until end,
    case when m.gifted_until > $3::timestamptz then m.gifted_until end) as "endsAt"
  from member_chat p join membership m on m.person_id = $2 left join membership_level l on l.id = p.level_id
  where p.id = $1 and p.ended_at is null and ${isForMember('$3')} limit 1`);

/** Records that an account asks to come in. */
export async function noteAsking(
  tx: Tx,
  chatId: string,
  asking: { readonly telegramId: number; readonly answerId: number; readonly language: Locale },
): Promise<void> {
  await tx.run(ask, [chatId, asking.telegramId, asking.answerId, asking.language]);
}

/** Leases accounts that are to be looked at. */
export async function claimSeats(db: Queryable, most: number, leaseSeconds: number): Promise<DueSeat[]> {
  return db.run(claim, [most, leaseSeconds]);
}

const leased = ({ chatId, telegramId, lease }: DueSeat) => [chatId, telegramId, lease];

/** The account is in, and is looked at again after some seconds. */
export async function keepSeat(tx: Tx, seat: DueSeat, seconds: number): Promise<void> {
  await tx.run(keep, [...leased(seat), seconds]);
}

/** Records that the account is being let in; false where the lease is over. */
export async function beginEntering(tx: Tx, seat: DueSeat): Promise<boolean> {
  return (await tx.run(begin, [...leased(seat), 'entering'])).length > 0;
}

/** Records that the account is being taken out; false where the lease is over. */
export async function beginLeaving(tx: Tx, seat: DueSeat): Promise<boolean> {
  return (await tx.run(begin, [...leased(seat), 'leaving'])).length > 0;
}

/** Nothing more is to be done with the account. */
export async function dropSeat(tx: Tx, seat: DueSeat): Promise<void> {
  await tx.run(drop, leased(seat));
}

/** Tries again later. `isTry`: it counts for the next pause. */
export async function postponeSeat(
  tx: Tx,
  seat: DueSeat,
  { seconds, isTry }: { readonly seconds: number; readonly isTry: boolean },
): Promise<void> {
  await tx.run(postpone, [...leased(seat), seconds, isTry ? 0 : 1]);
}

/** Waits until the bot has its rights. */
export async function parkSeat(tx: Tx, seat: DueSeat): Promise<void> {
  await tx.run(park, leased(seat));
}

/** Goes on with what has waited for the bot's rights. */
export async function wakeSeats(tx: Tx, chatId: string): Promise<void> {
  await tx.run(wake, [chatId]);
}

/** Looks at all who are in. */
export async function lookAtSeats(tx: Tx, chatId: string): Promise<void> {
  await tx.run(lookAtAll, [chatId]);
}

/** Forgets all of a chat but those that may be banned, who are released before the bot leaves. */
export async function dropSeats(tx: Tx, chatId: string): Promise<void> {
  await tx.run(dropAll, [chatId]);
  await tx.run(release, [chatId]);
}

/** How many people the bot has let in. */
export async function countSeats(db: Queryable, chatId: string): Promise<number> {
  return (await db.run(inside, [chatId]))[0]?.count ?? 0;
}

/** Whether a chat is open to a member, and when this may end by itself at the earliest; null: it is not open. */
export async function readStanding(
  db: Queryable,
  { chatId, personId, now }: { readonly chatId: string; readonly personId: string; readonly now: Date },
): Promise<{ readonly endsAt: Date | null } | null> {
  return (await db.run(standing, [chatId, personId, now]))[0] ?? null;
}

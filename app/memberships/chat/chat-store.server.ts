import { type Queryable, statement, type Tx } from '#base/db/db.server.ts';
import { isForMember } from '../membership-conditions.server.ts';

export type ChatKind = 'group' | 'supergroup' | 'channel';

/** A chat that is connected or being connected. */
export interface ChatRow extends Record<string, unknown> {
  readonly id: string;
  readonly projectId: string;
  /** Null: it is being connected. */
  readonly kind: ChatKind | null;
  readonly title: string;
  readonly levelId: string | null;
  readonly levelName: string | null;
  readonly hasRights: boolean;
  /** Null: it is connected. */
  readonly openingUntil: Date | null;
}

/** What Telegram says of a chat that the bot is in. */
export interface ChatFacts {
  readonly telegramId: number;
  readonly kind: ChatKind;
  readonly title: string;
  readonly hasRights: boolean;
}

/** Minutes within which a creator makes the bot an administrator. */
const openingMinutes = 15;

const ofProject = statement<ChatRow>(`
  select c.id, c.project_id as "projectId", c.kind, c.title, c.level_id as "levelId", l.name as "levelName", c.has_rights as "hasRights",
    c.opening_until as "openingUntil"
  from member_chat c left join membership_level l on l.id = c.level_id where c.project_id = $1 and c.ended_at is null`);

const open = statement<{ until: Date | null }>(`
  insert into member_chat (project_id, level_id, opening_until) values ($1, $2, now() + interval '${openingMinutes} minutes')
  on conflict (project_id) where ended_at is null
    do update set level_id = excluded.level_id, opening_until = excluded.opening_until where member_chat.telegram_id is null
  returning opening_until as until`);

const change = statement<{ id: string }>(`
  update member_chat set level_id = $2 where project_id = $1 and ended_at is null and telegram_id is not null returning id`);

const stopOpening = statement<{ id: string }>(
  'delete from member_chat where project_id = $1 and ended_at is null and telegram_id is null returning id',
);

const end = statement<{ id: string }>(`
  update member_chat set ended_at = now(), due_at = now(), lease = null, tries = 0 where project_id = $1 and ended_at is null returning id`);

const connect = statement<{ id: string }>(`
  update member_chat c set telegram_id = $2, kind = $3, title = $4, has_rights = $5, opening_until = null, due_at = now()
  where c.project_id = $1 and c.ended_at is null and c.telegram_id is null and c.opening_until > now()
    and not exists (select from member_chat o where o.telegram_id = $2 and o.ended_at is null)
  returning c.id`);

/** Whom the bot is taking out of the one that it has not left yet: a ban that was begun ends. */
const takeOver = statement(`
  insert into member_chat_seat (chat_id, telegram_id, state, language, asked_at)
  select $2, s.telegram_id, s.state, s.language, s.asked_at
  from member_chat o join member_chat_seat s on s.chat_id = o.id where o.telegram_id = $1 and o.ended_at is not null
  on conflict do nothing`);

const forgetEnded = statement('delete from member_chat where telegram_id = $1 and ended_at is not null');

/** Whatever the bot has become, the address before may be that of another bot, or hold no more: a new one is made. */
const note = statement<{ id: string }>(`
  update member_chat set kind = $2, title = $3, has_rights = $4, link = null, lease = null, tries = 0,
    due_at = case when $4 then now() else now() + interval '1 hour' end
  where telegram_id = $1 and ended_at is null returning id`);

const move = statement<{ id: string }>(`
  update member_chat set telegram_id = $2, kind = 'supergroup', link = null, due_at = now(), lease = null, tries = 0
  where telegram_id = $1 and not exists (select from member_chat o where o.telegram_id = $2 and o.ended_at is null) returning id`);

const admitting = statement<{ id: string }>(
  'select id from member_chat where telegram_id = $1 and ended_at is null for share',
);

const loseRights = statement(`
  update member_chat set has_rights = false, link = null, due_at = least(due_at, now() + interval '10 minutes')
  where id = $1 and ended_at is null`);

/** A chat that this process has leased. */
export interface DueChat extends Record<string, unknown> {
  readonly id: string;
  readonly lease: string;
  readonly telegramId: number;
  readonly link: string | null;
  readonly isEnded: boolean;
  /** Whom it has banned is to be released first. */
  readonly isReleasing: boolean;
  readonly tries: number;
}

const claim = statement<DueChat>(`
  with due as (
    select id from member_chat where due_at <= now() and telegram_id is not null order by due_at limit $1 for no key update skip locked
  )
  update member_chat c set lease = gen_random_uuid(), due_at = now() + $2::float8 * interval '1 second', tries = c.tries + 1
  from due where c.id = due.id
  returning c.id, c.lease, c.telegram_id as "telegramId", c.link, c.ended_at is not null as "isEnded",
    c.ended_at is not null and exists (select from member_chat_seat s where s.chat_id = c.id) as "isReleasing", c.tries`);

const settle = statement<{ id: string }>(`
  update member_chat set lease = null, has_rights = $3, link = case when $3 then coalesce($4, link) end, tries = 0,
    due_at = now() + $5::float8 * interval '1 second'
  where id = $1 and lease = $2 returning id`);

const postpone = statement(`
  update member_chat set lease = null, due_at = now() + $3::float8 * interval '1 second' where id = $1 and lease = $2`);

const forget = statement('delete from member_chat where id = $1 and lease = $2');

const openedBy = statement<{ title: string; link: string | null }>(`
  select p.title, case when p.has_rights then p.link end as link
  from membership m join member_chat p on p.project_id = m.project_id and p.ended_at is null and p.telegram_id is not null
    left join membership_level l on l.id = p.level_id
  where m.id = $1 and m.person_id = $2 and ${isForMember('$3')}`);

/** The chat of a project, connected or being connected. */
export async function readChat(db: Queryable, projectId: string): Promise<ChatRow | null> {
  return (await db.run(ofProject, [projectId]))[0] ?? null;
}

/** Begins to connect a chat, anew where this was begun before. Returns until when; null: one is connected. */
export async function openConnecting(tx: Tx, projectId: string, levelId: string | null): Promise<Date | null> {
  return (await tx.run(open, [projectId, levelId]))[0]?.until ?? null;
}

/** Changes from which level on members may come in. Returns the chat; null: none is connected. */
export async function changeChat(tx: Tx, projectId: string, levelId: string | null): Promise<string | null> {
  return (await tx.run(change, [projectId, levelId]))[0]?.id ?? null;
}

/** Ends connecting a chat; false where none is being connected. */
export async function stopConnecting(tx: Tx, projectId: string): Promise<boolean> {
  return (await tx.run(stopOpening, [projectId])).length > 0;
}

/** Ends a chat, which the bot leaves then. Returns it; null: none is connected. */
export async function endChat(tx: Tx, projectId: string): Promise<string | null> {
  return (await tx.run(end, [projectId]))[0]?.id ?? null;
}

/** Connects a chat to a project whose creator connects one now; false where none does, or where the chat is connected. */
export async function connectChat(tx: Tx, projectId: string, facts: ChatFacts): Promise<boolean> {
  const { telegramId, kind, title, hasRights } = facts;
  const [connected] = await tx.run(connect, [projectId, telegramId, kind, title, hasRights]);
  if (connected === undefined) return false;
  // The bot has not left it yet, and stays.
  await tx.run(takeOver, [telegramId, connected.id]);
  await tx.run(forgetEnded, [telegramId]);
  return true;
}

/** Records what Telegram says of a connected chat. Returns it; null: it is not connected. */
export async function noteFacts(tx: Tx, { telegramId, kind, title, hasRights }: ChatFacts): Promise<string | null> {
  return (await tx.run(note, [telegramId, kind, title, hasRights]))[0]?.id ?? null;
}

/** Follows a group that has become a supergroup, with another number; false where that is connected by itself. */
export async function moveChat(tx: Tx, from: number, to: number): Promise<boolean> {
  return (await tx.run(move, [from, to])).length > 0;
}

/** The connected chat of this number. */
export async function findConnected(tx: Tx, telegramId: number): Promise<string | null> {
  return (await tx.run(admitting, [telegramId]))[0]?.id ?? null;
}

/** Records that the bot cannot let in or take out any more. It looks again later. */
export async function noteLostRights(tx: Tx, chatId: string): Promise<void> {
  await tx.run(loseRights, [chatId]);
}

/** Leases chats with which the bot has something to do. */
export async function claimChats(db: Queryable, most: number, leaseSeconds: number): Promise<DueChat[]> {
  return db.run(claim, [most, leaseSeconds]);
}

interface Looked {
  readonly hasRights: boolean;
  /** Null: there is no new one. */
  readonly link: string | null;
  /** When the bot looks again. */
  readonly seconds: number;
}

/** Records what the bot has found at a leased chat; false where the lease is over. */
export async function settleChat(
  tx: Tx,
  { id, lease }: DueChat,
  { hasRights, link, seconds }: Looked,
): Promise<boolean> {
  return (await tx.run(settle, [id, lease, hasRights, link, seconds])).length > 0;
}

/** Tries again later. */
export async function postponeChat(tx: Tx, { id, lease }: DueChat, seconds: number): Promise<void> {
  await tx.run(postpone, [id, lease, seconds]);
}

/** Forgets an ended chat that the bot has left. */
export async function forgetChat(tx: Tx, { id, lease }: DueChat): Promise<void> {
  await tx.run(forget, [id, lease]);
}

/** The chat that a membership of a person opens now; null: none. `link` is null while nobody can be let in. */
export async function readOpenedChat(
  db: Queryable,
  { membershipId, personId, now }: { readonly membershipId: string; readonly personId: string; readonly now: Date },
): Promise<{ readonly title: string; readonly link: string | null } | null> {
  return (await db.run(openedBy, [membershipId, personId, now]))[0] ?? null;
}

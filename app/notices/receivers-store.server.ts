import { endTelegramSessions } from '#app/identity/identity.server.ts';
import { type Queryable, statement, type Tx } from '#base/db/db.server.ts';
import type { Locale } from '#base/text/locales.ts';
import type { MutedHours } from './muted-hours.ts';
import { listedTopics, type NoticeTopic } from './notice-topics.ts';
import { endPhoneOfPerson } from './phone/phone-store.server.ts';

interface ReceiverRow extends Record<string, unknown> {
  readonly id: string;
  readonly kind: 'telegram' | 'push';
  /** Of a browser. */
  readonly endpoint: string | null;
  readonly name: string;
  readonly topics: NoticeTopic[];
  readonly language: Locale;
  readonly muted: MutedHours | null;
  readonly opensAccount: boolean;
  readonly createdAt: Date;
}

const ofPerson = statement<ReceiverRow>(`
  select id, via as kind, endpoint, name, topics || array_remove(
      array[case when gets_messages then 'message' end, case when gets_charges then 'charge' end], null) as topics,
    language, case when muted_from is not null then jsonb_build_object('from', muted_from, 'until', muted_until) end as muted,
    opens_account as "opensAccount", created_at as "createdAt"
  from notice_receiver where person_id = $1 order by created_at, id`);

const change = statement<{ id: string }>(`
  update notice_receiver set topics = $3, language = $4, gets_messages = $5, gets_charges = $6,
    muted_from = case when $7 then $8::smallint else muted_from end, muted_until = case when $7 then $9::smallint else muted_until end
  where id = $1 and person_id = $2 returning id`);

const remove = statement<{ kind: 'telegram' | 'push' }>(
  'delete from notice_receiver where id = $1 and person_id = $2 returning via as kind',
);

const removeAll = statement<{ kind: 'telegram' | 'push' }>(
  'delete from notice_receiver where person_id = $1 returning via as kind',
);

const removeLinks = statement('delete from telegram_link where person_id = $1');

const close = statement('update notice_receiver set opens_account = false where person_id = $1 and opens_account');

const closeOne = statement(
  'update notice_receiver set opens_account = false where id = $1 and person_id = $2 and opens_account',
);

const lock = statement(`
  select from person where id in (
    select $1::uuid union all select person_id from notice_receiver where chat_id = $2
    union all select person_id from notice_receiver where id = $3)
  order by id for no key update`);

/**
 * Locks the people whose links are about to end, before the rows of theirs: a chat opens a session while it holds its person, so that none
 * is opened by a link that is going.
 */
export async function lockHolders(
  tx: Tx,
  {
    personId,
    chatId,
    receiverId,
  }: { readonly personId?: string; readonly chatId?: number; readonly receiverId?: string },
): Promise<void> {
  await tx.run(lock, [personId ?? null, chatId ?? null, receiverId ?? null]);
}

/** Where a person gets notices. */
export async function readReceivers(db: Queryable, personId: string): Promise<ReceiverRow[]> {
  return db.run(ofPerson, [personId]);
}

interface ReceiverChange {
  readonly id: string;
  readonly topics: readonly NoticeTopic[];
  readonly language: Locale;
  /** Null: it always rings. Absent: as before. */
  readonly muted?: MutedHours | null | undefined;
  /** It opens the account no more, and the sessions that it has opened end. Absent: as before. */
  readonly opensAccount?: false | undefined;
}

/** Changes a receiver of a person; false where there is none. */
export async function changeReceiver(
  tx: Tx,
  personId: string,
  { id, topics, language, muted, opensAccount }: ReceiverChange,
): Promise<boolean> {
  if (opensAccount === false) {
    await lockHolders(tx, { personId });
    await tx.run(closeOne, [id, personId]);
    await endPhoneOfPerson(tx, personId);
    await endTelegramSessions(tx, personId);
  }
  const listed = listedTopics.filter((topic) => topics.includes(topic));
  const apart = [topics.includes('message'), topics.includes('charge')];
  const hours = [muted !== undefined, muted?.from ?? null, muted?.until ?? null];
  return (await tx.run(change, [id, personId, listed, language, ...apart, ...hours])).length > 0;
}

/** Unlinks a receiver of a person with its waiting notices, and ends the sessions that a chat has opened; false where there is none. */
export async function removeReceiver(tx: Tx, personId: string, id: string): Promise<boolean> {
  await lockHolders(tx, { personId });
  const [gone] = await tx.run(remove, [id, personId]);
  if (gone?.kind === 'telegram') {
    await endPhoneOfPerson(tx, personId);
    await endTelegramSessions(tx, personId);
  }
  return gone !== undefined;
}

/** Unlinks all receivers of a person, chats and browsers, and ends the codes that would link one. Returns how many there were. */
export async function removeReceivers(tx: Tx, personId: string): Promise<{ chats: number; browsers: number }> {
  await lockHolders(tx, { personId });
  await tx.run(removeLinks, [personId]);
  await endPhoneOfPerson(tx, personId);
  const removed = await tx.run(removeAll, [personId]);
  const chats = removed.filter(({ kind }) => kind === 'telegram').length;
  if (chats > 0) await endTelegramSessions(tx, personId);
  return { chats, browsers: removed.length - chats };
}

/** Lets no chat of a person open the account any more, nor a code link one that would: both are linked again. Messages go on. */
export async function closeChats(tx: Tx, personId: string): Promise<void> {
  await lockHolders(tx, { personId });
  await tx.run(removeLinks, [personId]);
  await tx.run(close, [personId]);
  await endPhoneOfPerson(tx, personId);
  await endTelegramSessions(tx, personId);
}

import { createHash, randomBytes } from 'node:crypto';
import { endTelegramSessions, keepSession } from '#app/identity/identity.server.ts';
import { type Queryable, statement, type Tx } from '#base/db/db.server.ts';
import type { Locale } from '#base/text/locales.ts';
import { linkMinutes, listedTopics } from '../notice-topics.ts';
import { endOtherPhones, endPhoneOfPerson } from '../phone/phone-store.server.ts';
import { lockHolders } from '../receivers-store.server.ts';

const put = statement<{ expiresAt: Date }>(`
  insert into telegram_link (person_id, code_hash, language, expires_at, opens_account)
  values ($1, $2, $3, now() + interval '${linkMinutes} minutes', $4)
  on conflict (person_id) do update set code_hash = excluded.code_hash, language = excluded.language, expires_at = excluded.expires_at,
    opens_account = excluded.opens_account
  returning expires_at as "expiresAt"`);

/** The person comes before the rows of theirs, as in a deletion; somebody blocked links nothing. */
const use = statement<{ personId: string; language: Locale; isValid: boolean; opensAccount: boolean }>(`
  with holder as materialized (
    select p.id from telegram_link l join person p on p.id = l.person_id
    where l.code_hash = $1 and p.blocked_at is null for key share of p
  )
  delete from telegram_link l using holder where l.person_id = holder.id and l.code_hash = $1
  returning l.person_id as "personId", l.language, l.expires_at > now() as "isValid",
    l.opens_account as "opensAccount"`);

const clear = statement<{ personId: string; chatId: number; language: Locale }>(`
  delete from notice_receiver where (person_id = $1 and via = 'telegram') or chat_id = $2
  returning person_id as "personId", chat_id as "chatId", language`);

const add = statement(`
  insert into notice_receiver (person_id, chat_id, name, topics, language, opens_account) values ($1, $2, $3, $4, $5, $6)`);

const unlink = statement<{ language: Locale; personId: string }>(
  'delete from notice_receiver where chat_id = $1 returning language, person_id as "personId"',
);

const sweep = statement('delete from telegram_link where expires_at < now()');

const hashOf = (code: string) => createHash('sha256').update(code).digest();

const secretBytes = 24;

/** The session that has made a code, which stands in it behind the secret; null: a server of the release before has made it. */
function sessionOf(code: string): string | null {
  const id = Buffer.from(code, 'base64url').subarray(secretBytes).toString('hex');
  return id === '' ? null : id;
}

/** Makes the code that links a chat to a person, as long as the session lives; an older one ends. `opensAccount`: the chat may log in. */
export async function makeLink(
  tx: Tx,
  {
    personId,
    sessionId,
    language,
    opensAccount,
  }: { personId: string; sessionId: string; language: Locale; opensAccount: boolean },
): Promise<{ readonly code: string; readonly expiresAt: Date }> {
  const session = Buffer.from(sessionId.replaceAll('-', ''), 'hex');
  const code = Buffer.concat([randomBytes(secretBytes), session]).toString('base64url');
  const [made] = await tx.run(put, [personId, hashOf(code), language, opensAccount]);
  if (made === undefined) throw new Error('the new code is not there');
  return { code, expiresAt: made.expiresAt };
}

/** A chat that was linked. */
interface LinkedChat {
  readonly personId: string;
  readonly language: Locale;
  readonly opensAccount: boolean;
  /** The chat that the person had before. */
  readonly left: { readonly chatId: number; readonly language: Locale } | null;
}

/**
 * Links a chat by a code, once; what the person or the chat was linked to before ends. Null: the code is wrong, used or expired, or its
 * session has ended: else whoever was logged out could link a chat still.
 */
export async function linkChat(
  tx: Tx,
  { code, chatId, name }: { readonly code: string; readonly chatId: number; readonly name: string },
): Promise<LinkedChat | null> {
  const [link] = await tx.run(use, [hashOf(code)]);
  if (link === undefined || !link.isValid) return null;
  const { personId, language, opensAccount } = link;
  await lockHolders(tx, { personId, chatId });
  const session = sessionOf(code);
  if (session !== null && !(await keepSession(tx, session))) return null;
  const gone = await tx.run(clear, [personId, chatId]);
  for (const one of gone) await endTelegramSessions(tx, one.personId);
  await endOtherPhones(tx, chatId, personId);
  // Codes would log in all the same.
  if (!opensAccount) await endPhoneOfPerson(tx, personId);
  await tx.run(add, [personId, chatId, name, listedTopics, language, opensAccount]);
  const left = gone.find((one) => one.personId === personId && one.chatId !== chatId) ?? null;
  return { personId, language, opensAccount, left };
}

/** Unlinks a chat and ends the sessions that it has opened. Returns its language; null: it was not linked. */
export async function unlinkChat(tx: Tx, chatId: number): Promise<Locale | null> {
  await lockHolders(tx, { chatId });
  const [gone] = await tx.run(unlink, [chatId]);
  if (gone === undefined) return null;
  await endTelegramSessions(tx, gone.personId);
  return gone.language;
}

/** Deletes codes that have expired. */
export async function forgetLinks(db: Queryable): Promise<void> {
  await db.run(sweep, []);
}

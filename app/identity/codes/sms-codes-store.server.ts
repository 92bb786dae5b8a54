import { type Database, type Queryable, statement, type Tx } from '#base/db/db.server.ts';

/** `phone`: login by code and password reset; `admin`: the second factor. */
export type CodePurpose = 'phone' | 'admin';

/** Attempts per code, right or wrong, and how many of them other networks than the requesting one may use. */
const triesOfCode = 5;
const triesOfStrangers = 2;

const putCode = statement<{ isAgain: boolean }>(`
  with waiting as materialized (
    select exists (select from phone_code where phone = $1 and purpose = $2 and expires_at > now()) as is_there
  )
  insert into phone_code (id, phone, purpose, asked_by, code_hash, remember, expires_at)
  values ($6, $1, $2, $3, $4, $5, now() + interval '5 minutes')
  on conflict (phone, purpose, asked_by) do update set
    id = excluded.id, code_hash = excluded.code_hash, remember = excluded.remember,
    expires_at = excluded.expires_at, tries = 0, strange_tries = 0, chat_id = null
  returning (select is_there from waiting) as "isAgain"`);

/**
 * Stores a code for 5 minutes. It replaces the last one that the same network asked for, not those of other networks. Its id is that of
 * its message. `isAgain`: another one of the phone, from whichever network, still waited.
 */
export async function storeCode(
  tx: Tx,
  code: { id: string; phone: string; purpose: CodePurpose; network: string; hash: Buffer; remember: boolean },
): Promise<{ readonly isAgain: boolean }> {
  const { id, phone, purpose, network, hash, remember } = code;
  const [stored] = await tx.run(putCode, [phone, purpose, network, hash, remember, id]);
  if (stored === undefined) throw new Error('the code was not stored');
  return stored;
}

const putChat = statement('update phone_code set chat_id = $2 where id = $1');

/** Stores the chat that a code went to. */
export async function noteChat(db: Database, codeId: string, chatId: number): Promise<void> {
  await db.run(putChat, [codeId, chatId]);
}

/** A code that was just tried. */
export interface TriedCode {
  readonly id: string;
  readonly hash: Buffer;
  readonly remember: boolean;
  /** The chat that it went to; null: it went another way. */
  readonly chatId: number | null;
  readonly triesLeft: number;
}

interface TriedRow extends Omit<TriedCode, 'triesLeft'> {
  readonly tries: number;
  readonly strangeTries: number;
  readonly isOwn: boolean;
}

/** A server of the release before replaces the id and leaves the chat, which then is not where that code went. */
const chatOfCode = `case when exists (select from sms_sent s where s.id = c.id) then c.chat_id end`;

const countTry = statement<TriedRow>(`
  with held as (
    select id from phone_code where phone = $1 and purpose = $2 and expires_at > now() order by id for update
  )
  update phone_code c set tries = c.tries + 1,
    strange_tries = c.strange_tries + case when c.asked_by = $3 then 0 else 1 end
  from held
  where c.id = held.id and c.tries < ${triesOfCode}
    and (c.asked_by = $3 or c.strange_tries < ${triesOfStrangers})
  returning c.id, c.code_hash as hash, c.remember, ${chatOfCode} as "chatId", c.tries, c.strange_tries as "strangeTries",
    c.asked_by = $3 as "isOwn"`);

/**
 * Counts an attempt before the comparison, so that concurrent attempts cannot exceed five per code. Other networks leave at least three of
 * them to the network that asked. Returns the codes to compare with; none if no valid code is left.
 */
export async function countCodeTry(
  db: Database,
  { phone, purpose, network }: { phone: string; purpose: CodePurpose; network: string },
): Promise<TriedCode[]> {
  // Rows are locked in a fixed order, so that concurrent attempts cannot deadlock.
  const rows = await db.run(countTry, [phone, purpose, network]);
  return rows.map(({ tries, strangeTries, isOwn, ...code }) => {
    const left = triesOfCode - tries;
    return { ...code, triesLeft: isOwn ? left : Math.min(left, triesOfStrangers - strangeTries) };
  });
}

const deleteCodes = statement<{ id: string }>(`
  with held as (
    select id from phone_code where phone = $1 and purpose = $2 and expires_at > now() order by id for update
  )
  delete from phone_code c using held where c.id = held.id returning c.id`);

/** Deletes all valid codes of a phone for a purpose and returns their ids. */
export async function dropCodes(tx: Tx, phone: string, purpose: CodePurpose): Promise<string[]> {
  const rows = await tx.run(deleteCodes, [phone, purpose]);
  return rows.map(({ id }) => id);
}

/** Uses up a code together with all other codes of the phone for the purpose. False if another request used it first. */
export async function consumeCode(tx: Tx, phone: string, purpose: CodePurpose, id: string): Promise<boolean> {
  return (await dropCodes(tx, phone, purpose)).includes(id);
}

const insertAction = statement(`
  insert into phone_action (id_hash, kind, phone, password_hash, expires_at)
  values ($1, $2, $3, $4, now() + $5 * interval '1 minute')`);

/** Stores a right of the owner of a phone, under the hash of its `actionId`. */
export async function storeAction(
  tx: Tx,
  action: { idHash: Buffer; phone: string; passwordHash: string | null; minutes: number },
): Promise<void> {
  const kind = action.passwordHash === null ? 'password' : 'registration';
  await tx.run(insertAction, [action.idHash, kind, action.phone, action.passwordHash, action.minutes]);
}

const registration = statement<{ passwordHash: string }>(`
  select password_hash as "passwordHash" from phone_action
  where id_hash = $1 and kind = 'registration' and phone = $2 and expires_at > now()`);

/** The password hash of a pending registration of the phone; null if there is none. */
export async function findRegistration(db: Queryable, idHash: Buffer, phone: string): Promise<string | null> {
  const [row] = await db.run(registration, [idHash, phone]);
  return row?.passwordHash ?? null;
}

const newestRegistration = statement<{ passwordHash: string }>(`
  select password_hash as "passwordHash" from phone_action where phone = $1 and kind = 'registration' and expires_at > now()
  order by created_at desc limit 1`);

/** The password hash of the phone's newest pending registration. */
export async function findNewestRegistration(db: Queryable, phone: string): Promise<string | null> {
  const [row] = await db.run(newestRegistration, [phone]);
  return row?.passwordHash ?? null;
}

const deleteRegistrations = statement(`delete from phone_action where phone = $1 and kind = 'registration'`);

/** Deletes all pending registrations of a phone, once a code has proved who owns it. */
export async function dropRegistrations(tx: Tx, phone: string): Promise<void> {
  await tx.run(deleteRegistrations, [phone]);
}

const passwordAction = statement(
  `select from phone_action where id_hash = $1 and kind = 'password' and expires_at > now()`,
);

/** Whether a right to change a password still exists. */
export async function hasPasswordAction(db: Queryable, idHash: Buffer): Promise<boolean> {
  return (await db.run(passwordAction, [idHash])).length === 1;
}

const takeAction = statement<{ phone: string }>(`
  delete from phone_action where id_hash = $1 and kind = 'password' and expires_at > now() returning phone`);

/** Uses up a right to change a password. Returns its phone, or null if it was used or has expired. */
export async function takePasswordAction(tx: Tx, idHash: Buffer): Promise<string | null> {
  const [row] = await tx.run(takeAction, [idHash]);
  return row?.phone ?? null;
}

const deletePasswordActions = statement(`delete from phone_action where phone = $1 and kind = 'password'`);

/** Deletes all rights to change a phone's password. */
export async function dropPasswordActions(tx: Tx, phone: string): Promise<void> {
  await tx.run(deletePasswordActions, [phone]);
}

const sweepExpiredCodes = statement('delete from phone_code where expires_at < now()');

const sweepExpiredActions = statement('delete from phone_action where expires_at < now()');

/** Deletes expired codes and rights. */
export async function sweepCodes(db: Database): Promise<void> {
  await db.run(sweepExpiredCodes, []);
  await db.run(sweepExpiredActions, []);
}

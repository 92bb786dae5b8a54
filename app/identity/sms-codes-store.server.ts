import { sql } from 'drizzle-orm';
import type { Database, Queryable, Tx } from '#base/db.server.ts';

/** `phone`: logs in by code and resets a password; `admin`: the second factor. */
export type CodePurpose = 'phone' | 'admin';

/** Tries that a code bears, right or wrong. */
const triesOfCode = 5;

/** Puts a new code in place of the phone's last one for the purpose; it lives 5 minutes. */
export async function storeCode(
  tx: Tx,
  code: { phone: string; purpose: CodePurpose; hash: Buffer; remember: boolean },
): Promise<void> {
  await tx.execute(sql`
    insert into sms_code (phone, purpose, code_hash, remember, expires_at)
    values (${code.phone}, ${code.purpose}, ${code.hash}, ${code.remember}, now() + interval '5 minutes')
    on conflict (phone, purpose) do update set
      id = excluded.id, code_hash = excluded.code_hash, remember = excluded.remember,
      expires_at = excluded.expires_at, tries = 0, used_at = null`);
}

/** A code that has just been tried. */
export interface TriedCode {
  readonly id: string;
  readonly hash: Buffer;
  readonly remember: boolean;
  readonly triesLeft: number;
}

/** Counts a try before anything is compared, so that however many come at once, five are looked at. Null: no such code any more. */
export async function countCodeTry(db: Database, phone: string, purpose: CodePurpose): Promise<TriedCode | null> {
  const counted = await db.execute<{ id: string; code_hash: Buffer; remember: boolean; tries: number }>(sql`
    update sms_code set tries = tries + 1
    where phone = ${phone} and purpose = ${purpose} and used_at is null and expires_at > now() and tries < ${triesOfCode}
    returning id, code_hash, remember, tries`);
  const row = counted.rows[0];
  if (row === undefined) return null;
  return { id: row.id, hash: row.code_hash, remember: row.remember, triesLeft: triesOfCode - row.tries };
}

/** Uses a code up. False where another request was first. */
export async function consumeCode(tx: Tx, phone: string, purpose: CodePurpose, id: string): Promise<boolean> {
  const used = await tx.execute(sql`
    update sms_code set used_at = now()
    where phone = ${phone} and purpose = ${purpose} and id = ${id} and used_at is null and expires_at > now()`);
  return used.rowCount === 1;
}

/** Adds a right that a phone's owner holds under an `actionId`, of which the hash is given. */
export async function storeAction(
  tx: Tx,
  action: { idHash: Buffer; phone: string; passwordHash: string | null; minutes: number },
): Promise<void> {
  const kind = action.passwordHash === null ? 'password' : 'registration';
  await tx.execute(sql`
    insert into phone_action (id_hash, kind, phone, password_hash, expires_at)
    values (${action.idHash}, ${kind}, ${action.phone}, ${action.passwordHash}, now() + ${action.minutes} * interval '1 minute')`);
}

/** The password that a registration waits to set; null where there is no such registration of the phone any more. */
export async function findRegistration(db: Queryable, idHash: Buffer, phone: string): Promise<string | null> {
  const found = await db.execute<{ password_hash: string }>(sql`
    select password_hash from phone_action
    where id_hash = ${idHash} and kind = 'registration' and phone = ${phone} and expires_at > now()`);
  return found.rows[0]?.password_hash ?? null;
}

/** The password of the phone's newest registration that still waits for its code. */
export async function findNewestRegistration(db: Queryable, phone: string): Promise<string | null> {
  const found = await db.execute<{ password_hash: string }>(sql`
    select password_hash from phone_action where phone = ${phone} and kind = 'registration' and expires_at > now()
    order by created_at desc limit 1`);
  return found.rows[0]?.password_hash ?? null;
}

/** Drops all registrations of a phone that wait, once somebody has shown that it is his. */
export async function dropRegistrations(tx: Tx, phone: string): Promise<void> {
  await tx.execute(sql`delete from phone_action where phone = ${phone} and kind = 'registration'`);
}

/** Whether a right to change a password is still there. */
export async function hasPasswordAction(db: Queryable, idHash: Buffer): Promise<boolean> {
  const found = await db.execute(
    sql`select from phone_action where id_hash = ${idHash} and kind = 'password' and expires_at > now()`,
  );
  return found.rowCount === 1;
}

/** Uses the right to change a password up; the phone it is for, or null where it was used or is over. */
export async function takePasswordAction(tx: Tx, idHash: Buffer): Promise<string | null> {
  const taken = await tx.execute<{ phone: string }>(sql`
    delete from phone_action where id_hash = ${idHash} and kind = 'password' and expires_at > now() returning phone`);
  return taken.rows[0]?.phone ?? null;
}

/** Drops every other right to change a phone's password. */
export async function dropPasswordActions(tx: Tx, phone: string): Promise<void> {
  await tx.execute(sql`delete from phone_action where phone = ${phone} and kind = 'password'`);
}

/** Removes codes and rights whose time is over. */
export async function sweepCodes(db: Database): Promise<void> {
  await db.execute(sql`delete from sms_code where expires_at < now()`);
  await db.execute(sql`delete from phone_action where expires_at < now()`);
}

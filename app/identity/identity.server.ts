import type { Queryable, Tx } from '#base/db.server.ts';
import { failures } from '#base/errors.ts';
import { lastAdmin } from './identity-failures.ts';
import {
  clearBlockedRow,
  findPerson as findPersonRow,
  insertPerson,
  lockAdmins,
  type Person,
  setBlockedRow,
  setRoleRow,
} from './people-store.server.ts';
import type { Role } from './roles.ts';
import { endAllSessions } from './sessions.server.ts';

/** What a person starts with. */
export interface NewPerson {
  /** Normalised: digits only. */
  readonly phone: string;
  /** A PHC string; none: the person logs in by code until he sets one. */
  readonly passwordHash?: string;
  readonly role?: Role;
  /** Default: it is confirmed. */
  readonly isConfirmed?: boolean;
  readonly userName?: string;
}

/** What every person has from his first moment. */
export interface PersonHome {
  readonly projectId: string;
  readonly accountId: string;
}

/** Gives a new person what the other areas keep for him, in the transaction that makes him. */
export type PreparePerson = (tx: Tx, person: { userId: string; userName?: string }) => Promise<PersonHome>;

/** Makes a person with all that belongs to him. A phone that is taken violates the constraint `person_phone_key`. */
export async function makePerson(
  tx: Tx,
  person: NewPerson,
  prepare: PreparePerson,
): Promise<PersonHome & { userId: string }> {
  const userId = await insertPerson(tx, {
    phone: person.phone,
    passwordHash: person.passwordHash ?? null,
    role: person.role ?? 'user',
    isConfirmed: person.isConfirmed ?? true,
  });
  const home = await prepare(tx, { userId, ...(person.userName !== undefined && { userName: person.userName }) });
  return { ...home, userId };
}

/** Keeps a person out: his sessions end at once and he cannot log in. `reason` is shown to him. Throws `NotFound`. */
export async function blockPerson(tx: Tx, person: { userId: string; reason: string }): Promise<void> {
  if (!(await setBlockedRow(tx, person.userId, person.reason))) throw failures.notFound.because();
  await endAllSessions(tx, person.userId);
}

/** Lets a blocked person in again. Throws `NotFound`. */
export async function unblockPerson(tx: Tx, userId: string): Promise<void> {
  if (!(await clearBlockedRow(tx, userId))) throw failures.notFound.because();
}

/** Gives a person a role; his sessions end, because they carry the old one. Throws `NotFound`, `LastAdmin`. */
export async function changeRole(tx: Tx, person: { userId: string; role: Role }): Promise<void> {
  const admins = await lockAdmins(tx);
  const isLast = admins.length === 1 && admins[0] === person.userId && person.role !== 'admin';
  if (isLast) throw lastAdmin.because();
  if (!(await setRoleRow(tx, person.userId, person.role))) throw failures.notFound.because();
  await endAllSessions(tx, person.userId);
}

/** The person of an id: phone, role, whether and why he is blocked. */
export function findPerson(db: Queryable, userId: string): Promise<Person | null> {
  return findPersonRow(db, userId);
}

/** Ends every session of a person: refused at once on this process and within a second on every other. */
export function endSessions(tx: Tx, userId: string): Promise<void> {
  return endAllSessions(tx, userId);
}

import type { SQL } from 'drizzle-orm';
import type { Logger } from 'pino';
import type { CountryProfile } from '#app/country.ts';
import type { Handlers } from '#base/bound-call.server.ts';
import type { Caller } from '#base/call-context.server.ts';
import type { Database, Queryable, Tx } from '#base/db.server.ts';
import { failures } from '#base/errors.ts';
import { deviceName } from './device-name.ts';
import type { identityCalls } from './identity.calls.ts';
import { lastAdmin } from './identity-failures.ts';
import { createIdentityHandlers } from './identity-handlers.server.ts';
import type { NewPerson, PersonHome, PreparePerson } from './identity-services.server.ts';
import type { LiveSessions } from './live-sessions.server.ts';
import type { outboxCalls } from './outbox.calls.ts';
import { createOutbox } from './outbox.server.ts';
import { sweepOutbox } from './outbox-store.server.ts';
import { sweepPasswordDelays } from './password-delay-store.server.ts';
import { PasswordHashing } from './password-hashing.server.ts';
import {
  clearBlockedRow,
  findPerson as findPersonRow,
  lockAdmins,
  type Person,
  readPeople,
  setBlockedRow,
  setRoleRow,
  withPhone,
  withRole,
} from './people-store.server.ts';
import { createPhoneCodes } from './phone-codes.server.ts';
import { makePersonRow } from './registration.server.ts';
import { isRole, type Role } from './roles.ts';
import { readSecretKeys } from './secret-keys.server.ts';
import { createSessions, endAllSessions, type NewSession, type TokenPair } from './sessions.server.ts';
import { listSessions, sweepSessions } from './sessions-store.server.ts';
import { sweepSmsBudget } from './sms-budget-store.server.ts';
import { sweepCodes } from './sms-codes-store.server.ts';
import { createHttpGateway } from './sms-gateway.server.ts';

/** What the area needs from the house. */
export interface IdentityOptions {
  readonly db: Database;
  /** `JWT_SECRET`: one secret, or several by commas of which the first signs. */
  readonly jwtSecret: string;
  readonly country: CountryProfile;
  readonly publicUrl: string;
  /** The gateway's address; null: texts go to the outbox, which is for use outside production only. */
  readonly smsUrl: string | null;
  /** False: no budgets and no delays, for load tests. */
  readonly hasLimits: boolean;
  /** Codes in an hour over all phones and addresses. Default 2,000. */
  readonly smsPerHour?: number;
  readonly preparePerson: PreparePerson;
  /** The public name of a user, which another area keeps. */
  userNameOf(db: Queryable, userId: string): Promise<string | null>;
  /** Prints the texts of the outbox. */
  print(line: string): void;
  readonly log: Logger;
}

/** The running area. */
export interface Identity {
  readonly handlers: Handlers<typeof identityCalls>;
  /** Of the call that exists only where texts go to the outbox; null: a gateway is set. */
  readonly outboxHandlers: Handlers<typeof outboxCalls> | null;
  /** Who a bearer token belongs to; null where it is not valid or its session has ended. */
  authenticate(token: string): Promise<Caller | null>;
  /** To be connected to the dropped tags (`connectCache`), so that sessions ended elsewhere are refused at once. */
  readonly sessionCache: LiveSessions;
  /** Opens a session for a person without asking him anything. */
  openSession(tx: Tx, session: NewSession): Promise<TokenPair>;
  /** The PHC string of a password. */
  hashPassword(password: string): Promise<string>;
  /** Removes what is over; to be run every hour or so. */
  sweep(): Promise<void>;
}

/** Makes the area. */
export function createIdentity(options: IdentityOptions): Identity {
  const { db, jwtSecret, country, publicUrl, smsUrl, hasLimits, smsPerHour = 2_000, log } = options;
  const { preparePerson, userNameOf, print } = options;
  const keys = readSecretKeys(jwtSecret);
  const sessions = createSessions(db, keys);
  const hashing = new PasswordHashing();
  const outbox = smsUrl === null ? createOutbox({ db, keys, print }) : null;
  const gateway = outbox ?? createHttpGateway(smsUrl ?? '');
  const budget = hasLimits ? { globalPerHour: smsPerHour } : null;
  const codes = createPhoneCodes({ db, keys, gateway, budget, publicUrl, log });
  return {
    handlers: createIdentityHandlers({
      db,
      country,
      keys,
      sessions,
      hashing,
      codes,
      hasLimits,
      preparePerson,
      userNameOf,
    }),
    outboxHandlers: outbox?.handlers ?? null,
    authenticate: sessions.authenticate,
    sessionCache: sessions.cache,
    openSession: sessions.open,
    hashPassword: (password) => hashing.hash(password),
    async sweep() {
      await sweepSessions(db);
      await sweepCodes(db);
      await sweepSmsBudget(db);
      await sweepPasswordDelays(db);
      await sweepOutbox(db);
    },
  };
}

/** Makes a person with all that belongs to him. A phone that is taken violates the constraint `person_phone_key`. */
export function makePerson(
  tx: Tx,
  person: NewPerson,
  prepare: PreparePerson,
): Promise<PersonHome & { userId: string }> {
  return makePersonRow(tx, person, prepare);
}

/** The person of an id: phone, role, whether and why he is blocked. */
export function findPerson(db: Queryable, userId: string): Promise<Person | null> {
  return findPersonRow(db, userId);
}

/** The people of some ids; unknown ids are left out. */
export async function findPeople(db: Queryable, userIds: readonly string[]): Promise<ReadonlyMap<string, Person>> {
  return new Map((await readPeople(db, userIds)).map((person) => [person.userId, person]));
}

/** A query of the ids of people of a role, to narrow another one with. */
export function peopleWithRole(role: Role): SQL {
  return withRole(role);
}

/** A query of the ids of people whose phone holds the digits, to narrow another one with. */
export function peopleWithPhone(digits: string): SQL {
  return withPhone(digits);
}

/** A person's living sessions, the one used last first; `device`: as people would name it, null where it is unknown. */
export async function sessionsOf(db: Queryable, userId: string) {
  const rows = await listSessions(db, userId);
  return rows.map(({ id, user_agent, roles, created_at, last_used_at }) => ({
    id,
    device: deviceName(user_agent),
    roles: roles.filter(isRole),
    createdAt: created_at,
    lastUsedAt: last_used_at,
  }));
}

/** Ends every session of a person: refused at once on this process and within a second on every other. */
export function endSessions(tx: Tx, userId: string): Promise<void> {
  return endAllSessions(tx, userId);
}

/** Keeps a person out: his sessions end at once and he cannot log in. `reason` is shown to him. Throws `NotFound`, `LastAdmin`. */
export async function blockPerson(tx: Tx, person: { userId: string; reason: string }): Promise<void> {
  const admins = await lockAdmins(tx);
  if (admins.length === 1 && admins[0] === person.userId) throw lastAdmin.because();
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

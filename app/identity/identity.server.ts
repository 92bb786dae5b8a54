import type { Logger } from 'pino';
import type { CountryProfile } from '#app/country.ts';
import type { Area } from '#base/calls/area.server.ts';
import { bindCalls } from '#base/calls/bound-call.server.ts';
import type { CallContext, Caller } from '#base/calls/call-context.server.ts';
import { failures } from '#base/calls/errors.ts';
import type { Config } from '#base/config/config.server.ts';
import type { Database, Queryable, Tx } from '#base/db/db.server.ts';
import { dropCached } from '#base/events/cache-tags.server.ts';
import { deviceName } from '#base/text/device-name.ts';
import type { CodeChats } from './code-chats.server.ts';
import { createOutbox } from './codes/outbox.server.ts';
import { sweepOutbox } from './codes/outbox-store.server.ts';
import { createPhoneCodes, type SiteName } from './codes/phone-codes.server.ts';
import { sweepSmsBudget } from './codes/sms-budget-store.server.ts';
import { sweepCodes } from './codes/sms-codes-store.server.ts';
import { identityCalls } from './identity.calls.ts';
import { lastAdmin, telegramLogin } from './identity-failures.ts';
import { createIdentityHandlers } from './identity-handlers.server.ts';
import {
  type ConnectedTools,
  endSessions,
  type IdentityServices,
  type OwnNamesOf,
  type PreparePerson,
} from './identity-services.server.ts';
import { outboxCalls } from './outbox.calls.ts';
import { sweepPasswordDelays } from './passwords/password-delay-store.server.ts';
import { PasswordHashing } from './passwords/password-hashing.server.ts';
import {
  clearBlockedRow,
  holdPerson,
  lockAdmins,
  type Person,
  readPeople,
  setBlockedRow,
  setRoleRow,
} from './people-store.server.ts';
import { isRole, type Role, sessionRoles } from './roles.ts';
import { readSecretKeys } from './secret-keys.server.ts';
import { createSenders } from './senders/chosen-senders.server.ts';
import { type CodeMeter, createCodeSending, readBalances } from './senders/code-sending.server.ts';
import { createCodeWays } from './senders/code-ways.server.ts';
import { confirmPassword } from './session/confirm-password.server.ts';
import { createSessions, type NewSession, type TokenPair } from './session/sessions.server.ts';
import {
  endTelegramRows,
  holdAliveSession,
  isSessionAlive,
  isSessionByTelegram,
  keepAliveSession,
  listSessions,
  readSessionIds,
  sweepSessions,
  waitForHolder,
} from './sessions-store.server.ts';

/** The dependencies of the area. */
export interface IdentityOptions {
  readonly db: Database;
  /** Without senders in `SMS` texts go to the outbox, which can be read only outside production. */
  readonly config: Config;
  readonly country: CountryProfile;
  /** Codes in an hour over all phones and addresses. Default 2,000. */
  readonly smsPerHour?: number;
  readonly preparePerson: PreparePerson;
  readonly tools: ConnectedTools;
  readonly ownNamesOf: OwnNamesOf;
  readonly siteName: SiteName;
  /** Prints the texts of the outbox. Default: to the standard output. */
  readonly print?: (line: string) => void;
  readonly codeMeter: CodeMeter;
  readonly log: Logger;
}

/** The running area. */
export interface Identity extends Area {
  /** The user of a bearer token; null if the token is invalid or its session has ended. */
  authenticate(token: string): Promise<Caller | null>;
  /** Opens a session for a person without password or code. */
  openSession(tx: Tx, session: NewSession): Promise<TokenPair>;
  /** Opens a session for whom a linked chat may log in (`holdForTelegram`): no role beyond that of a user, a day at most. */
  openTelegramSession(tx: Tx, person: Pick<NewSession, 'userId' | 'userAgent' | 'network'>): Promise<TokenPair>;
  /** Makes the chats of another area get codes before the senders do. */
  sendFirstTo(chats: CodeChats): void;
  /** The PHC string of a password. */
  hashPassword(password: string): Promise<string>;
  /** See `confirmPassword`. */
  confirmPassword(password: string, context: CallContext): Promise<void>;
  /** Removes expired sessions, codes and delays. */
  sweep(): Promise<void>;
}

const minute = 60_000;
const hour = 60 * minute;

const codesRefused = 'codes were refused because too many are asked for';

function onceAMinute(work: () => void): () => void {
  let last = Number.NEGATIVE_INFINITY;
  return () => {
    const now = performance.now();
    if (now - last < minute) return;
    last = now;
    work();
  };
}

async function sweep(db: Database): Promise<void> {
  await sweepSessions(db);
  await sweepCodes(db);
  await sweepSmsBudget(db);
  await sweepPasswordDelays(db);
  await sweepOutbox(db);
}

/** Creates the area. */
export function createIdentity(options: IdentityOptions): Identity {
  const { db, config, country, smsPerHour = 2_000, preparePerson, tools, ownNamesOf, siteName, log } = options;
  const { codeMeter: meter, print = (line) => process.stdout.write(`${line}\n`) } = options;
  const { publicUrl, LIMITS: hasLimits } = config;
  const keys = readSecretKeys(config.JWT_SECRET);
  const sessions = createSessions(db, keys);
  const hashing = new PasswordHashing();
  const senders = createSenders(config);
  const outbox = senders.length === 0 ? createOutbox({ db, keys, print }) : null;
  const sending = outbox ?? createCodeSending({ senders, meter, prices: config.SMS_PRICES ?? new Map(), log });
  const budget = hasLimits ? { globalPerHour: smsPerHour, onFull: onceAMinute(() => log.warn(codesRefused)) } : null;
  let codeChats: CodeChats | null = null;
  const sendByWays = createCodeWays({ db, chats: () => codeChats, sending, meter, log });
  const codes = createPhoneCodes({ db, keys, sending, sendByWays, budget, publicUrl, siteName, log });
  const services: IdentityServices = {
    db,
    country,
    keys,
    sessions,
    hashing,
    codes,
    codeChats: () => codeChats,
    isHttps: publicUrl.startsWith('https:'),
    hasLimits,
    preparePerson,
    tools,
    ownNamesOf,
  };
  return {
    calls: [
      ...bindCalls(identityCalls, createIdentityHandlers(services)),
      ...(outbox === null || config.isProduction ? [] : bindCalls(outboxCalls, outbox.handlers)),
    ],
    jobs: [
      { name: 'old sessions and codes', everyMilliseconds: hour, run: () => sweep(db) },
      ...(outbox === null
        ? [{ name: 'balances of senders', everyMilliseconds: 5 * minute, run: () => readBalances(senders, meter) }]
        : []),
    ],
    // Refuses sessions at once that another process ended.
    caches: [sessions.cache],
    authenticate: sessions.authenticate,
    openSession: sessions.open,
    openTelegramSession: (tx, person) =>
      sessions.open(tx, { ...person, roles: sessionRoles('user', false), remember: false, byTelegram: true }),
    sendFirstTo(chats) {
      codeChats = chats;
    },
    hashPassword: (password) => hashing.hash(password),
    confirmPassword: (password, context) => confirmPassword(services, password, context),
    sweep: () => sweep(db),
  };
}

/** The people of some ids; unknown ids are left out. */
export async function findPeople(db: Queryable, userIds: readonly string[]): Promise<ReadonlyMap<string, Person>> {
  return new Map((await readPeople(db, userIds)).map((person) => [person.userId, person]));
}

/**
 * Holds a person until the transaction ends, so that neither a block nor another role comes in between. Null unless a chat may open the
 * account: it is confirmed, not blocked, and nobody's of the staff, who need a second factor.
 */
export async function holdForTelegram(tx: Tx, userId: string): Promise<Person | null> {
  const person = await holdPerson(tx, userId);
  return person?.role === 'user' && person.isConfirmed && !person.isBlocked ? person : null;
}

/** Ends the sessions of a person that a linked chat has opened: refused at once. Call it after the link is gone, with the person locked. */
export async function endTelegramSessions(tx: Tx, userId: string): Promise<void> {
  const ids = await endTelegramRows(tx, userId);
  if (ids.length > 0)
    await dropCached(
      tx,
      ids.map((id) => `session:${id}`),
    );
}

/** A person's active sessions, the last used first; `device`: a readable name, null if unknown. */
export async function sessionsOf(db: Queryable, userId: string) {
  const rows = await listSessions(db, userId);
  return rows.map(({ userAgent, roles, ...session }) => ({
    ...session,
    device: deviceName(userAgent),
    roles: roles.filter(isRole),
  }));
}

/**
 * Throws `Unauthorized` if the caller's session has ended since the call was admitted. Call it after locking the rows that a new password
 * changes, so that nothing is created for a session that the new password has ended.
 */
export async function requireLiveSession(tx: Tx, { sessionId }: Caller): Promise<void> {
  if (!(await isSessionAlive(tx, sessionId))) throw failures.unauthorized();
}

/** Whether a linked chat has opened the caller's session. */
export const isByTelegram = (db: Queryable, { sessionId }: Caller): Promise<boolean> =>
  isSessionByTelegram(db, sessionId);

/** Refuses a session that a linked chat has opened to give what lasts longer than itself. Throws `TelegramLogin`. */
export async function requireLastingLogin(db: Queryable, caller: Caller): Promise<void> {
  if (await isByTelegram(db, caller)) throw telegramLogin();
}

/** Keeps a session from being ended until the transaction ends, after its person was locked; false where it has ended. */
export const keepSession = (tx: Tx, sessionId: string): Promise<boolean> => keepAliveSession(tx, sessionId);

/** Keeps the caller's session until the transaction ends. Throws `Unauthorized` if it has ended. */
export async function holdSession(tx: Tx, { sessionId }: Caller): Promise<void> {
  if (!(await holdAliveSession(tx, sessionId))) throw failures.unauthorized();
}

/**
 * Waits for the calls of a blocked person's ended sessions: afterwards none of them writes any more. One session at a time is locked, since
 * a call of one may end another.
 */
export async function waitForCalls(db: Database, userId: string): Promise<void> {
  for (const id of await readSessionIds(db, userId)) await waitForHolder(db, id);
}

/**
 * Blocks a person: all sessions end at once, and no login succeeds. `reason` is shown at the login; it replaces that of an earlier block
 * unless `keepsEarlier`. Throws `NotFound`, `LastAdmin`.
 */
export async function blockPerson(
  tx: Tx,
  { userId, reason, keepsEarlier = false }: { userId: string; reason: string; keepsEarlier?: boolean },
): Promise<void> {
  const admins = await lockAdmins(tx);
  if (admins.length === 1 && admins[0] === userId) throw lastAdmin();
  if (!(await setBlockedRow(tx, { userId, reason, keepsEarlier }))) throw failures.notFound();
  await endSessions(tx, userId);
}

/** Unblocks a person. Throws `NotFound`. */
export async function unblockPerson(tx: Tx, userId: string): Promise<void> {
  if (!(await clearBlockedRow(tx, userId, null))) throw failures.notFound();
}

/** Unblocks a person who is blocked for this reason; another block stays. */
export async function takeBlockBack(tx: Tx, person: { userId: string; reason: string }): Promise<void> {
  await clearBlockedRow(tx, person.userId, person.reason);
}

/**
 * Changes the role of a person, returns the one before, and ends the sessions, because they carry that. Throws `NotFound`, `LastAdmin`.
 */
export async function changeRole(tx: Tx, person: { userId: string; role: Role }): Promise<Role> {
  const admins = await lockAdmins(tx);
  const isLast = admins.length === 1 && admins[0] === person.userId && person.role !== 'admin';
  if (isLast) throw lastAdmin();
  const before = await setRoleRow(tx, person.userId, person.role);
  if (before === null) throw failures.notFound();
  await endSessions(tx, person.userId);
  return before;
}

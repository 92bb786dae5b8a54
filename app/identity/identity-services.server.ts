import type { CountryProfile } from '#app/country.ts';
import type { CallContext } from '#base/calls/call-context.server.ts';
import { failures } from '#base/calls/errors.ts';
import type { Database, Queryable, Tx } from '#base/db/db.server.ts';
import { dropCached } from '#base/events/cache-tags.server.ts';
import type { CodeChats } from './code-chats.server.ts';
import type { PhoneCodes } from './codes/phone-codes.server.ts';
import type { PasswordHashing } from './passwords/password-hashing.server.ts';
import { insertPerson } from './people-store.server.ts';
import type { Role } from './roles.ts';
import type { SecretKeys } from './secret-keys.server.ts';
import type { Sessions } from './session/sessions.server.ts';
import { endSessionRows } from './sessions-store.server.ts';

/** The properties of a new user. */
export interface NewPerson {
  /** Normalised: digits only. */
  readonly phone: string;
  /** A PHC string; without one the user logs in by code until there is a password. */
  readonly passwordHash?: string;
  readonly role?: Role;
  /** Default: true. */
  readonly isConfirmed?: boolean;
  readonly userName?: string;
  /** Only for imported data; default: now. */
  readonly createdAt?: Date;
}

/** The project and the account that every user has from registration. */
export interface PersonHome {
  readonly projectId: string;
  readonly accountId: string;
}

/** Creates the records of a new user in other areas, in the same transaction. */
export type PreparePerson = (tx: Tx, person: { userId: string; userName?: string }) => Promise<PersonHome>;

/** The tools that were revoked; `hasWidgets`: the widget addresses have changed. */
export interface RevokedTools {
  readonly tokens: number;
  readonly webhooks: number;
  /** Chats that got notices. */
  readonly chats: number;
  readonly browsers: number;
  readonly hasWidgets: boolean;
}

/** Access to an account beside its sessions, which other areas store. */
export interface ConnectedTools {
  areThere(db: Queryable, userId: string): Promise<boolean>;
  revoke(tx: Tx, userId: string): Promise<RevokedTools>;
  /** Leaves the tools, except what opens the account itself: chats get messages only, until they are linked again. */
  keep(tx: Tx, userId: string): Promise<void>;
  /** Writes to the audit trail what a new password did with the tools. */
  note(tx: Tx, userId: string, details: { readonly keepTools: boolean } & Partial<RevokedTools>): Promise<void>;
}

/** Reads the user name and the whole name, if there is one; another area stores them. */
export type OwnNamesOf = (db: Queryable, userId: string) => Promise<{ userName: string; name?: string } | null>;

/** The dependencies of the handlers. */
export interface IdentityServices {
  readonly db: Database;
  readonly country: CountryProfile;
  readonly keys: SecretKeys;
  readonly sessions: Sessions;
  readonly hashing: PasswordHashing;
  readonly codes: PhoneCodes;
  /** Null where no area keeps chats. */
  readonly codeChats: () => CodeChats | null;
  /** Whether visitors reach the site by https. */
  readonly isHttps: boolean;
  /** False: wrong passwords are not delayed, for load tests. */
  readonly hasLimits: boolean;
  readonly preparePerson: PreparePerson;
  readonly tools: ConnectedTools;
  readonly ownNamesOf: OwnNamesOf;
}

/** Throws `ValidationFailed` for a phone that does not belong to the country. */
export function requirePhone(country: CountryProfile, phone: string): void {
  if (country.phonePattern.test(phone)) return;
  const message = `Укажите номер в виде ${country.phoneMask.replaceAll('#', '_')}`;
  throw failures.validationFailed({ fields: { phone: message } });
}

/** The origin of a session, stored with it. */
export function originOf({ request, network }: CallContext): { userAgent: string; network: string } {
  return { userAgent: request.headers['user-agent'] ?? '', network };
}

/** Creates a user with all records of other areas. A phone that is taken violates the constraint `person_phone_key`. */
export async function makePerson(
  tx: Tx,
  person: NewPerson,
  prepare: PreparePerson,
): Promise<PersonHome & { userId: string }> {
  const { phone, passwordHash = null, role = 'user', isConfirmed = true, userName, createdAt = null } = person;
  const userId = await insertPerson(tx, { phone, passwordHash, role, isConfirmed, createdAt });
  const home = await prepare(tx, { userId, ...(userName !== undefined && { userName }) });
  return { ...home, userId };
}

/** Ends every session of a user: refused at once on this process and within a second on every other. */
export async function endSessions(tx: Tx, userId: string): Promise<void> {
  await endSessionRows(tx, userId);
  await dropCached(tx, [`person:${userId}`]);
}

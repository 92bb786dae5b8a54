import type { CountryProfile } from '#app/country.ts';
import type { CallContext } from '#base/call-context.server.ts';
import type { Database, Queryable, Tx } from '#base/db.server.ts';
import { failures } from '#base/errors.ts';
import type { PasswordHashing } from './password-hashing.server.ts';
import type { PhoneCodes } from './phone-codes.server.ts';
import type { Role } from './roles.ts';
import type { SecretKeys } from './secret-keys.server.ts';
import type { Sessions } from './sessions.server.ts';

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
  /** Only for data brought from elsewhere; default: now. */
  readonly createdAt?: Date;
}

/** What every person has from his first moment. */
export interface PersonHome {
  readonly projectId: string;
  readonly accountId: string;
}

/** Gives a new person what the other areas keep for him, in the transaction that makes him. */
export type PreparePerson = (tx: Tx, person: { userId: string; userName?: string }) => Promise<PersonHome>;

/** What the area's handlers work with. */
export interface IdentityServices {
  readonly db: Database;
  readonly country: CountryProfile;
  readonly keys: SecretKeys;
  readonly sessions: Sessions;
  readonly hashing: PasswordHashing;
  readonly codes: PhoneCodes;
  /** False: wrong passwords are not slowed down, for load tests. */
  readonly hasLimits: boolean;
  readonly preparePerson: PreparePerson;
  /** The public name of a user, which another area keeps. */
  userNameOf(db: Queryable, userId: string): Promise<string | null>;
}

/** Refuses a phone that is none of the country: `ValidationFailed`. */
export function requirePhone(country: CountryProfile, phone: string): void {
  if (country.phonePattern.test(phone)) return;
  const message = `Укажите номер в виде ${country.phoneMask.replaceAll('#', '_')}`;
  throw failures.validationFailed.because({ fields: { phone: message } });
}

/** What a session remembers of where it was opened. */
export function originOf({ request, address }: CallContext): { userAgent: string; address: string } {
  return { userAgent: request.headers['user-agent'] ?? '', address };
}

import type { CallContext } from '#base/call-context.server.ts';
import type { Tx } from '#base/db.server.ts';
import { failures } from '#base/errors.ts';
import type { Budget } from '#base/rate-limit.server.ts';
import { accountBlocked, badCredentials, phoneNotConfirmed } from './identity-failures.ts';
import { type IdentityServices, originOf } from './identity-services.server.ts';
import { countPasswordTry, forgetPasswordTries } from './password-delay-store.server.ts';
import { findPersonByPhone, holdPersonByPhone, type PersonWithPassword } from './people-store.server.ts';
import { sessionRoles } from './roles.ts';
import { keyedHash } from './secret-keys.server.ts';
import { networkOf, type TokenPair } from './sessions.server.ts';
import { hasLoggedInFrom } from './sessions-store.server.ts';
import { findNewestRegistration } from './sms-codes-store.server.ts';

/** Password tries of one address over all phones: bears an office behind one address. */
const triesOfAddress: Budget = {
  name: 'password-tries',
  points: 120,
  seconds: 600,
  message: 'С вашего адреса слишком много попыток входа. Попробуйте через несколько минут',
};

/** Wrong passwords of one phone over all addresses. Addresses that the person has logged in from before are not held back. */
const wrongOfPhone: Budget = {
  name: 'wrong-passwords',
  points: 100,
  seconds: 3600,
  message: 'Пароль к этому номеру слишком часто вводят неверно. Войдите по коду из SMS',
};

/** What a right password belongs to. */
export interface RightPassword {
  /** Null: a registration that waits for its code. */
  readonly person: PersonWithPassword | null;
  /** Forgets the tries that led here; only for a login that goes on. */
  forgetTries(tx: Tx): Promise<void>;
}

interface Credentials {
  readonly phone: string;
  readonly password: string;
}

async function admitTry(services: IdentityServices, phone: string, context: CallContext): Promise<void> {
  const network = networkOf(context.address);
  await context.limits.spend(triesOfAddress, network);
  const hashes = services.keys.all.map(({ address }) => keyedHash(address, network));
  if (!(await hasLoggedInFrom(services.db, phone, hashes))) await context.limits.require(wrongOfPhone, phone);
  if (!services.hasLimits) return;
  const seconds = await countPasswordTry(services.db, phone, network);
  if (seconds === 0) return;
  throw failures.tooManyRequests.because({
    message: `Слишком много неверных паролей. Следующая попытка через ${seconds} с`,
    retryAfter: seconds,
  });
}

/**
 * Checks a password. An unknown phone takes the same steps and the same time as a wrong password, and gets the same
 * `BadCredentials`. The try is counted before it is looked at, so that a hundred at once are slowed down like a hundred in a
 * row: by phone and address, which leaves the phone's owner at his own address alone, and more softly by phone
 * (`TooManyRequests`). Throws `ServiceUnavailable` when too many are being checked.
 */
export async function checkPassword(
  services: IdentityServices,
  { phone, password }: Credentials,
  context: CallContext,
): Promise<RightPassword> {
  services.hashing.requireRoom();
  await admitTry(services, phone, context);
  const [person, waiting] = await Promise.all([
    findPersonByPhone(services.db, phone),
    findNewestRegistration(services.db, phone),
  ]);
  const hash = person === null ? waiting : person.passwordHash;
  if (await services.hashing.verify(password, hash)) {
    return { person, forgetTries: (tx) => forgetPasswordTries(tx, phone, networkOf(context.address)) };
  }
  await context.limits.spend(wrongOfPhone, phone).catch((error: unknown) => {
    if (!failures.tooManyRequests.is(error)) throw error;
  });
  throw badCredentials.because();
}

/** `AccountBlocked` with the moderator's reason. */
export function refuseBlocked({ isBlocked, blockedReason }: PersonWithPassword): void {
  if (!isBlocked) return;
  const reason = blockedReason === null || blockedReason === '' ? '' : `: ${blockedReason}`;
  throw accountBlocked.because({ message: `${accountBlocked.message}${reason}` });
}

/** Opens a session for a person that the transaction holds. */
export function openFor(
  services: IdentityServices,
  tx: Tx,
  session: {
    person: Pick<PersonWithPassword, 'userId' | 'role'>;
    hasSecondFactor: boolean;
    remember: boolean;
    context: CallContext;
  },
): Promise<TokenPair> {
  const { person, hasSecondFactor, remember, context } = session;
  const roles = sessionRoles(person.role, hasSecondFactor);
  return services.sessions.open(tx, { userId: person.userId, roles, remember, ...originOf(context) });
}

/** Logs in by password: a plain session. */
export async function logInByPassword(
  services: IdentityServices,
  login: Credentials & { rememberMe: boolean },
  context: CallContext,
): Promise<TokenPair> {
  const { person, forgetTries } = await checkPassword(services, login, context);
  if (person === null || !person.isConfirmed) throw phoneNotConfirmed.because();
  return services.db.transaction(async (tx) => {
    const held = await holdPersonByPhone(tx, login.phone);
    // The password may have been changed while this one was being checked.
    if (held === null || held.passwordHash !== person.passwordHash) throw badCredentials.because();
    refuseBlocked(held);
    await forgetTries(tx);
    return openFor(services, tx, { person: held, hasSecondFactor: false, remember: login.rememberMe, context });
  });
}

import type { CallContext } from '#base/calls/call-context.server.ts';
import { failures } from '#base/calls/errors.ts';
import type { Tx } from '#base/db/db.server.ts';
import type { Budget } from '#base/http/rate-limit.server.ts';
import { findNewestRegistration } from '../codes/sms-codes-store.server.ts';
import { accountBlocked, badCredentials, phoneNotConfirmed } from '../identity-failures.ts';
import { type IdentityServices, originOf } from '../identity-services.server.ts';
import { countPasswordTry, forgetPasswordTries } from '../passwords/password-delay-store.server.ts';
import { findPersonByPhone, holdPersonByPhone, type PersonWithPassword } from '../people-store.server.ts';
import { sessionRoles } from '../roles.ts';
import { keyedHash } from './secret-keys.server.ts';
import type { TokenPair } from './sessions.server.ts';
import { hasLoggedInFrom } from './sessions-store.server.ts';

/** Password attempts of one address over all phones. Large enough for an office behind one address. */
const triesOfAddress: Budget = {
  name: 'password-tries',
  points: 120,
  seconds: 600,
  message: 'С вашего адреса слишком много попыток входа. Попробуйте через несколько минут',
};

/** Wrong passwords of one phone over all addresses. Does not apply to addresses that the user has logged in from before. */
const wrongOfPhone: Budget = {
  name: 'wrong-passwords',
  points: 100,
  seconds: 3600,
  message: 'Пароль к этому номеру слишком часто вводят неверно. Войдите по коду из SMS',
};

/** The owner of a correct password. */
export interface RightPassword {
  /** Null: a registration that is not confirmed yet. */
  readonly person: PersonWithPassword | null;
  /** Deletes the counted attempts; only for a login that succeeds. */
  forgetTries(tx: Tx): Promise<void>;
}

interface Credentials {
  readonly phone: string;
  readonly password: string;
}

async function admitTry(services: IdentityServices, phone: string, context: CallContext): Promise<void> {
  const { network } = context;
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
 * Checks a password. An unknown phone takes the same steps and time as a wrong password and gets the same `BadCredentials`. The attempt is
 * counted before the check, so that parallel attempts are delayed like sequential ones: by phone and address, which spares the owner at his
 * own address, and with a higher limit by phone (`TooManyRequests`). Throws `ServiceUnavailable` if too many checks are queued.
 */
export async function checkPassword(
  services: IdentityServices,
  { phone, password }: Credentials,
  context: CallContext,
): Promise<RightPassword> {
  services.hashing.requireRoom(context.network);
  await admitTry(services, phone, context);
  const [person, waiting] = await Promise.all([
    findPersonByPhone(services.db, phone),
    findNewestRegistration(services.db, phone),
  ]);
  const hash = person === null ? waiting : person.passwordHash;
  if (await services.hashing.verify(password, hash, context.network)) {
    return { person, forgetTries: (tx) => forgetPasswordTries(tx, phone, context.network) };
  }
  await context.limits.spend(wrongOfPhone, phone).catch((error: unknown) => {
    if (!failures.tooManyRequests.is(error)) throw error;
  });
  throw badCredentials.because();
}

/** Throws `AccountBlocked` with the moderator's reason. */
export function refuseBlocked({ isBlocked, blockedReason }: PersonWithPassword): void {
  if (!isBlocked) return;
  const reason = blockedReason === null || blockedReason === '' ? '' : `: ${blockedReason}`;
  throw accountBlocked.because({ message: `${accountBlocked.message}${reason}` });
}

/** Opens a session for a user that the transaction has locked. */
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

/** Locks a user whose password was checked. Throws `BadCredentials` if the password was changed during the check. */
export async function requireSamePassword(tx: Tx, checked: PersonWithPassword): Promise<PersonWithPassword> {
  const person = await holdPersonByPhone(tx, checked.phone);
  if (person === null || person.passwordHash !== checked.passwordHash) throw badCredentials.because();
  return person;
}

/** Logs in by password, without staff roles. */
export async function logInByPassword(
  services: IdentityServices,
  login: Credentials & { rememberMe: boolean },
  context: CallContext,
): Promise<TokenPair> {
  const { person, forgetTries } = await checkPassword(services, login, context);
  if (person === null || !person.isConfirmed) throw phoneNotConfirmed.because();
  return services.db.transaction(async (tx) => {
    const held = await requireSamePassword(tx, person);
    refuseBlocked(held);
    await forgetTries(tx);
    return openFor(services, tx, { person: held, hasSecondFactor: false, remember: login.rememberMe, context });
  });
}

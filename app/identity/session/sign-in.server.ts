import type { CallContext } from '#base/calls/call-context.server.ts';
import { failures } from '#base/calls/errors.ts';
import type { Budget } from '#base/calls/rate-limit.server.ts';
import type { Tx } from '#base/db/db.server.ts';
import { siteOf } from '#base/process/network-of.ts';
import { findNewestRegistration } from '../codes/sms-codes-store.server.ts';
import { accountBlocked, badCredentials, phoneNotConfirmed } from '../identity-failures.ts';
import { type IdentityServices, originOf } from '../identity-services.server.ts';
import { browserTokensOf, keepBrowserTokens, newBrowserToken } from '../origins/known-browsers.server.ts';
import { originOfTry } from '../origins/origin-of-try.server.ts';
import { countPasswordTry, forgetPasswordTries } from '../passwords/password-delay-store.server.ts';
import { findPersonByPhone, holdPersonByPhone, type PersonWithPassword } from '../people-store.server.ts';
import { sessionRoles } from '../roles.ts';
import { plainHash } from '../secret-keys.server.ts';
import { forgetBrowsersOf } from '../sessions-store.server.ts';
import type { TokenPair } from './sessions.server.ts';

/** Password attempts of one network over all phones. Large enough for an office behind one address. */
const triesOfAddress: Budget = {
  name: 'password-tries',
  points: 120,
  seconds: 600,
  message: 'С вашего адреса слишком много попыток входа. Попробуйте через несколько минут',
};

/** Password attempts of one site for one phone: an IPv6 /48 has thousands of networks, each with delays of its own. */
const triesOfSite: Budget = {
  name: 'password-site',
  points: 20,
  seconds: 3600,
  message: 'Из вашей сети слишком часто вводят неверный пароль к этому номеру. Попробуйте через час или из другой сети',
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

/** Null for an IPv4 address, whose own delay is enough. */
function keyOfSite(network: string, phone: string): string | null {
  const site = siteOf(network);
  return site === network ? null : `${site}:${phone}`;
}

/** Counts an attempt or refuses it. Returns in whose name it is counted. */
async function admitTry(services: IdentityServices, phone: string, context: CallContext): Promise<string> {
  const { limits, network } = context;
  const asker = { network, browserTokens: browserTokensOf(context) };
  const { origin, countedAs } = await originOfTry(services, phone, asker);
  const isKnown = origin === 'known';
  if (!isKnown) await limits.spendByNetwork(triesOfAddress, network);
  if (!services.hasLimits) return countedAs;
  const seconds = await countPasswordTry(services.db, { phone, countedAs, isKnown });
  if (seconds > 0) {
    throw failures.tooManyRequests({
      message: `Слишком много неверных паролей. Следующая попытка через ${seconds} с`,
      retryAfter: seconds,
    });
  }
  const site = keyOfSite(network, phone);
  if (site !== null && !isKnown) await limits.spend(triesOfSite, site);
  return countedAs;
}

/**
 * Checks a password. An unknown phone takes the same steps and time as a wrong password and gets the same `BadCredentials`. The attempt is
 * counted before the check, so that parallel attempts are delayed like sequential ones. Every site has its own attempts for a phone, so that
 * no one else's close a login (`TooManyRequests`). Throws `ServiceUnavailable` if too many checks are queued.
 */
export async function checkPassword(
  services: IdentityServices,
  { phone, password }: Credentials,
  context: CallContext,
): Promise<RightPassword> {
  services.hashing.requireRoom(context.network);
  const countedAs = await admitTry(services, phone, context);
  const [person, waiting] = await Promise.all([
    findPersonByPhone(services.db, phone),
    findNewestRegistration(services.db, phone),
  ]);
  const hash = person === null ? waiting : person.passwordHash;
  if (await services.hashing.verify(password, hash, context.network)) {
    const site = keyOfSite(context.network, phone);
    if (site !== null) await context.limits.restore(triesOfSite, site);
    return { person, forgetTries: (tx) => forgetPasswordTries(tx, phone, countedAs) };
  }
  throw badCredentials();
}

/** Throws `AccountBlocked` with the moderator's reason. */
export function refuseBlocked({ isBlocked, blockedReason }: PersonWithPassword): void {
  if (!isBlocked) return;
  const reason = blockedReason === null || blockedReason === '' ? '' : `: ${blockedReason}`;
  throw accountBlocked({ message: `${accountBlocked.message}${reason}` });
}

/** A user that may log in, locked by the transaction that has found the row. */
interface Admitted {
  readonly person: Pick<PersonWithPassword, 'userId' | 'role'>;
  readonly hasSecondFactor: boolean;
  readonly remember: boolean;
}

/**
 * Opens a session for the user that `admit` returns, in its transaction. The browser is known by a new token afterwards: one planted in it
 * before, or copied from it, is worth nothing. Those of other people who use it stay.
 */
export async function openAdmitted(
  services: IdentityServices,
  context: CallContext,
  admit: (tx: Tx) => Promise<Admitted>,
): Promise<TokenPair> {
  const kept = browserTokensOf(context);
  const browserToken = newBrowserToken();
  const opened = await services.db.transaction(async (tx) => {
    const { person, hasSecondFactor, remember } = await admit(tx);
    const { userId, role } = person;
    const own = kept.length === 0 ? [] : await forgetBrowsersOf(tx, userId, kept.map(plainHash));
    const others = kept.filter((one) => !own.some((hash) => hash.equals(plainHash(one))));
    const roles = sessionRoles(role, hasSecondFactor);
    const pair = await services.sessions.open(tx, { userId, roles, remember, browserToken, ...originOf(context) });
    return { pair, tokens: [browserToken, ...others] };
  });
  keepBrowserTokens(context, opened.tokens, services.isHttps);
  return opened.pair;
}

/** Locks a user whose password was checked. Throws `BadCredentials` if the password was changed during the check. */
export async function requireSamePassword(tx: Tx, checked: PersonWithPassword): Promise<PersonWithPassword> {
  const person = await holdPersonByPhone(tx, checked.phone);
  if (person === null || person.passwordHash !== checked.passwordHash) throw badCredentials();
  return person;
}

/** Logs in by password, without staff roles. */
export async function logInByPassword(
  services: IdentityServices,
  login: Credentials & { rememberMe: boolean },
  context: CallContext,
): Promise<TokenPair> {
  const { person, forgetTries } = await checkPassword(services, login, context);
  if (person === null || !person.isConfirmed) throw phoneNotConfirmed();
  return openAdmitted(services, context, async (tx) => {
    const held = await requireSamePassword(tx, person);
    refuseBlocked(held);
    await forgetTries(tx);
    return { person: held, hasSecondFactor: false, remember: login.rememberMe };
  });
}

import type { CallContext } from '#base/call-context.server.ts';
import { badCredentials, codeExpired } from './identity-failures.ts';
import type { IdentityServices } from './identity-services.server.ts';
import { holdPersonByPhone } from './people-store.server.ts';
import type { TokenPair } from './sessions.server.ts';
import { checkPassword, openFor, refuseBlocked } from './sign-in.server.ts';

/** First step: the password of a moderator or admin, then a code to his phone. A plain user is refused like a wrong password. */
export async function askAdminCode(
  services: IdentityServices,
  login: { phone: string; password: string; rememberMe: boolean },
  context: CallContext,
): Promise<void> {
  const { person, forgetTries } = await checkPassword(services, login, context);
  if (person === null || person.role === 'user' || !person.isConfirmed) throw badCredentials.because();
  refuseBlocked(person);
  await services.codes.send(
    { phone: login.phone, purpose: 'admin', address: context.address, remember: login.rememberMe },
    forgetTries,
  );
}

/** Second step: the code opens a session that carries the role. */
export async function logInAsAdmin(
  services: IdentityServices,
  { phone, code }: { phone: string; code: string },
  context: CallContext,
): Promise<TokenPair> {
  const tried = await services.codes.check(phone, 'admin', code);
  return services.db.transaction(async (tx) => {
    await services.codes.consume(tx, phone, 'admin', tried);
    const person = await holdPersonByPhone(tx, phone);
    // The role may have been taken away since the code was sent.
    if (person === null || person.role === 'user') throw codeExpired.because();
    refuseBlocked(person);
    return openFor(services, tx, { person, hasSecondFactor: true, remember: tried.remember, context });
  });
}

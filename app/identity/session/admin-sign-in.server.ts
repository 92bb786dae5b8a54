import type { CallContext } from '#base/calls/call-context.server.ts';
import type { CodeSent } from '../codes/phone-codes.server.ts';
import { badCredentials, codeExpired } from '../identity-failures.ts';
import type { IdentityServices } from '../identity-services.server.ts';
import { askerOf } from '../origins/known-browsers.server.ts';
import { holdPersonByPhone } from '../people-store.server.ts';
import type { TokenPair } from './sessions.server.ts';
import { checkPassword, openAdmitted, refuseBlocked, requireSamePassword } from './sign-in.server.ts';

/** First step: checks the password of a moderator or admin and sends a code. A plain user gets the answer of a wrong password. */
export async function askAdminCode(
  services: IdentityServices,
  login: { phone: string; password: string; rememberMe: boolean },
  context: CallContext,
): Promise<CodeSent> {
  const { person, forgetTries } = await checkPassword(services, login, context);
  if (person === null || person.role === 'user' || !person.isConfirmed) throw badCredentials();
  refuseBlocked(person);
  return services.codes.send(
    { phone: login.phone, purpose: 'admin', ...askerOf(context), remember: login.rememberMe },
    async (tx) => {
      await requireSamePassword(tx, person);
      await forgetTries(tx);
    },
  );
}

/** Second step: exchanges the code for a session with the role. */
export async function logInAsAdmin(
  services: IdentityServices,
  { phone, code }: { phone: string; code: string },
  context: CallContext,
): Promise<TokenPair> {
  const tried = await services.codes.check(phone, 'admin', code, context.network);
  return openAdmitted(services, context, async (tx) => {
    const person = await holdPersonByPhone(tx, phone);
    await services.codes.consume(tx, phone, 'admin', tried);
    // The role may have been removed since the code was sent.
    if (person === null || person.role === 'user') throw codeExpired();
    refuseBlocked(person);
    return { person, hasSecondFactor: true, remember: tried.remember };
  });
}

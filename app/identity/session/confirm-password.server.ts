import { type CallContext, callerOf } from '#base/calls/call-context.server.ts';
import { badCredentials, wrongPassword } from '../identity-failures.ts';
import type { IdentityServices } from '../identity-services.server.ts';
import { findPerson } from '../people-store.server.ts';
import { checkPassword } from './sign-in.server.ts';

/**
 * Checks the password of the caller once more, before what a session that was left open must not do. The attempt counts as one at the login. Throws
 * `WrongPassword`, `TooManyRequests` and `ServiceUnavailable`.
 */
export async function confirmPassword(
  services: IdentityServices,
  password: string,
  context: CallContext,
): Promise<void> {
  const { userId } = callerOf(context);
  const phone = (await findPerson(services.db, userId))?.phone ?? '';
  const { person, forgetTries } = await checkPassword(services, { phone, password }, context).catch(
    (error: unknown) => {
      throw badCredentials.is(error) ? wrongPassword({ fields: { password: wrongPassword.message } }) : error;
    },
  );
  if (person?.userId !== userId) throw wrongPassword({ fields: { password: wrongPassword.message } });
  await services.db.transaction(forgetTries);
}

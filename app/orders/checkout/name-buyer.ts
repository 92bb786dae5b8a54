import { call } from '#app/call.ts';
import { session } from '#app/identity/session.ts';
import { isCallFailure } from '#base/calls/errors.ts';
import { namesTyped } from './typed-name.ts';

/**
 * Gives the buyer who has just logged in the name that was typed for the recipient, unless the account has one. The name stays hidden: it
 * was typed for a parcel, not for a public page. A name that no profile may have changes nothing, and the order goes on.
 */
export async function nameBuyer(typed: string): Promise<void> {
  const names = namesTyped(typed);
  if (names === null) return;
  try {
    const { givenName, surName, patronymic } = await call('GET PersonalAccount/Get', {});
    if (givenName !== null || surName !== null || patronymic !== null) return;
    await call('POST PersonalAccount/Update', {
      body: { ...names, fields: [{ name: 'HideFullName', value: 'true' }] },
    });
    await session.load(true);
  } catch (error) {
    if (!isCallFailure(error)) throw error;
  }
}

import { randomUUID } from 'node:crypto';
import type { CallContext } from '#base/calls/call-context.server.ts';
import type { Tx } from '#base/db/db.server.ts';
import type { CodeSent } from '../codes/phone-codes.server.ts';
import {
  dropCodes,
  dropPasswordActions,
  dropRegistrations,
  findRegistration,
  hasPasswordAction,
  storeAction,
  takePasswordAction,
} from '../codes/sms-codes-store.server.ts';
import { actionExpired, codeExpired, phoneTaken } from '../identity-failures.ts';
import { endSessions, type IdentityServices, makePerson, type RevokedTools } from '../identity-services.server.ts';
import { askerOf } from '../origins/known-browsers.server.ts';
import { refuseWeakPassword } from '../passwords/common-passwords.server.ts';
import { forgetAllPasswordTries } from '../passwords/password-delay-store.server.ts';
import {
  confirmPerson,
  findPersonByPhone,
  holdPersonByPhone,
  lockPhone,
  type PersonWithPassword,
} from '../people-store.server.ts';
import { plainHash } from '../secret-keys.server.ts';
import type { TokenPair } from '../session/sessions.server.ts';
import { openAdmitted, refuseBlocked } from '../session/sign-in.server.ts';

const registrationMinutes = 60;
const passwordMinutes = 10;

/** Stores a registration and sends its code. */
export async function register(
  services: IdentityServices,
  { phone, password }: { phone: string; password: string },
  context: CallContext,
): Promise<CodeSent & { readonly actionId: string }> {
  refuseWeakPassword(password);
  const { db, hashing, codes } = services;
  const known = await findPersonByPhone(db, phone);
  if (known?.isConfirmed) throw phoneTaken({ fields: { phone: phoneTaken.message } });
  await codes.requireRoom({ phone, purpose: 'phone', ...askerOf(context) });
  const passwordHash = await hashing.hash(password, context.network);
  const actionId = randomUUID();
  const sent = await codes.send({ phone, purpose: 'phone', ...askerOf(context) }, (tx) =>
    storeAction(tx, { idHash: plainHash(actionId), phone, passwordHash, minutes: registrationMinutes }),
  );
  return { ...sent, actionId };
}

/**
 * Creates or confirms the user whose phone a code has proved, and drops all pending registrations of the phone. `chatId`: where the code went;
 * null: another way, or long ago.
 */
async function settlePhone(
  tx: Tx,
  services: IdentityServices,
  { phone, passwordHash, chatId }: { phone: string; passwordHash: string | null; chatId: number | null },
) {
  await dropRegistrations(tx, phone);
  const person = await holdPersonByPhone(tx, phone);
  if (person !== null) {
    refuseBlocked(person);
    await confirmPerson(tx, person.userId, passwordHash);
    return person;
  }
  const made = await makePerson(tx, { phone, ...(passwordHash !== null && { passwordHash }) }, services.preparePerson);
  if (chatId !== null) await services.codeChats()?.gotAccount(tx, { phone, chatId });
  const fresh: Pick<PersonWithPassword, 'userId' | 'role'> = { userId: made.userId, role: 'user' };
  return fresh;
}

/** Confirms a phone by its code and logs in. With the `actionId` of a registration its password takes effect. */
export async function logInByCode(
  services: IdentityServices,
  login: { phone: string; code: string; rememberMe: boolean; actionId: string | undefined },
  context: CallContext,
): Promise<TokenPair> {
  const { phone, code, rememberMe, actionId } = login;
  const { db, codes } = services;
  const idHash = actionId === undefined ? null : plainHash(actionId);
  if (idHash !== null && (await findRegistration(db, idHash, phone)) === null) throw codeExpired();
  const tried = await codes.check(phone, 'phone', code, context.network);
  return openAdmitted(services, context, async (tx) => {
    await codes.consume(tx, phone, 'phone', tried);
    await lockPhone(tx, phone);
    const passwordHash = idHash === null ? null : await findRegistration(tx, idHash, phone);
    if (idHash !== null && passwordHash === null) throw codeExpired();
    const known = idHash === null ? null : await holdPersonByPhone(tx, phone);
    if (known?.isConfirmed) throw phoneTaken();
    const person = await settlePhone(tx, services, { phone, passwordHash, chatId: tried.chatId });
    if (tried.chatId === null) await services.codeChats()?.provedElsewhere(tx, phone);
    return { person, hasSecondFactor: false, remember: rememberMe };
  });
}

/** Exchanges a code for the right to change the password of its phone. Returns the `actionId`, and whether there are connected tools. */
export async function allowPasswordChange(
  services: IdentityServices,
  { phone, code }: { phone: string; code: string },
  { network }: CallContext,
): Promise<{ actionId: string; hasTools?: true }> {
  const { db, codes, codeChats, tools } = services;
  const tried = await codes.check(phone, 'phone', code, network);
  const actionId = randomUUID();
  await db.transaction(async (tx) => {
    await codes.consume(tx, phone, 'phone', tried);
    await storeAction(tx, { idHash: plainHash(actionId), phone, passwordHash: null, minutes: passwordMinutes });
    if (tried.chatId === null) await codeChats()?.provedElsewhere(tx, phone);
  });
  const person = await findPersonByPhone(db, phone);
  return person !== null && (await tools.areThere(db, person.userId)) ? { actionId, hasTools: true } : { actionId };
}

/**
 * Sets a new password and ends all sessions. Unless `keepTools`, it also revokes the tools that the old password may have exposed; no
 * chat opens the account or gets its codes in either case. A phone without an account gets one: the code has proved its owner. Returns what was revoked, or null.
 */
export async function changePassword(
  services: IdentityServices,
  { actionId, password, keepTools }: { actionId: string; password: string; keepTools: boolean },
  { network }: CallContext,
): Promise<RevokedTools | null> {
  refuseWeakPassword(password);
  const { db, hashing, tools } = services;
  const idHash = plainHash(actionId);
  if (!(await hasPasswordAction(db, idHash))) throw actionExpired();
  const passwordHash = await hashing.hash(password, network);
  return db.transaction(async (tx) => {
    const phone = await takePasswordAction(tx, idHash);
    if (phone === null) throw actionExpired();
    await lockPhone(tx, phone);
    await dropPasswordActions(tx, phone);
    const { userId } = await settlePhone(tx, services, { phone, passwordHash, chatId: null });
    await forgetAllPasswordTries(tx, phone);
    // A code of the second factor was sent after the old password.
    await dropCodes(tx, phone, 'admin');
    await endSessions(tx, userId);
    const revoked = keepTools ? null : await tools.revoke(tx, userId);
    if (keepTools) await tools.keep(tx, userId);
    await services.codeChats()?.end(tx, phone);
    await tools.note(tx, userId, { keepTools, ...revoked });
    const isAny =
      revoked !== null &&
      (revoked.tokens + revoked.webhooks + revoked.chats + revoked.browsers > 0 || revoked.hasWidgets);
    return isAny ? revoked : null;
  });
}

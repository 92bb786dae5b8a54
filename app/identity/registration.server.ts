import { randomUUID } from 'node:crypto';
import type { CallContext } from '#base/call-context.server.ts';
import type { Tx } from '#base/db.server.ts';
import { refuseWeakPassword } from './common-passwords.server.ts';
import { actionExpired, codeExpired, phoneTaken } from './identity-failures.ts';
import type { IdentityServices, NewPerson, PersonHome, PreparePerson } from './identity-services.server.ts';
import { forgetAllPasswordTries } from './password-delay-store.server.ts';
import {
  confirmPerson,
  findPersonByPhone,
  holdPersonByPhone,
  insertPerson,
  lockPhone,
  type PersonWithPassword,
} from './people-store.server.ts';
import { plainHash } from './secret-keys.server.ts';
import { endAllSessions, type TokenPair } from './sessions.server.ts';
import { openFor, refuseBlocked } from './sign-in.server.ts';
import {
  dropPasswordActions,
  dropRegistrations,
  findRegistration,
  hasPasswordAction,
  storeAction,
  takePasswordAction,
} from './sms-codes-store.server.ts';

const registrationMinutes = 60;
const passwordMinutes = 10;

/** Makes a person with all that belongs to him. A phone that is taken violates the constraint `person_phone_key`. */
export async function makePersonRow(
  tx: Tx,
  person: NewPerson,
  prepare: PreparePerson,
): Promise<PersonHome & { userId: string }> {
  const { phone, passwordHash = null, role = 'user', isConfirmed = true, userName, createdAt = null } = person;
  const userId = await insertPerson(tx, { phone, passwordHash, role, isConfirmed, createdAt });
  const home = await prepare(tx, { userId, ...(userName !== undefined && { userName }) });
  return { ...home, userId };
}

/** Keeps a registration and sends its code; answers the `actionId`. */
export async function register(
  services: IdentityServices,
  { phone, password }: { phone: string; password: string },
  context: CallContext,
): Promise<string> {
  refuseWeakPassword(password);
  const { db, hashing, codes } = services;
  const known = await findPersonByPhone(db, phone);
  if (known?.isConfirmed) throw phoneTaken.because({ fields: { phone: phoneTaken.message } });
  await codes.requireRoom({ phone, purpose: 'phone', address: context.address });
  const passwordHash = await hashing.hash(password);
  const actionId = randomUUID();
  await codes.send({ phone, purpose: 'phone', address: context.address }, (tx) =>
    storeAction(tx, { idHash: plainHash(actionId), phone, passwordHash, minutes: registrationMinutes }),
  );
  return actionId;
}

/** The phone is proved to be this person's: whatever else waited for it is dropped. */
async function settlePhone(tx: Tx, services: IdentityServices, phone: string, passwordHash: string | null) {
  const person = await holdPersonByPhone(tx, phone);
  if (person !== null) refuseBlocked(person);
  await dropRegistrations(tx, phone);
  if (person !== null) {
    await confirmPerson(tx, person.userId, passwordHash);
    return person;
  }
  const made = await makePersonRow(
    tx,
    { phone, ...(passwordHash !== null && { passwordHash }) },
    services.preparePerson,
  );
  const fresh: Pick<PersonWithPassword, 'userId' | 'role'> = { userId: made.userId, role: 'user' };
  return fresh;
}

/** Confirms a phone by its code and logs in; the password of the registration takes effect where its `actionId` is given. */
export async function logInByCode(
  services: IdentityServices,
  login: { phone: string; code: string; rememberMe: boolean; actionId: string | undefined },
  context: CallContext,
): Promise<TokenPair> {
  const { phone, code, rememberMe, actionId } = login;
  const { db, codes } = services;
  const idHash = actionId === undefined ? null : plainHash(actionId);
  if (idHash !== null && (await findRegistration(db, idHash, phone)) === null) throw codeExpired.because();
  const tried = await codes.check(phone, 'phone', code);
  return db.transaction(async (tx) => {
    await codes.consume(tx, phone, 'phone', tried);
    await lockPhone(tx, phone);
    const passwordHash = idHash === null ? null : await findRegistration(tx, idHash, phone);
    if (idHash !== null && passwordHash === null) throw codeExpired.because();
    const known = idHash === null ? null : await holdPersonByPhone(tx, phone);
    if (known?.isConfirmed) throw phoneTaken.because();
    const person = await settlePhone(tx, services, phone, passwordHash);
    return openFor(services, tx, { person, hasSecondFactor: false, remember: rememberMe, context });
  });
}

/** Turns a code into the right to change the phone's password; answers the `actionId`. */
export async function allowPasswordChange(
  services: IdentityServices,
  { phone, code }: { phone: string; code: string },
): Promise<string> {
  const { db, codes } = services;
  const tried = await codes.check(phone, 'phone', code);
  const actionId = randomUUID();
  await db.transaction(async (tx) => {
    await codes.consume(tx, phone, 'phone', tried);
    await storeAction(tx, { idHash: plainHash(actionId), phone, passwordHash: null, minutes: passwordMinutes });
  });
  return actionId;
}

/** Sets a new password; all sessions end. Whoever had no account yet has one now: the phone is proved to be his. */
export async function changePassword(
  services: IdentityServices,
  { actionId, password }: { actionId: string; password: string },
): Promise<void> {
  refuseWeakPassword(password);
  const { db, hashing } = services;
  const idHash = plainHash(actionId);
  if (!(await hasPasswordAction(db, idHash))) throw actionExpired.because();
  const passwordHash = await hashing.hash(password);
  await db.transaction(async (tx) => {
    const phone = await takePasswordAction(tx, idHash);
    if (phone === null) throw actionExpired.because();
    await lockPhone(tx, phone);
    await dropPasswordActions(tx, phone);
    await forgetAllPasswordTries(tx, phone);
    const { userId } = await settlePhone(tx, services, phone, passwordHash);
    await endAllSessions(tx, userId);
  });
}

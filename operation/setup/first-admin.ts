import { randomInt, randomUUID } from 'node:crypto';
import { countries } from '#app/country.ts';
import { codeText } from '#app/identity/codes/code-text.server.ts';
import { changeRole } from '#app/identity/identity.server.ts';
import { refuseWeakPassword } from '#app/identity/passwords/common-passwords.server.ts';
import { PasswordHashing } from '#app/identity/passwords/password-hashing.server.ts';
import { confirmPerson, findStaff, holdPersonByPhone } from '#app/identity/people-store.server.ts';
import { createSenders } from '#app/identity/senders/chosen-senders.server.ts';
import { createCodeSending } from '#app/identity/senders/code-sending.server.ts';
import { createPerson } from '#app/profile/new-person.server.ts';
import { readSiteName } from '#app/site/site-settings-store.server.ts';
import { operatorId, writeAudit } from '#app/staff/staff.server.ts';
import type { Config } from '#base/config/config.server.ts';
import type { Database, Queryable } from '#base/db/db.server.ts';
import { createLog } from '#base/process/log.server.ts';

/** The country that a phone belongs to. Throws an error that shows how phones are written. */
export function countryOfPhone(phone: string): string {
  const country = countries.find(({ phonePattern }) => phonePattern.test(phone));
  if (country !== undefined) return country.code;
  throw new Error(`the phone must be written as ${countries.map(({ phoneMask }) => phoneMask).join(' or ')}`);
}

/** Whether an admin exists who can log in. */
export async function hasAdmin(db: Queryable): Promise<boolean> {
  return (await findStaff(db)).some(({ role, isBlocked }) => role === 'admin' && !isBlocked);
}

/** Sends a code to a phone by the senders of a configuration, in the same words as every other code, and returns it. */
export async function sendCode(db: Queryable, config: Config, phone: string): Promise<string> {
  const code = randomInt(1_000_000).toString().padStart(6, '0');
  const meter = { tried: () => undefined, paid: () => undefined, balance: () => undefined };
  const log = createLog({ level: 'silent', pretty: false });
  const sending = createCodeSending({ senders: createSenders(config), meter, prices: new Map(), log });
  const { hostname: host } = new URL(config.publicUrl);
  const text = codeText({ site: await readSiteName(db), purpose: 'phone', code, locale: 'ru', host });
  await sending.send({ id: randomUUID(), phone, text, code });
  return code;
}

export function passwordFault(password: string): string | null {
  try {
    refuseWeakPassword(password);
    return null;
  } catch {
    return 'it needs 8 to 128 characters, and must not be one of the most common passwords';
  }
}

/** Makes the owner of a confirmed phone an admin. `password` empty: none is set. */
export async function makeAdmin(db: Database, phone: string, password: string): Promise<void> {
  const passwordHash = password === '' ? null : await new PasswordHashing().hash(password);
  await db.transaction(async (tx) => {
    const person = await holdPersonByPhone(tx, phone);
    if (person?.isBlocked) throw new Error(`${phone} is blocked and could not log in: use another phone`);
    const userId = person?.userId ?? (await createPerson(tx, { phone })).userId;
    await confirmPerson(tx, userId, passwordHash);
    const before = await changeRole(tx, { userId, role: 'admin' });
    const entry = {
      call: 'PUT Moderator/SetRole',
      input: { userId, role: 'admin' },
      subject: userId,
      details: { before },
    };
    await writeAudit(tx, { caller: { userId: operatorId }, ...entry });
  });
}

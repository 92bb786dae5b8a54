import { changeRole } from '#app/identity/identity.server.ts';
import { lastAdmin } from '#app/identity/identity-failures.ts';
import { findPersonByPhone, findStaff } from '#app/identity/people-store.server.ts';
import { isRole, type Role } from '#app/identity/roles.ts';
import { operatorId, writeAudit } from '#app/staff/staff.server.ts';
import { type Database, openDatabase } from '#base/db/db.server.ts';
import { normalisePhone } from '#base/text/phone.ts';

interface AdminPlace {
  readonly databaseUrl: string;
  readonly log: (line: string) => void;
}

const usage = 'admin grant <phone> <moderator or admin>, admin revoke <phone>, admin list';

/** Changes a role like the staff's own screen does. The audit trail names the operator of the server. */
async function setRole(db: Database, phone: string, role: Role): Promise<string> {
  const person = await findPersonByPhone(db, phone);
  if (person === null) throw new Error(`${phone} is not registered: register at /registration, then repeat this`);
  const { userId } = person;
  if (person.role === role) return `${phone} has the role ${role} already`;
  if (person.isBlocked && role !== 'user')
    throw new Error(`${phone} is blocked and could not log in: unblock it first`);
  await db.transaction(async (tx) => {
    const before = await changeRole(tx, { userId, role });
    const entry = { call: 'PUT Moderator/SetRole', input: { userId, role }, subject: userId, details: { before } };
    await writeAudit(tx, { caller: { userId: operatorId }, ...entry });
  });
  return `${phone} has the role ${role} now, and must log in again`;
}

async function run(db: Database, { log }: AdminPlace, [command, phone, role = '']: readonly string[]): Promise<void> {
  if (command === 'list') {
    const staff = await findStaff(db);
    for (const one of staff) log(`${one.phone} ${one.role}${one.isBlocked ? ', blocked' : ''}`);
    log(`${staff.length} with a role`);
  } else if (command === 'grant' && phone !== undefined && isRole(role) && role !== 'user') {
    log(await setRole(db, normalisePhone(phone), role));
  } else if (command === 'revoke' && phone !== undefined) {
    log(await setRole(db, normalisePhone(phone), 'user'));
  } else throw new Error(usage);
}

/** Runs `npm run admin -- …`, whether the product is running or not. */
export async function runAdminCommand(place: AdminPlace, words: readonly string[]): Promise<void> {
  const db = openDatabase({ url: place.databaseUrl, max: 2, applicationName: 'opora admin', log: place.log });
  try {
    await run(db, place, words);
  } catch (error) {
    if (!lastAdmin.is(error)) throw error;
    throw new Error('the last admin keeps the role: grant it to another person first', { cause: error });
  } finally {
    await db.close();
  }
}

import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { changeRole } from '#app/identity/identity.server.ts';
import { findStaff } from '#app/identity/people-store.server.ts';
import type { Handlers } from '#base/calls/bound-call.server.ts';
import { callerOf } from '#base/calls/call-context.server.ts';
import { failures } from '#base/calls/errors.ts';
import { secretsIn } from '#base/config/secrets.server.ts';
import type { Queryable } from '#base/db/db.server.ts';
import { insertAudit } from '../audit/audit-store.server.ts';
import type { firstStartCalls } from './first-start.calls.ts';
import { lockFirstStart, readMark, setRole } from './first-start-store.server.ts';

function keyOf(secret: string, mark: string): string {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'opora first start', 32));
  return createHmac('sha256', key).update(mark).digest('base64url');
}

/**
 * The valid keys, one for each secret, the current one first; none while an admin exists. Every process derives the same from the database, and
 * every change of a role makes new ones, so that a key works once.
 */
async function validKeys(db: Queryable, secrets: string): Promise<string[]> {
  const staff = await findStaff(db);
  const mark = await readMark(db);
  if (mark === null || staff.some(({ role }) => role === 'admin')) return [];
  return secretsIn(secrets).map((secret) => keyOf(secret, mark));
}

function isEqual(given: string, expected: string): boolean {
  const a = Buffer.from(given);
  const b = Buffer.from(expected);
  return a.length === b.length && timingSafeEqual(a, b);
}

async function requireKey(db: Queryable, secrets: string, given: string): Promise<void> {
  const isValid = (await validKeys(db, secrets)).some((key) => isEqual(given, key));
  if (!isValid) throw failures.notFound();
}

/** The address at which the first admin is made; null while there is an admin. */
export async function firstStartAddress(
  db: Queryable,
  { publicUrl, JWT_SECRET: secrets }: { readonly publicUrl: string; readonly JWT_SECRET: string },
): Promise<string | null> {
  const [key] = await validKeys(db, secrets);
  return key === undefined ? null : `${publicUrl}/first-start?key=${key}`;
}

/** Handlers of the first start. `secrets` is `JWT_SECRET`. */
export function createFirstStartHandlers(secrets: string): Handlers<typeof firstStartCalls> {
  return {
    checkFirstStart: async ({ query: { key } }, { db }) => {
      await requireKey(db, secrets, key);
      return {};
    },
    becomeFirstAdmin: async ({ body: { key } }, context) => {
      const { userId } = callerOf(context);
      await context.transaction(async (tx) => {
        await lockFirstStart(tx);
        await requireKey(tx, secrets, key);
        const before = await changeRole(tx, { userId, role: 'admin' });
        const line = { actorId: userId, call: setRole, subject: userId };
        await insertAudit(tx, { ...line, input: { userId, role: 'admin' }, details: { before } });
      });
      return {};
    },
  };
}

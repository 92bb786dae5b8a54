import fc from 'fast-check';
import { z } from 'zod';
import type { Role } from '#app/identity/roles.ts';
import type { Call } from '#base/calls/call.ts';
import { inputsOf } from '#test/support/arbitrary-input.ts';
import { signIn } from '#test/support/sign-in.ts';
import { type ApiInput, type TestApp, testSecrets } from '#test/support/start-app.ts';
import { everyCall } from './every-call.ts';
import { askForForeign } from './foreign-things.ts';
import { askForMissing } from './missing-things.ts';
import { publish } from './owned-things.ts';
import { extraMembers } from './schema-members.ts';

export const callers = ['guest', 'user', 'another', 'creator', 'moderator', 'admin', 'blocked'] as const;
type CallerKind = (typeof callers)[number];

const rank: Readonly<Record<Role, number>> = { user: 1, moderator: 2, admin: 3 };

const roleOf = (caller: CallerKind): Role => (caller === 'moderator' || caller === 'admin' ? caller : 'user');

/** How a call must refuse such a caller; null if it must accept the caller. */
export function refusalOf(access: Call['access'], caller: CallerKind): readonly number[] | null {
  if (access === 'guest' || access === 'key') return null;
  if (caller === 'guest') return [401];
  if (caller === 'blocked') return [401, 403];
  return rank[roleOf(caller)] < rank[access] ? [403] : null;
}

export interface MatrixResult {
  readonly asked: number;
  /** How many requests asked for another user's thing, and for a missing one. */
  readonly foreignAsked: number;
  readonly missingAsked: number;
  /** Callers accepted or refused against the contract. */
  readonly wrongAccess: readonly string[];
  /** Members of answers that their schema lacks. */
  readonly extra: readonly string[];
  /** Things of another user with another answer than the 404 of a missing one, and own things that were refused. */
  readonly foreign: readonly string[];
  /** Missing things with another answer than 404. */
  readonly missing: readonly string[];
}

const envelope = z.object({ success: z.boolean(), data: z.unknown() });

let creators = 0;

/** Signs in a caller of a kind; a guest has no token. The page of everyone but a creator is not confirmed. */
async function tokenOf({ db }: Pick<TestApp, 'db'>, caller: CallerKind): Promise<string | undefined> {
  if (caller === 'guest') return undefined;
  creators += 1;
  const page = caller === 'creator' ? { userName: `matrix_creator_${creators}` } : {};
  const person = await signIn(db, testSecrets.jwt, { role: roleOf(caller), ...page });
  if (caller === 'creator') await publish({ db }, person);
  if (caller === 'blocked') {
    const { userId } = person;
    await db.pool.query(`update person set blocked_at = now(), blocked_reason = 'за спам' where id = $1`, [userId]);
    await db.pool.query('update session set ended_at = now() where person_id = $1', [userId]);
  }
  return person.token;
}

class Matrix {
  readonly wrongAccess: string[] = [];
  readonly extra: string[] = [];
  asked = 0;
  readonly #app: TestApp;

  constructor(app: TestApp) {
    this.#app = app;
  }

  async ask(call: Call, caller: CallerKind, input: ApiInput): Promise<void> {
    this.asked += 1;
    const name = `${call.method} ${call.path}`;
    const token = await tokenOf(this.#app, caller);
    const answer = await this.#app.request(name, input, token === undefined ? {} : { token });
    const refusal = refusalOf(call.access, caller);
    // The call declares that it refuses another user's thing with this answer.
    const mayForbid = call.errors.some(({ status }) => status === 403);
    const holds =
      refusal === null
        ? (answer.status !== 403 || mayForbid) &&
          (call.access === 'key' || call.access === 'guest' || answer.status !== 401)
        : refusal.includes(answer.status);
    if (!holds) this.wrongAccess.push(`${name} as ${caller}: ${answer.status}`);
    const parsed = envelope.safeParse(answer.body);
    if (answer.status !== 200 || call.form !== undefined || !parsed.success) return;
    this.extra.push(...extraMembers(parsed.data.data, call.answer).map((path) => `${name} ${path}`));
  }
}

/**
 * Invariant 15: every kind of caller asks for the things of others and for missing ones; then sends every call with inputs of its schema,
 * in the world that the first part has left.
 */
export async function runMatrix(app: TestApp, inputs: number): Promise<MatrixResult> {
  const foreign = await askForForeign(app, inputs > 1);
  const missing = await askForMissing(app);
  const matrix = new Matrix(app);
  for (const call of everyCall) {
    await Promise.all(
      callers.map(async (caller) => {
        for (const input of fc.sample(inputsOf(call), inputs)) await matrix.ask(call, caller, input);
      }),
    );
  }
  return {
    asked: matrix.asked,
    foreignAsked: foreign.asked,
    missingAsked: missing.asked,
    wrongAccess: matrix.wrongAccess,
    extra: [...foreign.extra, ...matrix.extra],
    foreign: foreign.wrong,
    missing: missing.wrong,
  };
}

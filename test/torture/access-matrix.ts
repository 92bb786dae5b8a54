import fc from 'fast-check';
import { z } from 'zod';
import { calls } from '#app/calls.ts';
import type { Role } from '#app/identity/roles.ts';
import type { Call } from '#base/call.ts';
import { inputsOf } from '#test/arbitrary-input.ts';
import { signIn } from '#test/sign-in.ts';
import { type ApiInput, type TestApp, testSecrets } from '#test/start-app.ts';

type Described = z.core.JSONSchema.BaseSchema;

/** Members of a value that its schema lacks, by their path. */
export function extraMembers(value: unknown, schema: z.ZodType): string[] {
  const root = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  const resolve = (part: Described): Described => {
    const name = part.$ref?.split('/').at(-1);
    return name === undefined ? part : asSchema(root.$defs?.[name]);
  };
  const visit = (given: unknown, unresolved: Described, path: string): string[] => {
    const part = resolve(unresolved);
    const options = (part.anyOf ?? part.oneOf)?.map((option) => resolve(asSchema(option)));
    if (options) {
      const results = options.filter(isForType(given)).map((option) => visit(given, option, path));
      return results.toSorted((one, other) => one.length - other.length)[0] ?? [];
    }
    if (Array.isArray(given)) {
      const items = Array.isArray(part.items) ? {} : asSchema(part.items);
      return given.flatMap((item, index) => visit(item, items, `${path}[${index}]`));
    }
    if (typeof given !== 'object' || given === null) return [];
    const isOpen = typeof part.additionalProperties === 'object' || (part.type === undefined && !part.properties);
    return Object.entries(given).flatMap(([name, member]) => {
      const known = part.properties?.[name];
      if (known !== undefined) return visit(member, asSchema(known), `${path}.${name}`);
      return isOpen ? [] : [`${path}.${name}`];
    });
  };
  return visit(value, root, '');
}

const isObject = (part: unknown): part is Described => typeof part === 'object' && part !== null;

const asSchema = (part: unknown): Described => (isObject(part) ? part : {});

/** Of several schemas those that can be meant: a list is no null. */
const isForType =
  (given: unknown) =>
  ({ type }: Described): boolean =>
    type === undefined || !isObject(given) || type === (Array.isArray(given) ? 'array' : 'object');

export const callers = ['guest', 'user', 'another', 'moderator', 'admin', 'blocked'] as const;
export type CallerKind = (typeof callers)[number];

const rank: Readonly<Record<Role, number>> = { user: 1, moderator: 2, admin: 3 };

/** Whether a call must refuse such a caller, and how; null: it must let him in. */
export function refusalOf(access: Call['access'], caller: CallerKind): readonly number[] | null {
  if (access === 'guest' || access === 'key') return null;
  if (caller === 'guest') return [401];
  if (caller === 'blocked') return [401, 403];
  const role: Role = caller === 'another' ? 'user' : caller;
  return rank[role] < rank[access] ? [403] : null;
}

export interface MatrixResult {
  readonly asked: number;
  /** Callers let in or kept out against what the contract declares. */
  readonly wrongAccess: string[];
  /** Members of answers that their schema lacks. */
  readonly extra: string[];
  /** Another's thing that was not the same 404 as a missing one. */
  readonly foreign: string[];
}

type House = Pick<TestApp, 'request' | 'db'>;

const everyCall: readonly Call[] = Object.values(calls).flatMap((area): Call[] => Object.values(area));
const envelope = z.object({ success: z.boolean(), data: z.unknown() });

async function tokenOf({ db }: House, caller: CallerKind): Promise<string | undefined> {
  if (caller === 'guest') return undefined;
  const role = caller === 'moderator' || caller === 'admin' ? caller : 'user';
  const { token, userId } = await signIn(db, testSecrets.jwt, { role });
  if (caller === 'blocked') {
    await db.pool.query(`update person set blocked_at = now(), blocked_reason = 'за спам' where id = $1`, [userId]);
    await db.pool.query('update session set ended_at = now() where person_id = $1', [userId]);
  }
  return token;
}

async function askOne(house: House, call: Call, caller: CallerKind, input: ApiInput, result: MatrixResult) {
  const name = `${call.method} ${call.path}`;
  const token = await tokenOf(house, caller);
  const answer = await house.request(name, input, token === undefined ? {} : { token });
  const refusal = refusalOf(call.access, caller);
  // A call may say of itself that it refuses what is another's so.
  const mayForbid = call.errors.some(({ status }) => status === 403);
  const isKept =
    refusal === null
      ? (answer.status !== 403 || mayForbid) &&
        (call.access === 'key' || call.access === 'guest' || answer.status !== 401)
      : refusal.includes(answer.status);
  if (!isKept) result.wrongAccess.push(`${name} as ${caller}: ${answer.status}`);
  const parsed = envelope.safeParse(answer.body);
  if (answer.status !== 200 || call.form !== undefined || !parsed.success) return;
  result.extra.push(...extraMembers(parsed.data.data, call.answer).map((path) => `${name} ${path}`));
}

const alert = z.object({ data: z.object({ alertId: z.string() }) });
const sessions = z.object({ data: z.array(z.object({ id: z.string() })) });
const widget = z.object({ data: z.object({ key: z.string() }) });

/** Things that somebody owns: asked for by another they are the same 404 as those that do not exist. */
async function askForForeign({ request, db }: House, result: MatrixResult): Promise<void> {
  const [owner, other] = [await signIn(db, testSecrets.jwt), await signIn(db, testSecrets.jwt)];
  const settings = await request('GET Widget/Settings', {}, { token: other.token });
  const { key } = widget.parse(settings.body).data;
  const test = await request('POST Widget/Test', {}, { token: owner.token });
  const { alertId } = alert.parse(test.body).data;
  const own = sessions.parse((await request('GET Identity/Sessions', {}, { token: owner.token })).body).data[0]?.id;
  const tries: readonly [string, (id: string) => ApiInput, string, string | undefined][] = [
    ['DELETE Identity/Session', (id) => ({ query: { id } }), own ?? '', other.token],
    ...(['skip', 'replay', 'approve', 'reject'] as const).map(
      (action): [string, (id: string) => ApiInput, string, string] => [
        'POST Widget/Control',
        (id) => ({ body: { action, alertId: id } }),
        alertId,
        other.token,
      ],
    ),
    ['POST Widget/Report', (id) => ({ body: { key, source: 'a', alertId: id, state: 'playing' } }), alertId, undefined],
  ];
  for (const [name, input, id, token] of tries) {
    const how = token === undefined ? {} : { token };
    const foreign = await request(name, input(id), how);
    const missing = await request(name, input(crypto.randomUUID()), how);
    const isSame = JSON.stringify(foreign.body) === JSON.stringify(missing.body);
    if (foreign.status !== 404 || missing.status !== 404 || !isSame) {
      result.foreign.push(`${name}: ${foreign.status} and ${missing.status}`);
    }
  }
}

/** Invariant 15: every call as everybody, with inputs that fit its schema; and what belongs to another. */
export async function runMatrix(house: House, inputs: number): Promise<MatrixResult> {
  const result: MatrixResult = { asked: 0, wrongAccess: [], extra: [], foreign: [] };
  let asked = 0;
  for (const call of everyCall) {
    for (const caller of callers) {
      for (const input of fc.sample(inputsOf(call), inputs)) {
        await askOne(house, call, caller, input, result);
        asked += 1;
      }
    }
  }
  await askForForeign(house, result);
  return { ...result, asked };
}

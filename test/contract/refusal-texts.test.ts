import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { calls } from '#app/calls.ts';
import type { Call } from '#base/calls/call.ts';
import { type SignedIn, signIn, signInAgain } from '#test/support/sign-in.ts';
import { startApp, type TestApp, testSecrets } from '#test/support/start-app.ts';

type Described = z.core.JSONSchema.BaseSchema;

const all: readonly Call[] = Object.values(calls).flatMap((area): Call[] => Object.values(area));

const describedOf = (schema: unknown): Described =>
  schema instanceof z.ZodType ? z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', reused: 'inline' }) : {};

const partsOf = (schema: Described | boolean | undefined): readonly (Described | boolean)[] =>
  typeof schema === 'object' ? [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])] : [];

/** Values that between them break every rule a schema can have. */
const wrongValues: readonly unknown[] = [
  ...[null, true, 0, 5, -1, 1.5, 12.345, -1e15, 1e15, 1e300, '', ' ', 'x', 'x1', '5', 'x'.repeat(9_000), '2026-13-45'],
  ...[[], {}, ['x'], [null], [-1.5], Array.from({ length: 2_000 }, (_, index) => index + 1), { x: 1 }, { x: null }],
];

/** A value of a schema's shape whose members, at that depth, are all the wrong one. */
function filled(schema: Described | boolean, wrong: unknown, depth: number): unknown {
  if (typeof schema === 'boolean' || depth === 0) return wrong;
  const shaped = [schema, ...partsOf(schema)].find((one) => typeof one === 'object' && (one.properties ?? one.items));
  if (typeof shaped !== 'object') return wrong;
  if (typeof shaped.items === 'object' && !Array.isArray(shaped.items)) return [filled(shaped.items, wrong, depth)];
  return Object.fromEntries(
    Object.entries(shaped.properties ?? {}).map(([name, part]) => [name, filled(part, wrong, depth - 1)]),
  );
}

/** Names of members and choices: a refusal may say them as they are sent. */
function wordsOf(schema: Described | boolean, words: Set<string>): void {
  if (typeof schema === 'boolean') return;
  for (const choice of [...(schema.enum ?? []), schema.const]) words.add(String(choice));
  for (const [name, part] of Object.entries(schema.properties ?? {})) {
    words.add(name);
    wordsOf(part, words);
  }
  for (const part of [...partsOf(schema), schema.items, schema.propertyNames, schema.additionalProperties]) {
    if (typeof part === 'object' && !Array.isArray(part)) wordsOf(part, words);
  }
}

const depthOf = (call: Call) => (JSON.stringify(describedOf(call.body)).includes('"properties":{') ? 3 : 1);

const refusal = z.object({
  error: z.object({ code: z.string(), message: z.string(), fields: z.record(z.string(), z.string()).optional() }),
});

let app: TestApp;
let admin: SignedIn;

beforeAll(async () => {
  app = await startApp({ env: { LIMITS: 'off' } });
  admin = await signIn(app.db, testSecrets.jwt, { role: 'admin' });
});

afterAll(() => app.close());

/** Faulty messages of an answer: without a member, or neither Russian nor a value to send. */
function slipsOf(answer: { readonly status: number; readonly body: unknown }, words: ReadonlySet<string>): string[] {
  if (answer.status === 200) return [];
  const { message, fields = {} } = refusal.parse(answer.body).error;
  const isPlain = (text: string) =>
    /^[А-ЯЁ][^<>{}[\]"]*$/.test(text) &&
    (text.match(/(?<!#)\b[A-Za-z][\w.-]+/g) ?? []).every((word) => words.has(word));
  const nameless = Object.keys(fields).filter((name) => name === '');
  return [...nameless, ...[message, ...Object.values(fields)].filter((text) => !isPlain(text))];
}

describe('refusals are in Russian', () => {
  test.each(all.map((call) => [`${call.method} ${call.path}`, call] as const))('by %s', async (name, call) => {
    const isOpen = call.access === 'guest' || call.access === 'key';
    const again = { userId: admin.userId, role: 'admin' } as const;
    const settings = isOpen ? {} : { token: (await signInAgain(app.db, testSecrets.jwt, again)).token };
    const [query, body, params] = [describedOf(call.query), describedOf(call.body), describedOf(call.params)];
    const words = new Set(['E-mail']);
    for (const part of [query, body, params]) wordsOf(part, words);
    for (const wrong of wrongValues) {
      const short = typeof wrong === 'string' ? wrong : JSON.stringify(wrong).slice(0, 2_000);
      const of = (part: Described) => Object.assign({}, filled(part, encodeURIComponent(short), 1));
      for (let depth = 0; depth <= depthOf(call); depth += 1) {
        const input = {
          ...(call.query && depth !== 1 && { query: Object.assign({}, filled(query, short, 1)) }),
          ...(call.params && { params: of(params) }),
          ...(call.body && { body: filled(body, wrong, depth) }),
        };
        expect(slipsOf(await app.request(name, input, settings), words)).toEqual([]);
        if (call.body === undefined) break;
      }
    }
  });
});

import { z } from 'zod';
import type { Call } from '#base/calls/call.ts';
import type { ApiAnswer, ApiInput } from './start-app.ts';

type Described = z.core.JSONSchema.BaseSchema;

const describedOf = (schema: unknown): Described =>
  schema instanceof z.ZodType ? z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', reused: 'inline' }) : {};

const partsOf = (schema: Described | boolean | undefined): readonly (Described | boolean)[] =>
  typeof schema === 'object' ? [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])] : [];

/** Values that between them break every rule a schema can have. */
const wrongValues: readonly unknown[] = [
  null,
  true,
  0,
  5,
  -1,
  1.5,
  12.345,
  -1e15,
  1e15,
  1e300,
  '',
  ' ',
  'x',
  'x1',
  '5',
  'x'.repeat(9_000),
  '2026-13-45',
  [],
  {},
  ['x'],
  [null],
  [-1.5],
  Array.from({ length: 2_000 }, (_, index) => index + 1),
  { x: 1 },
  { x: null },
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

/** Inputs whose members are all wrong: those of the call itself, and those of its members where they have some. */
export function* wrongInputsOf(call: Call): Generator<ApiInput> {
  const [query, params, body] = [call.query, call.params, call.body].map(describedOf);
  const hasDeeper = JSON.stringify(body).includes('"properties":{');
  for (const wrong of wrongValues) {
    const short = typeof wrong === 'string' ? wrong : JSON.stringify(wrong).slice(0, 2_000);
    for (const depth of hasDeeper ? [1, 3] : [1]) {
      yield {
        ...(call.query && { query: Object.assign({}, filled(query ?? {}, short, 1)) }),
        ...(call.params && { params: Object.assign({}, filled(params ?? {}, encodeURIComponent(short), 1)) }),
        ...(call.body && { body: filled(body ?? {}, wrong, depth) }),
      };
    }
  }
}

function addWords(schema: Described | boolean, words: Set<string>): void {
  if (typeof schema === 'boolean') return;
  for (const choice of [...(schema.enum ?? []), schema.const]) words.add(String(choice));
  for (const [name, part] of Object.entries(schema.properties ?? {})) {
    words.add(name);
    addWords(part, words);
  }
  for (const part of [...partsOf(schema), schema.items, schema.propertyNames, schema.additionalProperties]) {
    if (typeof part === 'object' && !Array.isArray(part)) addWords(part, words);
  }
}

/** Names of a call's members and choices: a refusal may say them as they are sent. */
export function wordsOf(call: Call): ReadonlySet<string> {
  const words = new Set(['E-mail']);
  for (const part of [call.query, call.body, call.params]) addWords(describedOf(part), words);
  return words;
}

const refusal = z.object({
  error: z.object({ message: z.string(), fields: z.record(z.string(), z.string()).optional() }),
});

/** Faulty messages of an answer: without a member, or neither Russian nor a value to send. */
export function textFaultsOf(answer: Pick<ApiAnswer, 'status' | 'body'>, words: ReadonlySet<string>): string[] {
  if (answer.status === 200) return [];
  const { message, fields = {} } = refusal.parse(answer.body).error;
  const isPlain = (text: string) =>
    /^[А-ЯЁ][^<>{}[\]"]*$/.test(text) &&
    (text.replaceAll('https://', '').match(/(?<!#)\b[A-Za-z][\w.-]+/g) ?? []).every((word) => words.has(word));
  const nameless = Object.keys(fields).filter((name) => name === '');
  return [...nameless, ...[message, ...Object.values(fields)].filter((text) => !isPlain(text))];
}

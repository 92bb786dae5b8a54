import fc from 'fast-check';
import { z } from 'zod';
import type { Call } from '#base/calls/call.ts';
import type { ApiInput } from './start-app.ts';

type Described = z.core.JSONSchema.BaseSchema;

const trickyTexts = [
  "'; drop table person; --",
  '%',
  '_',
  '\\',
  '../../etc/passwd',
  '<script>alert(1)</script>',
  '\u202e',
  '👩‍👩‍👧',
  'null',
  '0',
  ' ',
];

/** Every sign of Unicode. The unit `binary` is the same, and takes a second to make. */
const anySign = fc
  .oneof(
    { arbitrary: fc.integer({ min: 0, max: 0xd7ff }), weight: 0xd800 },
    { arbitrary: fc.integer({ min: 0xe000, max: 0x10ffff }), weight: 0x102000 },
  )
  .map((code) => String.fromCodePoint(code));

const text = fc.oneof(
  fc.string({ maxLength: 40 }),
  fc.string({ unit: anySign, maxLength: 20 }),
  fc.constantFrom(...trickyTexts),
);

/** JSON can spell an object that has no text: `String` of it throws. */
const textless = { toString: null };

/** Anything that JSON can hold, with the values that break things more often than others. */
const nonsense: fc.Arbitrary<unknown> = fc.oneof(
  text,
  fc.constantFrom<unknown>(
    null,
    true,
    false,
    0,
    -1,
    1.005,
    1e308,
    -0,
    2 ** 53,
    [],
    {},
    [[]],
    textless,
    '\0',
    'a'.repeat(5_000),
  ),
  fc.jsonValue({ maxDepth: 2 }),
);

function number(schema: Described, whole: boolean): fc.Arbitrary<unknown> {
  const min = schema.minimum ?? -1_000_000;
  const max = schema.maximum ?? 1_000_000_000;
  const least = Math.ceil(Math.max(min, -(2 ** 31)));
  const most = Math.floor(Math.min(max, 2 ** 40));
  const integers = fc.integer({ min: least, max: Math.max(least, most) });
  return whole
    ? integers
    : fc.oneof(
        integers,
        integers.map((value) => value / 100),
      );
}

function string(schema: Described): fc.Arbitrary<unknown> {
  if (schema.format === 'uuid') return fc.uuid({ version: 7 });
  if (schema.format === 'date-time') return fc.date({ noInvalidDate: true }).map((date) => date.toISOString());
  return text;
}

function object(schema: Described): fc.Arbitrary<unknown> {
  const members = Object.entries(schema.properties ?? {}).map(([name, part]) => [name, valueFor(part)] as const);
  const required = new Set(schema.required ?? []);
  return fc.record(Object.fromEntries(members), {
    requiredKeys: members.map(([name]) => name).filter((name) => required.has(name)),
  });
}

/** A value that a JSON schema allows, now and then one that only looks like it. */
function valueFor(schema: Described | boolean): fc.Arbitrary<unknown> {
  if (typeof schema === 'boolean') return nonsense;
  const options = schema.anyOf ?? schema.oneOf;
  if (options) return fc.oneof(...options.map(valueFor));
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  switch (schema.type) {
    case 'integer':
      return number(schema, true);
    case 'number':
      return number(schema, false);
    case 'boolean':
      return fc.boolean();
    case 'string':
      return string(schema);
    case 'array':
      return fc.array(
        typeof schema.items === 'object' && !Array.isArray(schema.items) ? valueFor(schema.items) : nonsense,
        { maxLength: 5 },
      );
    case 'object':
      return object(schema);
    default:
      return nonsense;
  }
}

const schemaOf = (schema: z.ZodType) => z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });

/** One member replaced by nonsense, or one added that the schema lacks. */
function mutated(value: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  return fc.tuple(value, fc.nat(), nonsense, text).map(([original, place, instead, extra]) => {
    if (typeof original !== 'object' || original === null) return instead;
    const names = [...Object.keys(original), extra];
    return { ...original, [names[place % names.length] ?? extra]: instead };
  });
}

function asQuery(value: unknown): Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return {};
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [
      encodeURIComponent(name.toWellFormed()),
      typeof part === 'string' ? part.toWellFormed() : JSON.stringify(part),
    ]),
  );
}

/** As `asQuery`; what a URL drops or resolves (nothing, one dot, two) would name the path of another call. */
function asParams(value: unknown): Record<string, unknown> {
  const parts = Object.entries(asQuery(value));
  return Object.fromEntries(parts.map(([name, part]) => [name, /^\.{0,2}$/.test(String(part)) ? `${part}-` : part]));
}

/** Inputs of a call made from its own schemas: two in three fit, one in three is mutated. */
export function inputsOf(call: Call): fc.Arbitrary<ApiInput> {
  const part = (schema: z.ZodType | undefined): fc.Arbitrary<unknown> => {
    if (schema === undefined) return fc.constant(undefined);
    const good = valueFor(schemaOf(schema));
    return fc.oneof({ weight: 2, arbitrary: good }, { weight: 1, arbitrary: mutated(good) });
  };
  return fc.tuple(part(call.query), part(call.params), part(call.body)).map(([query, params, body]) => ({
    ...(call.query && { query: asQuery(query) }),
    ...(call.params && { params: asParams(params) }),
    ...(call.body && { body: body ?? null }),
  }));
}

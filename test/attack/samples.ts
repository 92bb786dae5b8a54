import type { AttackedCall, ValueSchema } from './openapi.ts';

/**
 * Values that exist in the attacked world, by the name of a member in lower case. `POST /api/X name` is of one call only and
 * goes before.
 */
export type KnownValues = ReadonlyMap<string, unknown>;

/** An input of a call that a server would take. */
export interface Sample {
  readonly call: AttackedCall;
  /** With its `{id}` filled in and its query. */
  readonly target: string;
  /** Parts of the query, in its order. */
  readonly query: readonly (readonly [name: string, text: string])[];
  readonly body: unknown;
}

const texts: Readonly<Record<string, string>> = {
  uuid: '00000000-0000-7000-8000-000000000001',
  'date-time': '2026-01-15T00:00:00.000Z',
  date: '2026-01-15',
  uri: 'https://example.com/hook',
};

function textFor(schema: ValueSchema): string {
  const text = texts[schema.format ?? ''] ?? 'abc';
  return text.padEnd(schema.minLength ?? 0, 'x');
}

/** A value that fits a schema, with members that are known filled in by their names. */
function valueFor(schema: ValueSchema, name: string, call: string, known: KnownValues): unknown {
  for (const key of [`${call} ${name}`, name.toLowerCase()]) {
    if (known.has(key)) return known.get(key);
  }
  if (schema.const !== undefined) return schema.const;
  if (schema.enum !== undefined) return schema.enum[0];
  if (schema.default !== undefined && schema.type !== 'array') return schema.default;
  const options = schema.anyOf ?? schema.oneOf;
  const [first] = options?.filter((one) => one.type !== 'null') ?? [];
  if (first !== undefined) return valueFor(first, name, call, known);
  switch (schema.type) {
    case 'integer':
    case 'number':
      return Math.max(1, schema.minimum ?? 1);
    case 'boolean':
      return true;
    case 'array':
      return schema.items === undefined ? [] : [valueFor(schema.items, name, call, known)];
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {}).map(([part, inner]) => [part, valueFor(inner, part, call, known)]),
      );
    default:
      return textFor(schema);
  }
}

const asText = (value: unknown): string =>
  Array.isArray(value) ? value.map(asText).join(',') : typeof value === 'string' ? value : JSON.stringify(value);

/** An input of a call with every member that it may have, so that each of them is attacked. */
export function sampleOf(call: AttackedCall, known: KnownValues): Sample {
  const fitting = (schema: ValueSchema, name: string) => valueFor(schema, name, call.name, known);
  const path = call.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const schema = call.params[name];
    return encodeURIComponent(schema === undefined ? '1' : asText(fitting(schema, name)));
  });
  const query = Object.entries(call.query)
    .map(([name, schema]) => [name, fitting(schema, name)] as const)
    .filter(([, value]) => value !== null)
    .map(([name, value]) => [name, asText(value)] as const);
  const search = query.map(([name, text]) => `${name}=${encodeURIComponent(text)}`).join('&');
  return {
    call,
    target: search === '' ? path : `${path}?${search}`,
    query,
    body: call.body === null ? undefined : fitting(call.body, ''),
  };
}

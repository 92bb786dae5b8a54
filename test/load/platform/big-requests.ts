import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Call } from '#base/calls/call.ts';
import { hardTexts } from '#test/support/hard-texts.ts';

/** A request that is as large as the server takes it, and made to be slow. */
export interface BigRequest {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Known ids by the name of the member, in lower case. */
export type KnownIds = ReadonlyMap<string, string>;

type Described = z.core.JSONSchema.BaseSchema;

/** As many bytes as a JSON body may have, less what stands around the value. */
const mostBytes = 63_000;
/** Node takes 16 KB of headers with the request line. */
const mostUrl = 12_000;

/** Texts that make careless patterns slow: runs that are tried from each of their places. */
const runs = [' ', '\n', '1', 'a', '-', '.', '@', '/', '<', '&', '%', '(', 'a.', '1 ', 'x:', '\u200d', '\ufe0f', '👩‍'];
export const slowTexts: readonly string[] = [...hardTexts(11), ...runs];

const sizeOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value) ?? '');
const repeated = (text: string, bytes: number) => text.repeat(Math.ceil(bytes / Math.max(1, Buffer.byteLength(text))));

/** A value of a JSON schema: every member is there, as long as the schema allows; lists have at most so many items. */
function filled(
  schema: Described | boolean,
  name: string,
  plan: { text: string; ids: KnownIds; most: number },
): unknown {
  if (typeof schema === 'boolean') return plan.text.slice(0, plan.most);
  const [option] = schema.anyOf ?? schema.oneOf ?? [];
  if (option !== undefined) return filled(option, name, plan);
  if (schema.const !== undefined) return schema.const;
  if (schema.enum?.[0] !== undefined) return schema.enum[0];
  const { type, minimum = 1, maximum = 1_000, maxItems = plan.most, items, maxLength = plan.most * 20 } = schema;
  if (type === 'integer' || type === 'number') return Math.max(minimum, Math.min(maximum, 1_000));
  if (type === 'boolean') return true;
  if (type === 'array') {
    const item = typeof items === 'object' && !Array.isArray(items) ? filled(items, name, plan) : plan.text;
    const room = Math.floor(mostBytes / 2 / Math.max(1, sizeOf(item)));
    return Array.from({ length: Math.min(maxItems, plan.most, room) }, () => item);
  }
  if (type === 'object') {
    const members = Object.entries(schema.properties ?? {});
    return Object.fromEntries(members.map(([member, part]) => [member, filled(part, member, plan)]));
  }
  if (schema.format === 'date-time') return new Date().toISOString();
  if (schema.pattern?.startsWith('^#')) return '#C2334D';
  const id = plan.ids.get(name.toLowerCase());
  return id ?? (schema.format === 'uuid' ? randomUUID() : plan.text.slice(0, maxLength));
}

/** A value of the schema that fits into a body: with shorter lists where it does not. */
function fitting(schema: z.ZodType, text: string, ids: KnownIds): unknown {
  const described = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  for (let most = 60; most > 1; most = Math.floor(most / 2)) {
    const value = filled(described, '', { text, ids, most });
    if (sizeOf(value) <= mostBytes) return value;
  }
  return {};
}

/** The value again and again, each time with one of its texts or lists as large as a body may be. */
function enlarged(value: unknown, text: string): unknown[] {
  const room = Math.max(100, mostBytes - sizeOf(value));
  // A run that ends otherwise than it began is what a pattern tries again from each of its places.
  if (typeof value === 'string') return [repeated(text, room), `${repeated(text, room).slice(0, -1)}!`];
  if (Array.isArray(value)) {
    return value.length === 0 ? [] : [Array.from({ length: room / (sizeOf(value[0]) + 1) }, () => value[0])];
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) =>
    enlarged(member, text).map((large) => ({ ...value, [name]: large })),
  );
}

function pathOf({ path, query }: Call, text: string, ids: KnownIds): string {
  const address = `/api/${path.replace(/\{(\w+)\}/g, (_, name: string) => ids.get(name.toLowerCase()) ?? '1')}`;
  const value = query === undefined ? {} : Object(fitting(query, text, ids));
  const parts = Object.entries(value).map(([name, part]) => [
    name,
    typeof part === 'string' ? part : JSON.stringify(part),
  ]);
  return `${address}?${new URLSearchParams(parts).toString().slice(0, mostUrl)}`;
}

/** Large requests for one call with one text: as its schema has it, and with each member far too large. */
export function requestsOf(call: Call, text: string, ids: KnownIds): BigRequest[] {
  const { method } = call;
  const name = `${method} ${call.path}: ${JSON.stringify(text.slice(0, 6))}`;
  const path = pathOf(call, text.repeat(40), ids);
  if (call.body === undefined) return [{ name, method, path }];
  const value = fitting(call.body, repeated(text, 2_000), ids);
  const bodies = [value, ...enlarged(value, text)];
  return bodies.map((body, at) => ({ name: `${name}, body ${at}`, method, path, body: JSON.stringify(body) }));
}

const manyTimes = (one: string) => Array.from({ length: mostBytes / (one.length + 1) }, () => one).join(',');

/** Large bodies and queries that no schema knows. */
export function shapelessRequestsOf(call: Call, ids: KnownIds): BigRequest[] {
  const { method } = call;
  const path = pathOf(call, '1', ids);
  const queries = [
    Array.from({ length: 1_700 }, (_, at) => `a${at}=`).join('&'),
    `a=${'%25'.repeat(4_000)}`,
    '&='.repeat(6_000),
  ];
  const bodies = [
    '['.repeat(31_000) + ']'.repeat(31_000),
    `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`,
    `{${Array.from({ length: 3_000 }, (_, at) => `"a${at}":[[[[]]]]`).join(',')}}`,
    `{${manyTimes('"a":1')}}`,
    `{${manyTimes('"__proto__":{}')}}`,
    `{"a":${'9'.repeat(mostBytes)}}`,
    `[${manyTimes('1e308')}]`,
    `{"a":"${'\\u0041'.repeat(10_000)}"}`,
    `{"a":"${'\\ud800'.repeat(10_000)}"}`,
    `{${' '.repeat(mostBytes)}}`,
    `{"a":"${'\\"'.repeat(mostBytes / 2)}`,
  ];
  const name = `${method} ${call.path}`;
  return [
    ...queries.map((query, at) => ({
      name: `${name}: query ${at}`,
      method,
      path: `${path}&${query}`.slice(0, mostUrl),
    })),
    ...(call.body === undefined ? [] : bodies).map((body, at) => ({
      name: `${name}: shapeless ${at}`,
      method,
      path,
      body,
    })),
  ];
}

const headerNames =
  'cookie authorization accept-language accept-encoding x-forwarded-for if-none-match idempotency-key range referer user-agent origin accept content-type';
const headerRuns = ['a', ';', ',', '=', ' ;', 'a=b;', '1,', ':', '::', '.', 'ru;q=0.1,', '"', '%41', '*', '-'];

/** Requests for a call and for pages with one header, and for pages with an address, that is as long as Node takes it. */
export function pageRequests(screens: readonly string[]): BigRequest[] {
  const ofHeaders = ['/api/Donate/Settings', '/', '/authors'].flatMap((path) =>
    headerNames.split(' ').flatMap((header) =>
      headerRuns.map((run) => ({
        path,
        name: `${path}: ${header} of ${run}`,
        headers: { [header]: `x${repeated(run, mostUrl)}!` },
      })),
    ),
  );
  const long = runs.flatMap((run) => {
    const sign = encodeURIComponent(run);
    return [`/${repeated(sign, 1_900)}`, `/${repeated(sign, mostUrl)}`, `/authors?search=${repeated(sign, 1_900)}`];
  });
  const ofAddresses = [...screens, ...long].map((path) => ({ path, name: path.slice(0, 40) }));
  return [...ofHeaders, ...ofAddresses].map((one) => ({ ...one, method: 'GET' }));
}

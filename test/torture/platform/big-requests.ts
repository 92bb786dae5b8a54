import { z } from 'zod';
import type { Call } from '#base/calls/call.ts';
import { hardTexts } from '#test/support/hard-texts.ts';
import { BigValues, enlarged, type KnownIds, mostBytes, sizeOf } from './big-values.ts';

/** A request that is as large as the server takes it, and made to be slow. */
export interface BigRequest {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Texts that make careless patterns slow: runs that are tried from each of their places. */
const runs = [' ', '\n', '1', 'a', '-', '.', '@', '/', '<', '&', '%', '(', 'a.', '1 ', 'x:', '\u200d', '\ufe0f', '👩‍'];
export const slowTexts: readonly string[] = [...hardTexts(11), ...runs];

const repeated = (text: string, bytes: number) => text.repeat(Math.ceil(bytes / Math.max(1, Buffer.byteLength(text))));

/** Bodies for which no schema is needed. */
function shapelessBodies(): [string, string][] {
  const many = (one: (index: number) => string, bytes: number) => {
    const parts: string[] = [];
    let size = 0;
    for (let index = 0; size < bytes; index += 1) {
      const part = one(index);
      parts.push(part);
      size += part.length + 1;
    }
    return parts.join(',');
  };
  return [
    ['nested lists', '['.repeat(31_000) + ']'.repeat(31_000)],
    ['nested objects', `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`],
    ['nested 40 deep, wide', `{${many((index) => `"a${index}":${'['.repeat(40)}${']'.repeat(40)}`, mostBytes)}}`],
    ['unknown members', `{${many((index) => `"a${index}":1`, mostBytes)}}`],
    ['one member again and again', `{${many(() => '"a":1', mostBytes)}}`],
    ['members of the prototype', `{${many(() => '"__proto__":{}', mostBytes)}}`],
    ['digits', `{"a":${'9'.repeat(mostBytes)}}`],
    ['a list of digits', `[${many(() => '1e308', mostBytes)}]`],
    ['escapes', `{"a":"${'\\u0041'.repeat(10_000)}"}`],
    ['halves of signs', `{"a":"${'\\ud800'.repeat(10_000)}"}`],
    ['spaces', `{${' '.repeat(mostBytes)}}`],
    ['never closed', `{"a":"${'\\"'.repeat(mostBytes / 2)}`],
  ];
}

const jsonSchema = (schema: z.ZodType) => z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });

/** A value of the schema that fits into a body: with shorter lists where it does not. */
function fitting(schema: z.ZodType, text: string, ids: KnownIds): unknown {
  for (let most = 60; most > 1; most = Math.floor(most / 2)) {
    const value = new BigValues(text, ids, most).fill(jsonSchema(schema));
    if (sizeOf(value) <= mostBytes) return value;
  }
  return {};
}

const asQuery = (value: unknown): string => {
  if (typeof value !== 'object' || value === null) return '';
  const parts = Object.entries(value).map(([name, part]) => [
    name,
    typeof part === 'string' ? part : JSON.stringify(part),
  ]);
  return new URLSearchParams(parts).toString();
};

/** Node takes 16 KB of headers with the request line. */
const mostUrl = 12_000;

function pathOf(call: Call, text: string, ids: KnownIds): string {
  const filled = call.path.replace(/\{(\w+)\}/g, (_, name: string) => ids.get(name.toLowerCase()) ?? '1');
  if (call.query === undefined) return `/api/${filled}`;
  const search = asQuery(new BigValues(text, ids, 15).fill(jsonSchema(call.query)));
  return `/api/${filled}?${search.slice(0, mostUrl)}`;
}

/** Large requests for one call with one text: as its schema has it, and with each member far too large. With another salt no text is the same. */
export function requestsOf(call: Call, text: string, ids: KnownIds, salt = ''): BigRequest[] {
  const { method } = call;
  const path = pathOf(call, salt + text.repeat(40), ids);
  const name = (what: string) => `${method} ${call.path}: ${what} of ${JSON.stringify(text.slice(0, 6))}`;
  if (call.body === undefined) return [{ name: name('a query'), method, path }];
  const value = fitting(call.body, salt + repeated(text, 2_000), ids);
  const large = enlarged(value, text, salt);
  const bodies = [value, ...large, ...large.map(endBadly)];
  return bodies.map((body, index) => ({ name: name(`body ${index}`), method, path, body: JSON.stringify(body) }));
}

/** A run that ends otherwise than it began is what a pattern tries again from each of its places. */
function endBadly(value: unknown): unknown {
  if (typeof value === 'string') return `${value.slice(0, -1)}!`;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      typeof member === 'string' && member.length > 1_000 ? endBadly(member) : member,
    ]),
  );
}

/** Large requests to one call that no schema knows. */
export function shapelessRequestsOf(call: Call, ids: KnownIds): BigRequest[] {
  const { method } = call;
  const path = pathOf(call, '1', ids);
  const more = path.includes('?') ? '&' : '?';
  const names = Array.from({ length: 1_700 }, (_, index) => `a${index}=`).join('&');
  const queries = { 'many parameters': names, 'one parameter': `a=${'%25'.repeat(4_000)}`, signs: '&='.repeat(6_000) };
  return [
    ...Object.entries(queries).map(([what, search]) => ({
      name: `${method} ${call.path}: ${what}`,
      method,
      path: `${path}${more}${search}`.slice(0, mostUrl),
    })),
    ...(call.body === undefined
      ? []
      : shapelessBodies().map(([what, body]) => ({ name: `${method} ${call.path}: ${what}`, method, path, body }))),
  ];
}

const headerNames = [
  'cookie',
  'authorization',
  'accept-language',
  'accept-encoding',
  'x-forwarded-for',
  'if-none-match',
  'idempotency-key',
  'range',
  'referer',
  'user-agent',
  'origin',
  'accept',
  'content-type',
];
const headerRuns = ['a', ';', ',', '=', ' ;', 'a=b;', '1,', ':', '::', '.', 'ru;q=0.1,', '"', '%41', '*', '-'];

/** Requests with one header that is as long as Node takes it, for a call and for a page. */
export function headerRequests(): BigRequest[] {
  const places = ['/api/Donate/Settings', '/', '/authors'];
  return places.flatMap((path) =>
    headerNames.flatMap((header) =>
      headerRuns.map((run) => ({
        name: `GET ${path}: ${header} of ${run}`,
        method: 'GET',
        path,
        headers: { [header]: `x${repeated(run, mostUrl)}!` },
      })),
    ),
  );
}

/** Addresses of pages that are as long as Node takes them. */
export function pageRequests(screens: readonly string[]): BigRequest[] {
  const long = runs
    .filter((run) => run !== '\n')
    .flatMap((run) => {
      const sign = encodeURIComponent(run);
      return [`/${repeated(sign, 1_900)}`, `/${repeated(sign, mostUrl)}`, `/authors?search=${repeated(sign, 1_900)}`];
    });
  return [...screens, ...long].map((path) => ({ name: `GET ${path.slice(0, 40)}`, method: 'GET', path }));
}

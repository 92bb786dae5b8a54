import { z } from 'zod';
import { type CallFailure, failures } from './errors.ts';

type Kind = 'integer' | 'number' | 'boolean' | 'string';

interface QueryMember {
  readonly name: string;
  readonly kind: Kind;
}

/** A reader of one call's query string: raw text in, an object for the call's schema out. */
export type QueryReader = (rawQuery: string) => Record<string, unknown>;

function kindOf(schema: unknown): Kind {
  if (!(schema instanceof z.core.$ZodType)) return 'string';
  const described = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  const type =
    described.type ?? described.anyOf?.find((part) => typeof part === 'object' && part.type !== 'null')?.type;
  return type === 'integer' || type === 'number' || type === 'boolean' ? type : 'string';
}

const spellings: Readonly<Record<Kind, RegExp | null>> = {
  integer: /^-?\d+$/,
  number: /^-?\d+(\.\d+)?$/,
  boolean: /^(true|false)$/i,
  string: null,
};

/** Text becomes a number or a truth value only where it looks exactly like one; else it stays for the schema to refuse. */
function readValue(kind: Kind, text: string): unknown {
  if (!spellings[kind]?.test(text)) return text;
  return kind === 'boolean' ? text.toLowerCase() === 'true' : Number(text);
}

function refuse(name: string, text: string): CallFailure {
  return failures.validationFailed.because(name === '' ? { message: text } : { fields: { [name]: text } });
}

function decode(text: string, name: string): string {
  try {
    const decoded = decodeURIComponent(text.replaceAll('+', ' '));
    if (!decoded.includes('\0')) return decoded;
  } catch {
    // answered below: an escape that is not UTF-8 is as wrong as a NUL
  }
  throw refuse(name, 'Недопустимые символы');
}

function membersOf(schema: z.ZodObject | undefined): Map<string, QueryMember> {
  return new Map(
    Object.entries(schema?.shape ?? {}).map(([name, part]) => [name.toLowerCase(), { name, kind: kindOf(part) }]),
  );
}

/**
 * Makes the query reader of a schema. Names are matched without regard to case, a name given twice is refused, empty or not
 * and known or not; text becomes a number or a truth value only where the schema wants one and only when it looks exactly like
 * it (contract, section 1). Names that the schema lacks are left out, an empty value counts as none.
 */
export function queryReader(schema: z.ZodObject | undefined): QueryReader {
  const members = membersOf(schema);
  return (rawQuery) => {
    const values: Record<string, unknown> = {};
    const given = new Set<string>();
    for (const pair of rawQuery.split('&')) {
      if (pair === '') continue;
      const split = pair.indexOf('=');
      const rawName = split === -1 ? pair : pair.slice(0, split);
      const name = decode(rawName, rawName);
      const key = name.toLowerCase();
      const member = members.get(key);
      const shown = member?.name ?? name;
      const text = split === -1 ? '' : decode(pair.slice(split + 1), shown);
      if (given.has(key)) throw refuse(shown, 'Параметр указан дважды');
      given.add(key);
      if (member !== undefined && text !== '') values[member.name] = readValue(member.kind, text);
    }
    return values;
  };
}

/** Makes the reader of a path's parts: as text of a query, by the same rules. */
export function paramsReader(schema: z.ZodObject | undefined): (params: unknown) => unknown {
  const members = [...membersOf(schema).values()];
  return (params) => {
    if (typeof params !== 'object' || params === null) return params;
    const texts = new Map<string, unknown>(Object.entries(params));
    for (const { name, kind } of members) {
      const text = texts.get(name);
      if (typeof text === 'string') texts.set(name, readValue(kind, text));
    }
    return Object.fromEntries(texts);
  };
}

import { z } from 'zod';
import { type CallFailure, failures } from './errors.ts';

type Kind = 'integer' | 'number' | 'boolean' | 'string';

interface QueryMember {
  readonly name: string;
  readonly kind: Kind;
}

/** Parses a raw query string into an object for the call's schema. */
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

/** Converts text that is exactly a number or a boolean; other text stays for the schema to refuse. */
function readValue(kind: Kind, text: string): unknown {
  if (!spellings[kind]?.test(text)) return text;
  return kind === 'boolean' ? text.toLowerCase() === 'true' : Number(text);
}

function refuse(name: string, text: string): CallFailure {
  return failures.validationFailed(name === '' ? { message: text } : { fields: { [name]: text } });
}

function decode(text: string, name: string): string {
  try {
    const decoded = decodeURIComponent(text.replaceAll('+', ' '));
    if (!decoded.includes('\0')) return decoded;
  } catch {
    // Refused below, like a NUL: the escapes are not UTF-8.
  }
  throw refuse(name, 'Недопустимые символы');
}

function membersOf(schema: z.ZodObject | undefined): Map<string, QueryMember> {
  return new Map(
    Object.entries(schema?.shape ?? {}).map(([name, part]) => [name.toLowerCase(), { name, kind: kindOf(part) }]),
  );
}

/**
 * Makes the query reader of a schema. Names are matched case-insensitively; a repeated name is refused, even an unknown or empty one.
 * Text becomes a number or a boolean where the schema expects one (docs/rules.md#wire). Unknown names are ignored, and an empty value
 * counts as absent.
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

/** Makes the reader of path parameters, by the rules of the query reader. */
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

import { z } from 'zod';
import { failures } from './errors.ts';

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

function readValue(kind: Kind, text: string): unknown {
  if ((kind === 'integer' || kind === 'number') && /^-?\d+(\.\d+)?$/.test(text)) return Number(text);
  if (kind === 'boolean' && /^(true|false)$/i.test(text)) return text.toLowerCase() === 'true';
  return text;
}

function decode(text: string, name: string): string {
  try {
    const decoded = decodeURIComponent(text.replaceAll('+', ' '));
    if (!decoded.includes('\0')) return decoded;
  } catch {
    // answered below: an escape that is not UTF-8 is as wrong as a NUL
  }
  throw failures.validationFailed.because({ fields: { [name]: 'Недопустимые символы' } });
}

/**
 * Makes the query reader of a schema. Names are matched without regard to case, a name given twice is refused, text
 * becomes a number or a truth value only where the schema wants one and only when it looks exactly like it
 * (contract, section 1). Names that the schema lacks are left out, an empty value counts as none.
 */
export function queryReader(schema: z.ZodObject | undefined): QueryReader {
  const members = new Map<string, QueryMember>(
    Object.entries(schema?.shape ?? {}).map(([name, part]) => [name.toLowerCase(), { name, kind: kindOf(part) }]),
  );
  return (rawQuery) => {
    const values: Record<string, unknown> = {};
    if (rawQuery === '') return values;
    for (const pair of rawQuery.split('&')) {
      const split = pair.indexOf('=');
      const rawName = split === -1 ? pair : pair.slice(0, split);
      const member = members.get(decode(rawName, rawName).toLowerCase());
      if (member === undefined) continue;
      if (Object.hasOwn(values, member.name)) {
        throw failures.validationFailed.because({ fields: { [member.name]: 'Параметр указан дважды' } });
      }
      const text = split === -1 ? '' : decode(pair.slice(split + 1), member.name);
      if (text !== '') values[member.name] = readValue(member.kind, text);
    }
    return values;
  };
}

import { randomUUID } from 'node:crypto';
import type { z } from 'zod';

type Described = z.core.JSONSchema.BaseSchema;

/** As many bytes as a JSON body may have, less what stands around the value. */
export const mostBytes = 63_000;

export const sizeOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value) ?? '');

/** Known ids by the name of the member, in lower case. */
export type KnownIds = ReadonlyMap<string, string>;

/** Fills values by a JSON schema: every member is there, as long as the schema allows, with one text repeated. */
export class BigValues {
  readonly #text: string;
  readonly #ids: KnownIds;
  /** Where the schema names no limit. */
  readonly #most: number;

  constructor(text: string, ids: KnownIds, most = 60) {
    this.#text = text;
    this.#ids = ids;
    this.#most = most;
  }

  fill(schema: Described | boolean, name = ''): unknown {
    if (typeof schema === 'boolean') return this.#text.slice(0, this.#most);
    const options = schema.anyOf ?? schema.oneOf;
    if (options?.[0] !== undefined) return this.fill(options[0], name);
    if (schema.const !== undefined) return schema.const;
    if (schema.enum?.[0] !== undefined) return schema.enum[0];
    switch (schema.type) {
      case 'integer':
      case 'number':
        return Math.max(schema.minimum ?? 1, Math.min(schema.maximum ?? 1_000, 1_000));
      case 'boolean':
        return true;
      case 'array':
        return this.#array(schema, name);
      case 'object':
        return this.#object(schema);
      default:
        return this.#string(schema, name);
    }
  }

  #string({ format, pattern, maxLength }: Described, name: string): string {
    if (format === 'uuid') return this.#ids.get(name.toLowerCase()) ?? randomUUID();
    if (format === 'date-time') return new Date().toISOString();
    if (pattern?.startsWith('^#')) return '#C2334D';
    return this.#ids.get(name.toLowerCase()) ?? this.#text.slice(0, maxLength ?? this.#most * 20);
  }

  #array({ items, maxItems }: Described, name: string): unknown[] {
    const one = () => (typeof items === 'object' && !Array.isArray(items) ? this.fill(items, name) : this.#text);
    const length = Math.min(maxItems ?? this.#most, Math.floor(mostBytes / 2 / Math.max(1, sizeOf(one()))));
    return Array.from({ length }, one);
  }

  #object({ properties }: Described): Record<string, unknown> {
    return Object.fromEntries(Object.entries(properties ?? {}).map(([name, part]) => [name, this.fill(part, name)]));
  }
}

/** The value again and again, each time with one of its texts or lists as large as a body may be. */
export function enlarged(value: unknown, text: string, salt: string): unknown[] {
  const room = Math.max(100, mostBytes - sizeOf(value));
  if (typeof value === 'string') {
    const times = Math.ceil(room / Math.max(1, Buffer.byteLength(JSON.stringify(text)) - 2));
    return [salt + text.repeat(times)];
  }
  if (Array.isArray(value)) {
    const [first] = value;
    if (first === undefined) return [];
    return [Array.from({ length: Math.floor(room / (sizeOf(first) + 1)) }, () => first)];
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) =>
    enlarged(member, text, salt).map((large) => ({ ...value, [name]: large })),
  );
}

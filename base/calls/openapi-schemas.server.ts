import { z } from 'zod';

/** A schema of the document. */
export type ShownSchema = Readonly<Record<string, unknown>>;

const own = '#/$defs/';
const shared = '#/components/schemas/';

function isRecord(value: unknown): value is ShownSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Rewrites references, which are relative to the schema, so that they are relative to the document. */
function withSharedNames(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withSharedNames);
  if (!isRecord(value)) return value;
  const members = Object.entries(value).map(([name, part]) => [
    name,
    name === '$ref' && typeof part === 'string' ? part.replace(own, shared) : withSharedNames(part),
  ]);
  return withItems(Object.fromEntries(members));
}

/** Describes a list of fixed length for tools that require `items` to be a schema. */
function withItems(schema: ShownSchema): ShownSchema {
  const { prefixItems, ...others } = schema;
  if (!Array.isArray(prefixItems) || schema.items !== false) return schema;
  const [items = {}] = prefixItems;
  const isOfOneKind = prefixItems.every((one) => JSON.stringify(one) === JSON.stringify(items));
  return isOfOneKind ? { ...others, items } : { ...schema, items: {} };
}

function membersOf(value: unknown): ShownSchema {
  const moved = withSharedNames(value);
  return isRecord(moved) ? moved : {};
}

/** Converts Zod schemas for one OpenAPI document and collects the named ones. */
export class DocumentSchemas {
  readonly #named = new Map<string, unknown>();

  /** The document's `components.schemas`. */
  get named(): ShownSchema {
    return Object.fromEntries(this.#named);
  }

  /** Adds a named schema. Throws if a different one has the same name. */
  add(name: string, schema: unknown): void {
    const known = this.#named.get(name);
    if (known !== undefined && JSON.stringify(known) !== JSON.stringify(schema))
      throw new Error(`two different schemas are called ${name}`);
    this.#named.set(name, schema);
  }

  /** Converts a schema to its wire form. */
  show(schema: z.ZodType): ShownSchema {
    const { $schema: _, $defs = {}, ...described } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
    for (const [name, one] of Object.entries($defs)) this.add(name, membersOf(one));
    return membersOf(described);
  }
}

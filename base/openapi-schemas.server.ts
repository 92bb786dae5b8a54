import { z } from 'zod';

/** A schema as a document shows it. */
export type ShownSchema = Readonly<Record<string, unknown>>;

const own = '#/$defs/';
const shared = '#/components/schemas/';

function isRecord(value: unknown): value is ShownSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A pointer of a schema starts at the schema; within a document it starts at the document. */
function withSharedNames(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withSharedNames);
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [
      name,
      name === '$ref' && typeof part === 'string' ? part.replace(own, shared) : withSharedNames(part),
    ]),
  );
}

function membersOf(value: unknown): ShownSchema {
  const moved = withSharedNames(value);
  return isRecord(moved) ? moved : {};
}

/** Turns Zod schemas into those of one OpenAPI document and gathers the named ones, which it keeps once. */
export class DocumentSchemas {
  readonly #named = new Map<string, unknown>();

  /** What stands at `components.schemas`. */
  get named(): ShownSchema {
    return Object.fromEntries(this.#named);
  }

  /** Adds a named schema. Throws where another one has its name: a reader would take one for the other. */
  add(name: string, schema: unknown): void {
    const known = this.#named.get(name);
    if (known !== undefined && JSON.stringify(known) !== JSON.stringify(schema))
      throw new Error(`two different schemas are called ${name}`);
    this.#named.set(name, schema);
  }

  /** The schema of what travels. */
  show(schema: z.ZodType): ShownSchema {
    const { $schema: _, $defs = {}, ...described } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
    for (const [name, one] of Object.entries($defs)) this.add(name, membersOf(one));
    return membersOf(described);
  }
}

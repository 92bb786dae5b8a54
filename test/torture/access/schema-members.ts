import { z } from 'zod';

type Described = z.core.JSONSchema.BaseSchema;

/** The paths of a value's members that its schema lacks. */
export function extraMembers(value: unknown, schema: z.ZodType): string[] {
  const root = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  const resolve = (part: Described): Described => {
    const name = part.$ref?.split('/').at(-1);
    return name === undefined ? part : asSchema(root.$defs?.[name]);
  };
  const visit = (given: unknown, unresolved: Described, path: string): string[] => {
    const part = resolve(unresolved);
    const options = (part.anyOf ?? part.oneOf)?.map((option) => resolve(asSchema(option)));
    if (options) {
      const results = options.filter(isForType(given)).map((option) => visit(given, option, path));
      return results.toSorted((one, other) => one.length - other.length)[0] ?? [];
    }
    if (Array.isArray(given)) {
      const items = Array.isArray(part.items) ? {} : asSchema(part.items);
      return given.flatMap((item, index) => visit(item, items, `${path}[${index}]`));
    }
    if (typeof given !== 'object' || given === null) return [];
    const isOpen = typeof part.additionalProperties === 'object' || (part.type === undefined && !part.properties);
    return Object.entries(given).flatMap(([name, member]) => {
      const known = part.properties?.[name];
      if (known !== undefined) return visit(member, asSchema(known), `${path}.${name}`);
      return isOpen ? [] : [`${path}.${name}`];
    });
  };
  return visit(value, root, '');
}

const isObject = (part: unknown): part is Described => typeof part === 'object' && part !== null;

const asSchema = (part: unknown): Described => (isObject(part) ? part : {});

/** Selects the schemas that match the kind of the value: a list is not null. */
const isForType =
  (given: unknown) =>
  ({ type }: Described): boolean =>
    type === undefined || !isObject(given) || type === (Array.isArray(given) ? 'array' : 'object');

import { z } from 'zod';

type Described = z.core.JSONSchema.BaseSchema;

/** Members of a value that its schema lacks, by their path. */
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

/** Of several schemas those that can be meant: a list is no null. */
const isForType =
  (given: unknown) =>
  ({ type }: Described): boolean =>
    type === undefined || !isObject(given) || type === (Array.isArray(given) ? 'array' : 'object');

import { z } from 'zod';

type JsonSchema = z.core.JSONSchema.JSONSchema;

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const schema = z.custom<JsonSchema>(isRecord);

const content = z.record(z.string(), z.object({ schema: schema.optional() }));

const documentSchema = z.object({
  paths: z.record(
    z.string(),
    z.record(
      z.string(),
      z.object({
        parameters: z.array(z.object({ name: z.string(), in: z.string(), schema })),
        requestBody: z.object({ content }).optional(),
        responses: z.record(z.string(), z.object({ description: z.string(), content })),
      }),
    ),
  ),
  components: z.object({ schemas: z.record(z.string(), schema) }),
});

type Operation = z.output<typeof documentSchema>['paths'][string][string];

/** Everything in a document that is called `$ref`. */
function refsIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(refsIn);
  if (!isRecord(value)) return [];
  return Object.entries(value).flatMap(([name, part]) =>
    name === '$ref' && typeof part === 'string' ? [part] : refsIn(part),
  );
}

/** Whether a JSON pointer leads to something in the document itself. */
function isThere(document: unknown, ref: string): boolean {
  const [root, ...names] = ref.split('/');
  const found = names.reduce<unknown>((at, name) => (isRecord(at) ? at[name] : undefined), document);
  return root === '#' && found !== undefined;
}

/** The OpenAPI document as a stranger reads it. */
export class ApiDocument {
  readonly #raw: unknown;
  readonly #parsed: z.output<typeof documentSchema>;
  readonly #validators = new Map<string, z.ZodType>();

  constructor(raw: unknown) {
    this.#raw = raw;
    this.#parsed = documentSchema.parse(raw);
  }

  /** Pointers that lead nowhere. */
  get brokenRefs(): string[] {
    return refsIn(this.#raw).filter((ref) => !isThere(this.#raw, ref));
  }

  /** All schemas that it holds, equal ones once. */
  get schemas(): readonly JsonSchema[] {
    const operations = Object.values(this.#parsed.paths).flatMap((one) => Object.values(one));
    const bodies = operations.flatMap(({ requestBody, responses }) =>
      [requestBody, ...Object.values(responses)].flatMap((one) => Object.values(one?.content ?? {})),
    );
    const all = [
      ...Object.values(this.#parsed.components.schemas),
      ...operations.flatMap(({ parameters }) => parameters.map((one) => one.schema)),
      ...bodies.flatMap((one) => (one.schema === undefined ? [] : [one.schema])),
    ];
    return [...new Map(all.map((one) => [JSON.stringify(one), one])).values()];
  }

  /** A call by its name: `GET User/List`. */
  operation(name: string): Operation {
    const [method = '', path = ''] = name.split(' ');
    const operation = this.#parsed.paths[`/api/${path.replace(/\/$/, '')}`]?.[method.toLowerCase()];
    if (operation === undefined) throw new Error(`the document lacks ${name}`);
    return operation;
  }

  /** The validator for a schema of the document; made once, since that takes longer than many answers. */
  validator(of: JsonSchema): z.ZodType {
    const text = JSON.stringify(of);
    const known = this.#validators.get(text);
    if (known !== undefined) return known;
    const whole = JSON.stringify({ ...of, $defs: this.#parsed.components.schemas });
    const made = z.fromJSONSchema(schema.parse(JSON.parse(whole.replaceAll('#/components/schemas/', '#/$defs/'))));
    this.#validators.set(text, made);
    return made;
  }

  /** The first violation of the document by an answer; null: none. */
  faultOf(name: string, answer: { readonly status: number; readonly body: unknown }): string | null {
    const response = this.operation(name).responses[String(answer.status)];
    if (response === undefined) return `${name} does not say that it may answer ${answer.status}`;
    const described = response.content['application/json']?.schema;
    if (described === undefined) return null;
    const read = this.validator(described).safeParse(answer.body);
    if (!read.success) return `${name} ${answer.status}: ${z.prettifyError(read.error)}`;
    const failed = z.object({ error: z.object({ code: z.string() }) }).safeParse(answer.body);
    const isListed = !failed.success || response.description.split(', ').includes(failed.data.error.code);
    return isListed ? null : `${name} does not say that it may answer ${answer.status} ${failed.data.error.code}`;
  }
}

export async function readApiDocument(url: string): Promise<ApiDocument> {
  return new ApiDocument(await (await fetch(`${url}/api/openapi.json`)).json());
}

import { z } from 'zod';

/** As much of a JSON schema as is needed to make a value that fits it. */
export interface ValueSchema {
  readonly type?: string | undefined;
  readonly format?: string | undefined;
  readonly enum?: readonly unknown[] | undefined;
  readonly const?: unknown;
  readonly default?: unknown;
  readonly minimum?: number | undefined;
  readonly minLength?: number | undefined;
  readonly anyOf?: readonly ValueSchema[] | undefined;
  readonly oneOf?: readonly ValueSchema[] | undefined;
  readonly items?: ValueSchema | undefined;
  readonly properties?: Readonly<Record<string, ValueSchema>> | undefined;
}

const ValueSchema: z.ZodType<ValueSchema> = z.lazy(() =>
  z.object({
    type: z.union([z.string(), z.array(z.string()).transform(([first]) => first)]).optional(),
    format: z.string().optional(),
    enum: z.array(z.unknown()).optional(),
    const: z.unknown().optional(),
    default: z.unknown().optional(),
    minimum: z.number().optional(),
    minLength: z.number().optional(),
    anyOf: z.array(ValueSchema).optional(),
    oneOf: z.array(ValueSchema).optional(),
    items: ValueSchema.optional(),
    properties: z.record(z.string(), ValueSchema).optional(),
  }),
);

const Operation = z.object({
  'x-access': z.enum(['guest', 'key', 'user', 'moderator', 'admin']),
  parameters: z.array(z.object({ name: z.string(), in: z.enum(['query', 'path', 'header']), schema: ValueSchema })),
  requestBody: z.object({ content: z.record(z.string(), z.object({ schema: ValueSchema })) }).optional(),
});

const Document = z.object({ paths: z.record(z.string(), z.record(z.string(), Operation)) });

/** One call of the document, ready to be attacked. */
export interface AttackedCall {
  /** `PUT /api/Moderator/BlockUser` */
  readonly name: string;
  readonly method: string;
  /** With its `{id}` where it has one. */
  readonly path: string;
  readonly access: z.output<typeof Operation>['x-access'];
  readonly query: Readonly<Record<string, ValueSchema>>;
  readonly params: Readonly<Record<string, ValueSchema>>;
  readonly body: ValueSchema | null;
  readonly isUpload: boolean;
}

function schemasIn(operation: z.output<typeof Operation>, place: 'query' | 'path'): Record<string, ValueSchema> {
  return Object.fromEntries(
    operation.parameters.filter((one) => one.in === place).map(({ name, schema }) => [name, schema]),
  );
}

/** The calls that a server says it has. */
export async function readCalls(url: string): Promise<AttackedCall[]> {
  const answer = await fetch(`${url}/api/openapi.json`);
  const { paths } = Document.parse(await answer.json());
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([verb, operation]): AttackedCall => {
      const method = verb.toUpperCase();
      const content = operation.requestBody?.content ?? {};
      return {
        name: `${method} ${path}`,
        method,
        path,
        access: operation['x-access'],
        query: schemasIn(operation, 'query'),
        params: schemasIn(operation, 'path'),
        body: content['application/json']?.schema ?? null,
        isUpload: 'multipart/form-data' in content,
      };
    }),
  );
}

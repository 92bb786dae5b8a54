import type { z } from 'zod';
import type { Call } from './call.ts';
import { type Failure, failures } from './errors.ts';
import { DocumentSchemas } from './openapi-schemas.server.ts';
import { describeCall } from './openapi-words.server.ts';

const failureSchema = {
  type: 'object',
  required: ['success', 'data', 'error'],
  properties: {
    success: { const: false },
    data: { type: 'null' },
    error: {
      type: 'object',
      required: ['code', 'message'],
      properties: {
        code: { type: 'string' },
        message: { type: 'string', description: 'Russian, ready to be shown' },
        fields: { type: 'object', additionalProperties: { type: 'string' } },
        details: { type: 'object' },
      },
    },
  },
};

const retryAfter = { 'Retry-After': { description: 'Seconds', schema: { type: 'integer' } } };

function parametersOf(schema: z.ZodObject | undefined, place: 'query' | 'path', schemas: DocumentSchemas) {
  if (schema === undefined) return [];
  const members = Object.entries(schema.shape);
  const required: unknown = schemas.show(schema).required;
  return members.map(([name, part]) => ({
    name,
    in: place,
    required: place === 'path' || (Array.isArray(required) && required.includes(name)),
    schema: schemas.show(part),
  }));
}

function successOf(call: Call, schemas: DocumentSchemas) {
  if (call.form === 'events') return { description: 'Server-sent events', content: { 'text/event-stream': {} } };
  if (call.form === 'file') {
    const content = call.mediaTypes.map((type) => [type, {}] as const);
    return { description: 'The file', content: Object.fromEntries(content) };
  }
  return {
    description: 'Done',
    content: {
      ...(call.alsoFile !== undefined && { [call.alsoFile]: {} }),
      'application/json': {
        schema: {
          type: 'object',
          required: ['success', 'data'],
          properties: { success: { const: true }, data: schemas.show(call.answer) },
        },
      },
    },
  };
}

/** The failures that may come before or around the handler (docs/rules.md#wire), then the handler's own. */
function possibleFailures(call: Call): readonly Failure[] {
  const isGuarded = call.access !== 'guest' && call.access !== 'key';
  const isRanked = call.access === 'moderator' || call.access === 'admin';
  return [
    failures.validationFailed,
    ...(isGuarded ? [failures.unauthorized] : []),
    ...(isRanked ? [failures.forbidden] : []),
    ...(call.method === 'GET' ? [] : [failures.payloadTooLarge, failures.unsupportedMediaType]),
    ...(call.idempotent ? [failures.requestInProgress, failures.idempotencyMismatch] : []),
    ...call.errors,
    failures.internal,
    failures.unavailable,
    failures.storageFull,
  ];
}

function failuresOf(call: Call) {
  const byStatus = Map.groupBy(possibleFailures(call), ({ status }) => status);
  return Object.fromEntries(
    [...byStatus].map(([status, several]) => [
      String(status),
      {
        description: [...new Set(several.map(({ code }) => code))].join(', '),
        ...([429, 503, 507].includes(status) && { headers: retryAfter }),
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } },
      },
    ]),
  );
}

function bodyOf(call: Call, schemas: DocumentSchemas) {
  if (call.form === 'upload')
    return {
      requestBody: { required: true, content: { 'multipart/form-data': { schema: schemas.show(call.parts) } } },
    };
  if (call.body === undefined) return {};
  return { requestBody: { required: true, content: { 'application/json': { schema: schemas.show(call.body) } } } };
}

/** The server ignores a trailing slash; the document omits it. */
function documentPath({ path }: Call): string {
  return path.replace(/\/$/, '');
}

function tagOf({ path }: Call): string {
  return path.split('/')[0] ?? '';
}

function operationOf(call: Call, schemas: DocumentSchemas) {
  const keyHeader = {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    schema: { type: 'string', minLength: 8, maxLength: 128 },
  };
  const secretHeader = {
    name: 'Guest-Secret',
    in: 'header',
    required: false,
    description:
      'A secret of the guest: a repeated `Idempotency-Key` is recognised by it, otherwise only from the same network.',
    schema: { type: 'string', minLength: 16, maxLength: 128 },
  };
  return {
    operationId: `${call.method.toLowerCase()}_${documentPath(call).replace(/[^A-Za-z0-9]+/g, '_')}`,
    tags: [tagOf(call)],
    summary: call.summary,
    description: describeCall(call),
    'x-access': call.access,
    security: call.access === 'guest' || call.access === 'key' ? [] : [{ bearer: [] }],
    parameters: [
      ...parametersOf(call.params, 'path', schemas),
      ...parametersOf(call.query, 'query', schemas),
      ...(call.idempotent ? [keyHeader] : []),
      ...(call.idempotent && call.access === 'guest' ? [secretHeader] : []),
    ],
    ...bodyOf(call, schemas),
    responses: { 200: successOf(call, schemas), ...failuresOf(call) },
  };
}

/** The general part of the document. */
export interface ApiAbout {
  readonly title: string;
  readonly version: string;
  readonly description: string;
  /** An SPDX identifier. */
  readonly license: string;
  /** Where it is served, without a slash at the end. */
  readonly url: string;
  /** Descriptions of the calls by the first segment of their path. */
  readonly tags: Readonly<Record<string, string>>;
}

function tagsOf(calls: readonly Call[], described: ApiAbout['tags']) {
  return [...new Set(calls.map(tagOf))].map((name) => {
    const description = described[name];
    if (description === undefined) throw new Error(`the calls of ${name} have no description`);
    return { name, description };
  });
}

/** Makes the OpenAPI 3.1 document of a contract. */
export function openApiDocument(calls: readonly Call[], about: ApiAbout) {
  const { title, version, description, license, url, tags } = about;
  const schemas = new DocumentSchemas();
  schemas.add('Failure', failureSchema);
  const paths: Record<string, Record<string, unknown>> = {};
  for (const call of calls) {
    const path = `/api/${documentPath(call)}`;
    paths[path] = { ...paths[path], [call.method.toLowerCase()]: operationOf(call, schemas) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title,
      version,
      description,
      contact: { name: title, url },
      license: { name: license, identifier: license },
    },
    servers: [{ url }],
    tags: tagsOf(calls, tags),
    paths,
    components: {
      schemas: schemas.named,
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
    },
  };
}

import type { z } from 'zod';
import type { Call } from './call.ts';
import { type Failure, failures } from './errors.ts';
import { DocumentSchemas } from './openapi-schemas.server.ts';

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

/** What answers before or around the handler (contract, section 1), then what the handler itself may say. */
function failuresThatMayCome(call: Call): readonly Failure[] {
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
  ];
}

function failuresOf(call: Call) {
  const byStatus = Map.groupBy(failuresThatMayCome(call), ({ status }) => status);
  return Object.fromEntries(
    [...byStatus].map(([status, several]) => [
      String(status),
      {
        description: [...new Set(several.map(({ code }) => code))].join(', '),
        ...((status === 429 || status === 503) && { headers: retryAfter }),
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

function operationOf(call: Call, schemas: DocumentSchemas) {
  const [area = 'Other'] = call.path.split('/');
  const keyHeader = {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    schema: { type: 'string', minLength: 8, maxLength: 128 },
  };
  return {
    operationId: `${call.method.toLowerCase()}_${call.path.replace(/[^A-Za-z0-9]+/g, '_')}`,
    tags: [area],
    summary: call.summary,
    'x-access': call.access,
    ...(['user', 'moderator', 'admin'].includes(call.access) && { security: [{ bearer: [] }] }),
    parameters: [
      ...parametersOf(call.params, 'path', schemas),
      ...parametersOf(call.query, 'query', schemas),
      ...(call.idempotent ? [keyHeader] : []),
    ],
    ...bodyOf(call, schemas),
    responses: { 200: successOf(call, schemas), ...failuresOf(call) },
  };
}

/** The OpenAPI 3.1 document of a contract, made from the same entries that answer the calls. */
export function openApiDocument(calls: readonly Call[], info: { title: string; version: string }) {
  const schemas = new DocumentSchemas();
  schemas.add('Failure', failureSchema);
  const paths: Record<string, Record<string, unknown>> = {};
  for (const call of calls) {
    const path = `/api/${call.path}`;
    paths[path] = { ...paths[path], [call.method.toLowerCase()]: operationOf(call, schemas) };
  }
  return {
    openapi: '3.1.0',
    info,
    paths,
    components: {
      schemas: schemas.named,
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
    },
  };
}

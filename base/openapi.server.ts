import { z } from 'zod';
import type { Call } from './call.ts';
import { failures } from './errors.ts';

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

const wireSchema = (schema: z.ZodType) => {
  const { $schema: _, ...described } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return described;
};

function parametersOf(schema: z.ZodObject | undefined, place: 'query' | 'path') {
  if (schema === undefined) return [];
  const described = wireSchema(schema);
  return Object.entries(described.properties ?? {}).map(([name, part]) => ({
    name,
    in: place,
    required: place === 'path' || (described.required ?? []).includes(name),
    schema: part,
  }));
}

function successOf(call: Call) {
  if (call.form === 'events') return { description: 'Server-sent events', content: { 'text/event-stream': {} } };
  if (call.form === 'file') return { description: 'The file', content: { 'application/octet-stream': {} } };
  return {
    description: 'Done',
    content: {
      'application/json': {
        schema: {
          type: 'object',
          required: ['success', 'data'],
          properties: { success: { const: true }, data: wireSchema(call.answer) },
        },
      },
    },
  };
}

function failuresOf(call: Call) {
  const guarded = call.access === 'guest' ? [] : [failures.unauthorized];
  const ranked = call.access === 'moderator' || call.access === 'admin' ? [failures.forbidden] : [];
  const repeated = call.idempotent ? [failures.requestInProgress, failures.idempotencyMismatch] : [];
  const byStatus = new Map<number, string[]>();
  for (const one of [failures.validationFailed, ...guarded, ...ranked, ...repeated, ...call.errors]) {
    byStatus.set(one.status, [...new Set([...(byStatus.get(one.status) ?? []), one.code])]);
  }
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      String(status),
      {
        description: codes.join(', '),
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } },
      },
    ]),
  );
}

function bodyOf(call: Call) {
  if (call.form === 'upload')
    return { requestBody: { required: true, content: { 'multipart/form-data': { schema: { type: 'object' } } } } };
  if (call.body === undefined) return {};
  return { requestBody: { required: true, content: { 'application/json': { schema: wireSchema(call.body) } } } };
}

function operationOf(call: Call) {
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
      ...parametersOf(call.params, 'path'),
      ...parametersOf(call.query, 'query'),
      ...(call.idempotent ? [keyHeader] : []),
    ],
    ...bodyOf(call),
    responses: { 200: successOf(call), ...failuresOf(call) },
  };
}

/** The OpenAPI 3.1 document of a contract, made from the same entries that answer the calls. */
export function openApiDocument(calls: readonly Call[], info: { title: string; version: string }) {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const call of calls) {
    const path = `/api/${call.path}`;
    paths[path] = { ...paths[path], [call.method.toLowerCase()]: operationOf(call) };
  }
  return {
    openapi: '3.1.0',
    info,
    paths,
    components: {
      schemas: { Failure: failureSchema },
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
    },
  };
}

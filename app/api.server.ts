import type { FastifyInstance } from 'fastify';
import { apiDocsPage } from '#base/api-docs.server.ts';
import { registerEnvelope, sendFailure } from '#base/envelope.server.ts';
import { failures } from '#base/errors.ts';
import { type CallServices, registerCalls } from '#base/http.server.ts';
import { openApiDocument } from '#base/openapi.server.ts';
import { keepRawBodies } from '#base/raw-body.server.ts';
import type { Areas } from './areas.server.ts';

/** Everything below `/api`: the calls of all areas, their OpenAPI document and its readable form. */
export function registerApi(app: FastifyInstance, services: CallServices, areas: Areas): void {
  const document = openApiDocument(
    areas.bound.map(({ call }) => call),
    { title: 'Opora', version: '1' },
  );
  const json = JSON.stringify(document);
  const docs = apiDocsPage(document);
  app.register(
    (api, _options, done) => {
      registerEnvelope(api);
      keepRawBodies(api);
      areas.register(api);
      registerCalls(api, areas.bound, services);
      api.get('/openapi.json', async (_request, reply) => reply.type('application/json; charset=utf-8').send(json));
      api.get('/docs', async (_request, reply) =>
        reply.header('content-security-policy', docs.policy).type('text/html; charset=utf-8').send(docs.html),
      );
      done();
    },
    { prefix: '/api' },
  );
  app.setErrorHandler((error, request, reply) => sendFailure(request, reply, error));
  app.setNotFoundHandler((request, reply) => sendFailure(request, reply, failures.notFound.because()));
}

import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach } from 'vitest';
import { keepRawBodies } from '#base/http/body/raw-body.server.ts';
import type { PaymentFixture } from './payment-fixture.ts';

/** A server of the running test that has the callbacks of the fixture's systems, and nothing else. */
export function callbackApp(fixture: () => PaymentFixture): () => FastifyInstance {
  let app: FastifyInstance;
  beforeEach(async () => {
    app = Fastify();
    keepRawBodies(app);
    fixture().payments.register(app);
    await app.ready();
  });
  afterEach(() => app.close());
  return () => app;
}

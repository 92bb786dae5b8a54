import { pino } from 'pino';
import { expect, test } from 'vitest';
import { createFastify } from './fastify.server.ts';

test('an address that cannot be read or has an endless part is refused in the envelope', async () => {
  const app = await createFastify({ log: pino({ level: 'silent' }), trustProxy: undefined });
  app.get('/api/Thing/:id', async () => ({}));
  await app.ready();
  expect((await app.inject('/api/Thing/1')).statusCode).toBe(200);
  for (const url of ['/api/Thing/%E0%A4%A', `/api/Thing/${'x'.repeat(2_000)}`]) {
    const answer = await app.inject(url);
    expect([answer.statusCode, answer.json()]).toEqual([400, expect.objectContaining({ success: false, data: null })]);
    expect(answer.headers['x-request-id']).toMatch(/^[\da-f-]{36}$/);
  }
  await app.close();
});

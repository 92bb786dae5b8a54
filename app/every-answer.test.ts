import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { signIn } from '#test/sign-in.ts';
import { startApp, type TestApp, testSecrets } from '#test/start-app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startApp();
});

afterAll(() => app.close());

const settings = z.object({ data: z.object({ key: z.string() }) });

test('every answer bears its id and is taken for nothing but what it says it is, a stream of events too', async () => {
  const { token } = await signIn(app.db, testSecrets.jwt);
  const { key } = settings.parse((await app.api('GET Widget/Settings', {}, { token })).body).data;
  const answers = [
    [`/api/Widget/Events?key=${key}&source=one`, 200],
    ['/api/Widget/Events?key=wrong', 401],
    ['/api/Donate/Export', 401],
    ['/api/Region', 200],
    ['/api/Region', 200],
    ['/api/nothing', 404],
    ['/nothing', 404],
    ['/api/openapi.json', 200],
    ['/health/live', 200],
    ['/api/PickUp/none', 400],
  ] as const;
  for (const [path, status] of answers) {
    const stop = new AbortController();
    const answer = await fetch(`${app.url}${path}`, { signal: stop.signal });
    const told = [answer.status, answer.headers.get('x-request-id'), answer.headers.get('x-content-type-options')];
    stop.abort();
    expect([path, ...told]).toEqual([path, status, expect.stringMatching(/^[\da-f-]{36}$/), 'nosniff']);
  }
});

import { afterAll, expect, test } from 'vitest';
import { z } from 'zod';
import { signIn } from '#test/support/sign-in.ts';
import { startApp, testSecrets } from '#test/support/start-app.ts';

const app = await startApp();
afterAll(() => app.close());

const settings = z.object({ data: z.object({ key: z.string() }) });

test('every answer, also a stream of events, has its id and forbids guessing its type', async () => {
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
    const seen = [answer.status, answer.headers.get('x-request-id'), answer.headers.get('x-content-type-options')];
    stop.abort();
    expect([path, ...seen]).toEqual([path, status, expect.stringMatching(/^[\da-f-]{36}$/), 'nosniff']);
  }
});

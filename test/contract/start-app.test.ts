import { afterAll, expect, test } from 'vitest';
import { startApp } from '#test/support/start-app.ts';

const app = await startApp();
afterAll(() => app.close());

test('the real app answers, is ready, and describes its API', async () => {
  expect(await (await fetch(`${app.url}/health/ready`)).json()).toMatchObject({ status: 'ready' });
  const config = await app.api('GET Config');
  expect(config).toMatchObject({ status: 200, body: { success: true, data: { paymentHost: app.sandbox.url } } });
  const document = await (await fetch(`${app.url}/api/openapi.json`)).json();
  expect(Object.keys(document.paths)).toContain('/api/User/List');
  expect(await (await fetch(`${app.url}/metrics`)).text()).toContain('opora_request_seconds');
});

test('the log holds no query strings', async () => {
  await fetch(`${app.url}/api/User/List?Search=%D1%81%D0%B5%D0%BA%D1%80%D0%B5%D1%82`);
  expect(app.logLines.join('')).not.toMatch(/Search=|сек/);
});

import { expect, test } from 'vitest';
import { startApp } from '#test/support/start-app.ts';

test('the figures are for this machine alone, not for whom a proxy on it asks', async () => {
  const app = await startApp({ env: { TRUST_PROXY: '' } });
  const statusWith = async (headers: Record<string, string>) => (await fetch(`${app.url}/metrics`, { headers })).status;
  expect(await statusWith({})).toBe(200);
  expect(await statusWith({ 'x-forwarded-for': '203.0.113.9' })).toBe(404);
  expect(await statusWith({ forwarded: 'for=203.0.113.9' })).toBe(404);
  await app.close();
});

test('a stopping process reports it first and answers until its delay is over', async () => {
  const app = await startApp({ env: { DRAIN_SECONDS: '1.5' } });
  const ready = async () => (await fetch(`${app.url}/health/ready`)).status;
  expect(await ready()).toBe(200);
  const closed = app.close();
  expect(await ready()).toBe(503);
  expect((await app.api('GET User/List')).status).toBe(200);
  await closed;
  await expect(ready()).rejects.toThrow('fetch failed');
});

test('with a token, the metrics require it', async () => {
  const app = await startApp({ env: { METRICS_TOKEN: 'a-token-for-the-figures' } });
  const statusWith = async (headers: Record<string, string>) => (await fetch(`${app.url}/metrics`, { headers })).status;
  expect(await statusWith({})).toBe(404);
  expect(await statusWith({ authorization: 'Bearer another-token-it-is' })).toBe(404);
  expect(await statusWith({ authorization: 'Bearer a-token-for-the-figures' })).toBe(200);
  await app.close();
});

test('in production nobody reads them without a token, for a proxy on this machine may ask for others', async () => {
  const site = { NODE_ENV: 'production', PUBLIC_URL: 'https://opora.example', SMS_URL: 'http://127.0.0.1:9' };
  const app = await startApp({ env: { ...site, TRUST_PROXY: '' } });
  expect((await fetch(`${app.url}/metrics`)).status).toBe(404);
  await app.close();
});

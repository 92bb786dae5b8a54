import { afterAll, expect, test } from 'vitest';
import { createTestDatabase } from '#test/support/database/database.ts';
import { openLine } from '#test/support/network/line.ts';
import { startApp } from '#test/support/start-app.ts';
import { buildIfStale } from '../../operation/install/build-if-stale.ts';

await buildIfStale(new URL('../..', import.meta.url).pathname, () => undefined);
const database = await createTestDatabase();
const line = await openLine(database.url);
const app = await startApp({ pages: 'built', databaseUrl: line.url });
afterAll(async () => {
  await app.close();
  await line.close();
  await database.drop();
});

const page = async (path: string, init: RequestInit = {}) => {
  const response = await fetch(`${app.url}${path}`, init);
  const html = await response.text();
  return { status: response.status, headers: response.headers, html };
};

const readiness = async () => {
  const response = await fetch(`${app.url}/health/ready`);
  return { status: response.status, body: await response.json() };
};

test('while the database is away pages and calls answer 503, what is cached is shown, and all is well once it is back', async () => {
  expect((await page('/authors')).status).toBe(200);
  const cachedCall = await app.api('GET Product/CategoryList');
  expect(cachedCall.status).toBe(200);

  await line.cut();

  const market = await page('/market', { headers: { 'accept-language': 'ru' } });
  expect([market.status, market.headers.get('retry-after'), market.headers.get('cache-control')]).toEqual([
    503,
    '5',
    'private, no-store',
  ]);
  expect(market.html).toContain('Мы скоро вернёмся');
  expect(market.html).toContain('<meta http-equiv="refresh" content="7">');
  expect((await page('/market', { method: 'HEAD' })).status).toBe(503);

  const call = await app.api('GET User/List', { query: { Take: 3 } });
  expect(call).toMatchObject({ status: 503, body: { success: false, error: { code: 'ServiceUnavailable' } } });
  expect(JSON.stringify(call.body)).toContain('Сервис сейчас недоступен');
  expect(call.headers.get('retry-after')).toBe('5');
  const written = await app.api('POST Identity/Register', {
    body: { phone: '998901112233', password: 'a-long-one-7' },
  });
  expect([written.status, written.headers.get('retry-after')]).toEqual([503, '5']);

  const cached = await page('/authors');
  expect([cached.status, cached.html.includes('Мы скоро вернёмся')]).toEqual([200, false]);
  expect((await app.api('GET Product/CategoryList')).body).toEqual(cachedCall.body);
  expect(await readiness()).toMatchObject({ status: 503, body: { status: 'not ready', database: false } });

  await line.restore();
  await expect.poll(async () => (await readiness()).status, { timeout: 20_000 }).toBe(200);
  expect((await page('/market')).status).toBe(200);
  expect((await app.api('GET User/List', { query: { Take: 3 } })).status).toBe(200);
});

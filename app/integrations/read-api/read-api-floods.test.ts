import { afterAll, expect, it } from 'vitest';
import { startApp } from '#test/support/start-app.ts';

const app = await startApp();
afterAll(() => app.close());

const knock = async (address: string) =>
  (await fetch(`${app.url}/api/v1/user/oauth`, { headers: { 'x-forwarded-for': address } })).status;

it('counts an IPv6 network as one address', async () => {
  const values = ['read-api-address:2001:db8:20:1::/64', 598, Date.now() + 60_000];
  await app.db.pool.query('insert into rate_limit (key, points, expire) values ($1, $2, $3)', values);
  expect([await knock('2001:db8:20:1::1'), await knock('2001:db8:20:1::2')]).toEqual([401, 401]);
  expect(await knock('2001:db8:20:1::3')).toBe(429);
  expect(await knock('2001:db8:20:2::1')).toBe(401);
});

it('counts the networks of one IPv6 site together', async () => {
  const values = ['read-api-address-site:2001:db8:22::/48', 2_399, Date.now() + 60_000];
  await app.db.pool.query('insert into rate_limit (key, points, expire) values ($1, $2, $3)', values);
  expect(await knock('2001:db8:22:1::1')).toBe(401);
  expect(await knock('2001:db8:22:2::1')).toBe(429);
  expect(await knock('2001:db8:23:1::1')).toBe(401);
});

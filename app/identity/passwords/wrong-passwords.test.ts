import sql from 'sql-template-tag';
import { afterAll, expect, it } from 'vitest';
import { startIdentityApp, testPassword } from '#test/support/identity-app.ts';
import { newPhone } from '#test/support/sign-in.ts';

const app = await startIdentityApp();
afterAll(() => app.close());

let lastAddress = 0;

/** An address with untouched budgets. */
const newAddress = () => `10.0.${lastAddress >> 8}.${lastAddress++ & 255}`;

const wrong = (phone: string, address: string) => app.logIn(phone, 'not this one 1', { address });

/** Skips the delay after the last attempt. */
const wait = (phone: string) =>
  app.db.execute(sql`update password_delay set next_try_at = now() where phone = ${phone}`);

/** The seconds between the last attempt and the next one. */
const pauseOf = async (phone: string) => {
  const found = await app.db.execute<{ seconds: number }>(sql`
    select extract(epoch from next_try_at - last_try_at)::int as seconds from password_delay where phone = ${phone}`);
  return found.rows[0]?.seconds ?? 0;
};

const day = 86_400;

/** Makes the delays of these phones end at one moment in a day, so that they are not over even on a slow machine. */
const stretch = (...phones: string[]) =>
  app.db.execute(sql`
    update password_delay set next_try_at = now() + interval '1 day' where phone = any (${phones}::text[])`);

it('wrong passwords delay the next attempt, doubling up to an hour, until a correct one', async () => {
  const { phone } = await app.someone();
  const address = newAddress();
  for (let tries = 0; tries < 3; tries++) expect((await wrong(phone, address)).code).toBe('BadCredentials');
  const pauses: number[] = [];
  for (let tries = 0; tries < 14; tries++) {
    pauses.push(await pauseOf(phone));
    await stretch(phone);
    const refused = await wrong(phone, address);
    expect([refused.status, refused.code]).toEqual([429, 'TooManyRequests']);
    expect(refused.retryAfter).toBeGreaterThan(day - 60);
    expect(refused.retryAfter).toBeLessThanOrEqual(day);
    await wait(phone);
    expect((await wrong(phone, address)).code).toBe('BadCredentials');
  }
  expect(pauses).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 3600, 3600]);
  expect((await app.logIn(phone, undefined, { address })).status).toBe(429);
  await wait(phone);
  expect((await app.logIn(phone, undefined, { address })).status).toBe(200);
  expect((await wrong(phone, address)).code).toBe('BadCredentials');
  expect((await app.logIn(phone, undefined, { address })).status).toBe(200);
});

it('wrong passwords do not delay other addresses, and are delayed equally for an unknown phone', async () => {
  const { phone } = await app.someone();
  const unknown = newPhone();
  const address = newAddress();
  for (const one of [phone, unknown]) {
    expect((await wrong(one, address)).code).toBe('BadCredentials');
    await app.db.execute(sql`update password_delay set tries = 8 where phone = ${one}`);
    expect((await wrong(one, address)).code).toBe('BadCredentials');
  }
  expect([await pauseOf(phone), await pauseOf(unknown)]).toEqual([64, 64]);
  await stretch(phone, unknown);
  const known = await wrong(phone, address);
  const unregistered = await wrong(unknown, address);
  expect(known.status).toBe(429);
  expect([known.status, known.message]).toEqual([unregistered.status, unregistered.message]);
  expect((await app.logIn(phone, undefined, { address: newAddress() })).status).toBe(200);
});

it('wrong passwords are checked once when a hundred arrive at the end of a long delay', async () => {
  const { phone } = await app.someone();
  const address = newAddress();
  await wrong(phone, address);
  await app.db.execute(sql`update password_delay set tries = 12, next_try_at = now() where phone = ${phone}`);
  const answers = await Promise.all(Array.from({ length: 100 }, () => wrong(phone, address)));
  expect(answers.filter(({ status }) => status === 401).length).toBe(1);
  expect(answers.every(({ status }) => [401, 429, 503].includes(status))).toBe(true);
});

it('wrong passwords from the networks of one IPv6 /48 close no login from elsewhere', async () => {
  const { phone } = await app.someone('admin');
  const guesses = await Promise.all(
    Array.from({ length: 104 }, (_, at) => wrong(phone, `2001:db8:40:${at.toString(16)}::1`)),
  );
  expect(guesses.filter(({ status }) => status === 401).length).toBeLessThanOrEqual(20);
  const message = 'Из вашей сети слишком часто вводят неверный пароль к этому номеру';
  const here = await app.logIn(phone, undefined, { address: '2001:db8:40:ffff::1' });
  expect([here.status, here.message]).toEqual([429, expect.stringContaining(message)]);
  for (const address of [newAddress(), '2001:db8:41:1::1']) {
    expect((await app.logIn(phone, undefined, { address })).status).toBe(200);
  }
  const body = { phone, password: testPassword, rememberMe: false };
  expect((await app.ask('POST Identity/AdminLogin', { body }, { address: newAddress() })).status).toBe(200);
});

it('wrong passwords from many addresses leave every other one attempts of its own, but fewer', async () => {
  const { phone } = await app.someone();
  const home = newAddress();
  expect((await app.logIn(phone, undefined, { address: home })).status).toBe(200);
  const count = async (address: string) => {
    await wrong(phone, address);
    const found = await app.db.execute<{ tries: number }>(sql`
      select tries from password_delay where phone = ${phone} and address = ${address}`);
    return found.rows[0]?.tries;
  };
  const tries = [];
  for (let at = 0; at < 21; at += 1) tries.push(await count(newAddress()));
  expect(tries).toEqual([...Array.from({ length: 20 }, () => 1), 8]);
  expect(await count(home)).toBe(1);
  const fresh = newAddress();
  expect((await wrong(phone, fresh)).code).toBe('BadCredentials');
  expect((await app.logIn(phone, undefined, { address: fresh })).status).toBe(200);
  expect((await app.logIn(phone, undefined, { address: newAddress() })).status).toBe(200);
});

it('attempts of others use up nothing where the owner has logged in before', async () => {
  const { phone } = await app.someone();
  const address = '2001:db8:42:1::1';
  expect((await app.logIn(phone, undefined, { address })).status).toBe(200);
  await app.db.execute(sql`
    insert into rate_limit (key, points, expire)
    values ('password-tries:2001:db8:42:1::/64', 120, ${Date.now() + 600_000}),
      (${`password-site:2001:db8:42::/48:${phone}`}, 20, ${Date.now() + 3_000_000})
    on conflict (key) do update set points = excluded.points, expire = excluded.expire`);
  expect((await app.logIn(phone, undefined, { address })).status).toBe(200);
  expect((await app.logIn(newPhone(), undefined, { address })).message).toContain('слишком много попыток входа');
});

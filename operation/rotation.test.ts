import { afterAll, expect, it } from 'vitest';
import { z } from 'zod';
import { createTestDatabase } from '#test/support/database/database.ts';
import { signedHeader, until } from '#test/support/money/money-fixture.ts';
import { signIn, signInAgain } from '#test/support/sign-in.ts';
import { startApp, type TestApp, testSecrets } from '#test/support/start-app.ts';
import { givePaidTo, makeWebhook, openReceiver } from '#test/support/tool-fixture.ts';
import { reseal, warnOfUnreadable } from './reseal.ts';

const oldSecret = 'the-old-secret-of-the-rotation';
const newSecret = 'the-new-secret-of-the-rotation';
const onlyOld = oldSecret;
const oldFirst = `${oldSecret},${newSecret}`;
const newFirst = `${newSecret},${oldSecret}`;
const onlyNew = newSecret;

let running: TestApp[] = [];

const database = await createTestDatabase();
afterAll(async () => {
  await closeAll();
  await database.drop();
});

async function closeAll() {
  await Promise.all(running.map((app) => app.close()));
  running = [];
}

async function start(secrets: string): Promise<TestApp> {
  const app = await startApp({ env: { JWT_SECRET: secrets, LIMITS: 'off' }, databaseUrl: database.url });
  running.push(app);
  return app;
}

const pair = z.object({ data: z.object({ token: z.string(), refreshToken: z.string() }) });
const settings = z.object({ data: z.object({ key: z.string() }) });

const keyOf = async (app: TestApp, token: string) =>
  settings.parse((await app.api('GET Widget/Settings', {}, { token })).body).data.key;
const isKnown = async (app: TestApp, token: string) => (await app.api('POST Identity/GetUser', {}, { token })).status;
const opens = async (app: TestApp, key: string) =>
  (await app.api('GET Widget/Statistics', { query: { key } })).status === 200;

it('JWT_SECRET is replaced process by process: no one is logged out, widget keys and webhooks work', async () => {
  const receiver = await openReceiver();
  const old = await start(onlyOld);
  const person = await signIn(old.db, onlyOld);
  const sleeper = await signInAgain(old.db, onlyOld, { userId: person.userId, remember: true });
  const key = await keyOf(old, person.token);
  const { id } = await makeWebhook(old, person, receiver.address, ['donation.paid']);
  let tokens = { token: person.token, refreshToken: person.refreshToken };
  let before = old;
  for (const secrets of [oldFirst, newFirst]) {
    const after = await start(secrets);
    // Both serve at once: what either gives out, the other takes.
    for (const app of [after, before, after]) {
      expect(await isKnown(app, tokens.token)).toBe(200);
      const body = { accessToken: tokens.token, refreshToken: tokens.refreshToken };
      tokens = pair.parse((await app.api('POST Identity/RefreshToken', { body })).body).data;
    }
    expect(await isKnown(before, tokens.token)).toBe(200);
    expect([await keyOf(before, tokens.token), await keyOf(after, tokens.token)]).toEqual([key, key]);
    before = after;
  }
  const databaseUrl = database.url;
  expect(await reseal({ databaseUrl, secrets: newFirst })).toEqual({ resealed: 2, current: 0, unreadable: 0 });
  expect(await reseal({ databaseUrl, secrets: newFirst })).toEqual({ resealed: 0, current: 2, unreadable: 0 });
  await closeAll();
  const last = await start(onlyNew);
  expect(await isKnown(last, tokens.token)).toBe(200);
  const body = { accessToken: sleeper.token, refreshToken: sleeper.refreshToken };
  const woken = pair.parse((await last.api('POST Identity/RefreshToken', { body })).body).data;
  expect(await isKnown(last, woken.token)).toBe(200);
  expect(await keyOf(last, woken.token)).toBe(key);
  expect(await opens(last, key)).toBe(true);
  expect((await last.api('POST Integration/TestWebhook', { query: { id } }, woken)).status).toBe(200);
  await until(() => receiver.received.length === 1);
  expect(await isKnown(last, person.token)).toBe(401);
  await receiver.close();
});

it('reports keys that were sealed with a removed secret, and changes none of them', async () => {
  const app = await start(onlyNew);
  const person = await signIn(app.db, onlyNew);
  const key = await keyOf(app, person.token);
  const lost = await reseal({ databaseUrl: database.url, secrets: 'another-secret-altogether' });
  expect(lost).toMatchObject({ resealed: 0, current: 0 });
  expect(lost.unreadable).toBeGreaterThan(0);
  expect(await keyOf(app, person.token)).toBe(key);
});

it('PAYMENT_SECRET is replaced while payments run: both sides of the change are taken', async () => {
  const after = 'the-new-payment-secret';
  const app = await startApp({ env: { PAYMENT_SECRET: `${after},${testSecrets.payment}`, LIMITS: 'off' } });
  running.push(app);
  // The provider still has the old one: it refuses the new one and is asked with the old one.
  const payId = await givePaidTo(app, await signIn(app.db, testSecrets.jwt));
  const { rows } = await app.db.pool.query('select provider_id as id, amount from payment where reference = $1', [
    payId,
  ]);
  const update = { ...rows[0], reference: payId, status: 'paid', occurredAt: new Date().toISOString() };
  for (const [secret, status] of [
    [testSecrets.payment, 200],
    [after, 200],
    ['a-stranger-knows-neither', 401],
  ] as const) {
    const body = { eventId: `again ${secret}`, ...update };
    const headers = { 'x-signature': signedHeader(JSON.stringify(body), { secret }) };
    expect((await app.api('POST Payment/Callback', { body }, { headers })).status).toBe(status);
  }
});

it('warns of what another JWT_SECRET has sealed, with counts and the way out, and of nothing else', async () => {
  const foreign: string[] = [];
  const unknown = 'a-secret-that-has-sealed-nothing';
  await warnOfUnreadable({ databaseUrl: database.url, secrets: unknown }, (line) => foreign.push(line));
  expect(foreign).toEqual([
    expect.stringMatching(
      /^JWT_SECRET does not open [1-9]\d* widget keys, [1-9]\d* secrets of webhooks and 0 saved cards/,
    ),
  ]);
  expect(foreign[0]).toContain('npm run reseal');
  const known: string[] = [];
  const secrets = `${unknown},${newSecret},${oldSecret}`;
  await warnOfUnreadable({ databaseUrl: database.url, secrets }, (line) => known.push(line));
  expect(known).toEqual([]);
});

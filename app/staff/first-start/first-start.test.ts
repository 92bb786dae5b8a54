import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '#base/config/config.server.ts';
import { createTestDatabase } from '#test/support/database/database.ts';
import { type SignedIn, signIn, signInAgain } from '#test/support/sign-in.ts';
import { dataOf, startApp, type TestApp, testSecrets } from '#test/support/start-app.ts';
import { firstStartAddress } from './first-start.server.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let apps: TestApp[] = [];
let people: SignedIn[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  const start = () => startApp({ databaseUrl: database.url });
  const one = await start();
  const other = await start();
  apps = [one, other];
  people = [await signIn(one.db, testSecrets.jwt), await signIn(one.db, testSecrets.jwt)];
});

afterAll(async () => {
  for (const app of apps) await app.close();
  await database.drop();
});

const config = readConfig({ PUBLIC_URL: 'https://opora.example', JWT_SECRET: testSecrets.jwt });

async function keys(): Promise<(string | null)[]> {
  const addresses = await Promise.all(apps.map((app) => firstStartAddress(app.db, config)));
  return addresses.map((address) => address && new URL(address).searchParams.get('key'));
}

const check = (app: TestApp, key: string) => app.api('GET Moderator/FirstStart', { query: { key } });
const become = (app: TestApp, key: string, person: SignedIn) =>
  app.api('POST Moderator/FirstStart', { body: { key } }, person);

test('the key of the log makes one admin, once, whichever processes are asked at the same moment', async () => {
  const [one, other] = apps;
  const [first, second] = people;
  if (!(one && other && first && second)) throw new Error('two processes and two people');
  const [key = null, same] = await keys();
  expect(key).toBe(same);
  const right = key ?? '';
  for (const wrong of [`${right.slice(0, -1)}~`, right.slice(1), 'x']) {
    expect((await check(one, wrong)).status).toBe(404);
    expect((await become(one, wrong, first)).status).toBe(404);
  }
  expect((await check(other, right)).status).toBe(200);
  expect((await one.api('POST Moderator/FirstStart', { body: { key: right } })).status).toBe(401);
  const answers = await Promise.all([become(one, right, first), become(other, right, second)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 404]);
  expect((await check(one, right)).status).toBe(404);
  expect(await keys()).toEqual([null, null]);
  const winner = answers[0]?.status === 200 ? first : second;
  const admin = await signInAgain(one.db, testSecrets.jwt, { userId: winner.userId, role: 'admin' });
  const trail = dataOf(await one.api('GET Moderator/Audit', {}, admin));
  expect(trail).toMatchObject({
    count: 1,
    items: [{ call: 'PUT Moderator/SetRole', subject: winner.userId, details: { before: 'user' } }],
  });
  await one.db.pool.query(`update person set role = 'user'`);
  expect((await check(one, right)).status).toBe(404);
  expect((await keys())[0]).not.toBe(right);
});

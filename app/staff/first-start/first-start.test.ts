import { afterAll, expect, test } from 'vitest';
import { readConfig } from '#base/config/config.server.ts';
import { type SignedIn, signIn, signInAgain } from '#test/support/sign-in.ts';
import { dataOf, startApp, type TestApp, testSecrets } from '#test/support/start-app.ts';
import { firstStartAddress } from './first-start.server.ts';

const one = await startApp();
const other = await startApp({ databaseUrl: one.databaseUrl });
const first = await signIn(one.db, testSecrets.jwt);
const second = await signIn(one.db, testSecrets.jwt);
afterAll(async () => {
  await other.close();
  await one.close();
});

const config = readConfig({ PUBLIC_URL: 'https://opora.example', JWT_SECRET: testSecrets.jwt });

async function keys(): Promise<(string | null)[]> {
  const addresses = await Promise.all([one, other].map((app) => firstStartAddress(app.db, config)));
  return addresses.map((address) => address && new URL(address).searchParams.get('key'));
}

const check = (app: TestApp, key: string) => app.api('GET Moderator/FirstStart', { query: { key } });
const become = (app: TestApp, key: string, person: SignedIn) =>
  app.api('POST Moderator/FirstStart', { body: { key } }, person);

test('the key of the log makes one admin, once, whichever processes are asked at the same moment', async () => {
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

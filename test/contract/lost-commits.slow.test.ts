import sql from 'sql-template-tag';
import { afterAll, expect, test } from 'vitest';
import { openCommitLine } from '#test/support/database/commit-line.ts';
import { createTestDatabase } from '#test/support/database/database.ts';
import { signIn } from '#test/support/sign-in.ts';
import { dataOf, startApp, testSecrets } from '#test/support/start-app.ts';

const database = await createTestDatabase();
const line = await openCommitLine(database.url);
const app = await startApp({ databaseUrl: line.url });
const creator = await signIn(app.db, testSecrets.jwt);
afterAll(async () => {
  await app.close();
  await line.close();
  await database.drop();
});

const give = (name: string, idempotencyKey?: string) =>
  app.api(
    'POST ProjectPay/Create',
    { body: { projectId: creator.projectId, amount: 10_000, name } },
    { ...(idempotencyKey && { idempotencyKey }), headers: { 'guest-secret': 'a-secret-of-this-guest' } },
  );

async function donationsOf(name: string): Promise<number> {
  const { rows } = await app.db.execute<{ n: number }>(sql`select count(*) as n from donation where name = ${name}`);
  return rows[0]?.n ?? 0;
}

test.each(['before', 'after'] as const)(
  'a donation whose connection breaks %s its commit is made once, and its key gives the same answer',
  async (when) => {
    const name = `broken ${when}`;
    line.breakNext(when, name);
    const first = await give(name, `key of ${when}`);
    const again = await give(name, `key of ${when}`);
    expect([first.status, again.status, await donationsOf(name)]).toEqual([200, 200, 1]);
    expect(dataOf(again)).toEqual(dataOf(first));
  },
);

test('without a key the outcome is not guessed: nothing is done again, and the answer says so', async () => {
  line.breakNext('after', 'keyless');
  const answer = await give('keyless');
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5']);
  expect(JSON.stringify(answer.body)).toContain('мы не знаем, сохранилось ли это');
  expect(await donationsOf('keyless')).toBe(1);
});

test('while no server knows whether it was saved, the answer says so, and the key resolves it later', async () => {
  line.breakAll('gone away');
  const answer = await give('gone away', 'key of away');
  expect(answer.status).toBe(503);
  expect(JSON.stringify(answer.body)).toContain('мы не знаем, сохранилось ли это');
  line.restore();
  await expect.poll(async () => (await give('gone away', 'key of away')).status, { timeout: 10_000 }).toBe(200);
  expect(await donationsOf('gone away')).toBe(1);
});

import { afterAll, expect, it } from 'vitest';
import { type SignedIn, signIn } from '#test/support/sign-in.ts';
import { startApp, testSecrets } from '#test/support/start-app.ts';

const app = await startApp();
afterAll(() => app.close());

const give = async (address: string, { projectId }: SignedIn) =>
  (await app.api('POST ProjectPay/Create', { body: { projectId, amount: 10_000 } }, { address })).status;

/** Creates so many donations at once, each from another address, and counts the statuses. */
async function flood(count: number, addressOf: (number: number) => string, to: SignedIn) {
  const answers = await Promise.all(Array.from({ length: count }, (_, number) => give(addressOf(number), to)));
  return Object.fromEntries([200, 429].map((status) => [status, answers.filter((one) => one === status).length]));
}

/** Spends points of a budget. */
const spend = (key: string, points: number) =>
  app.db.pool.query(
    `insert into rate_limit (key, points, expire) values ($1, $2, $3)
     on conflict (key) do update set points = excluded.points, expire = excluded.expire`,
    [key, points, Date.now() + 60_000],
  );

const spentOf = async (key: string) =>
  (await app.db.pool.query<{ points: number }>('select points from rate_limit where key = $1', [key])).rows[0]?.points;

it('counts an IPv6 network as one address', async () => {
  const creator = await signIn(app.db, testSecrets.jwt);
  const answers = await flood(150, (number) => `2001:db8:1:1:${number.toString(16)}::7`, creator);
  expect(answers).toEqual({ 200: 120, 429: 30 });
  expect(await give('2001:db8:1:2::7', creator)).toBe(200);
});

it('does not spend the creator’s budget on requests that are refused to a network', async () => {
  const creator = await signIn(app.db, testSecrets.jwt);
  expect(await flood(150, () => '10.7.1.1', creator)).toEqual({ 200: 120, 429: 30 });
  expect(await spentOf(`donation-creator:${creator.projectId}`)).toBe(120);
});

it('leaves every other network its share when a few have spent a creator’s budget', async () => {
  const creator = await signIn(app.db, testSecrets.jwt);
  await spend(`donation-creator:${creator.projectId}`, 1_200);
  expect(await flood(20, () => '10.7.2.1', creator)).toEqual({ 200: 12, 429: 8 });
  expect(await flood(20, (number) => `10.7.3.${number}`, creator)).toEqual({ 200: 20, 429: 0 });
  // The owner of a /48 has 65,536 networks.
  const ofOneSite = (number: number) => `2001:db8:2:${number.toString(16)}::1`;
  expect(await flood(70, ofOneSite, creator)).toEqual({ 200: 60, 429: 10 });
  expect(await give('2001:db8:3:1::1', creator)).toBe(200);
});

it('limits the shares too: a creator accepts at most twice the budget', async () => {
  const creator = await signIn(app.db, testSecrets.jwt);
  await spend(`donation-creator:${creator.projectId}`, 1_200);
  await spend(`donation-shares:${creator.projectId}`, 1_195);
  expect(await flood(10, (number) => `10.7.4.${number}`, creator)).toEqual({ 200: 5, 429: 5 });
});

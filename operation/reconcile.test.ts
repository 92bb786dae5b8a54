import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase } from '#test/database.ts';
import { give, givePaid, type MoneyHouse, openMoneyHouse } from '#test/money-house.ts';
import { reconcile } from './reconcile.ts';

let house: MoneyHouse;
let database: Awaited<ReturnType<typeof createTestDatabase>>;

beforeAll(async () => {
  database = await createTestDatabase();
  house = await openMoneyHouse({ databaseUrl: database.url });
});
afterAll(async () => {
  await house.close();
  await database.drop();
});

const run = (since = new Date(0)) => reconcile({ databaseUrl: database.url, provider: house.provider, since });

it('finds the books equal, then every payment that was changed behind the back of either', async () => {
  const { projectId } = await house.person();
  const paid = await givePaid(house, { projectId });
  const open = await give(house, { projectId });
  expect(await run()).toEqual({ compared: 2, differences: [], unanswered: 0 });
  expect((await run(new Date(Date.now() + 60_000))).compared).toBe(0);
  await house.db.execute(sql`update payment set amount = amount + 1 where reference = ${paid.payId}`);
  await house.db.execute(sql`update payment set provider_id = 'nobody' where reference = ${open.payId}`);
  const { differences } = await run();
  expect(differences.map(({ reference, theirs }) => [reference, theirs])).toEqual([
    [paid.payId, expect.stringMatching(/^paid \d+$/)],
    [open.payId, 'unknown to them'],
  ]);
  await house.sandbox.close();
  expect(await run()).toMatchObject({ compared: 2, unanswered: 2, differences: [] });
});

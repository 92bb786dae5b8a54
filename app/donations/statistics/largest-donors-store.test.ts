import { afterAll, expect, test } from 'vitest';
import { openManyDonations } from '#test/support/money/many-donations.ts';
import { donorsByTotal, donorsOfPeriod, readLargestDonors } from './largest-donors-store.server.ts';

const donations = 6_000;
const most = 10;

const world = await openManyDonations(donations);
afterAll(() => world.close());
const { db } = world;
// A tenth of the donors give most of the donations, as in practice, and one in 20 is anonymous.
await db.pool.query(`
  update donation set donor_key = case when number % 20 = 0 then 'anonymous'
    else 'name:' || floor(3000 * power(abs(hashtext(number::text)) % 1000 / 1000.0, 4)) end`);
await db.pool.query(`
  truncate donor_total;
  insert into donor_total (project_id, donor_key, amount, count)
  select project_id, donor_key, sum(amount), count(*) from donation where refunded_at is null group by 1, 2`);

/** Numbers of donations, long and short, at the beginning, in the middle and at the end. */
const periods = Array.from({ length: 40 }, (_, at) => {
  const length = Math.ceil(donations / (1 + (at % 8) ** 2));
  const first = 1 + Math.floor(((donations - length) * Math.floor(at / 8)) / 4);
  return { first, last: first + length - 1 };
});

test('where the donors of all times are enough, they are those of the period', async () => {
  const sure: boolean[] = [];
  for (const { first, last } of periods) {
    const values = [world.projectId, first, last, most];
    const rows = await db.run(donorsByTotal, values);
    sure.push(rows[0]?.isSure ?? false);
    const all = await db.run(donorsOfPeriod, values);
    if (rows[0]?.isSure === true) expect(rows).toEqual(all.map((row) => ({ ...row, isSure: true })));
    expect(await readLargestDonors(db, { projectId: world.projectId, first, last }, most)).toEqual(all);
  }
  expect(new Set(sure)).toEqual(new Set([true, false]));
});

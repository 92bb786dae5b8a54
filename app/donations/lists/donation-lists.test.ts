import { randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import { afterAll, describe, expect, it } from 'vitest';
import { daysAgo, openManyDonations } from '#test/support/money/many-donations.ts';
import { donationStatistics } from '../statistics/donation-statistics.server.ts';
import { readPublicPage, readReceived } from './donation-lists-store.server.ts';
import { countedPage, findReceived } from './donation-reports-store.server.ts';

const donations = Number(process.env.MONEY_DONATIONS ?? 40_000);

const world = await openManyDonations(donations);
afterAll(() => world.close());
const { db, projectId } = world;

describe(`among ${donations} donations`, () => {
  it.each([0, 3, 100, 9_999])('the search returns the count and the page after %i', async (skip) => {
    const { rows } = await db.pool.query<{ id: string }>(
      `select id from donation where project_id = $1 and number is not null and not is_anonymous
         and name || ' ' || coalesce(message, '') ilike all (array['%Донор%', '%3123%'])
       order by number desc`,
      [projectId],
    );
    const period = { from: null, to: null };
    const { items, count } = await findReceived(db, { projectId, period, search: 'Донор 3123', skip, take: 7 });
    expect(count).toBe(rows.length);
    expect(count).toBeGreaterThan(3);
    expect(items.map(({ id }) => id)).toEqual(rows.slice(skip, skip + 7).map(({ id }) => id));
  });

  it('the search reads its index', async () => {
    const asked = { projectId, search: 'Донор 3123', first: 1, last: donations };
    const { rows } = await db.execute(sql`explain ${countedPage(asked, 0, 10)}`);
    expect(JSON.stringify(rows)).toContain('donation_words');
  });

  it.each([0, 1, 7, 498, 499, 500, 12_345, donations / 2, donations - donations / 500 - 3, donations])(
    'List skips %i donations as an offset would, past the refunded ones',
    async (skip) => {
      const { rows } = await db.pool.query<{ id: string }>(
        `select id from donation where project_id = $1 and refunded_at is null order by number desc offset $2 limit 10`,
        [projectId, skip],
      );
      const page = await readPublicPage(db, projectId, skip, 10);
      expect(page.map(({ id }) => id)).toEqual(rows.map(({ id }) => id));
    },
  );

  it('My finds a period by its bounds', async () => {
    const period = { from: daysAgo(3), to: daysAgo(2) };
    const { rows } = await db.pool.query<{ id: string }>(
      `select id from donation where project_id = $1 and paid_at >= $2 and paid_at < $3 order by number desc`,
      [projectId, period.from, period.to],
    );
    const page = await readReceived(db, { projectId, period, skip: 100, take: 10 });
    expect(page.count).toBe(rows.length);
    expect(page.items.map(({ id }) => id)).toEqual(rows.slice(100, 110).map(({ id }) => id));
    expect(
      await readReceived(db, { projectId, period: { from: daysAgo(1), to: daysAgo(2) }, skip: 0, take: 10 }),
    ).toEqual({
      items: [],
      count: 0,
    });
    expect(
      await readReceived(db, { projectId: randomUUID(), period: { from: null, to: null }, skip: 0, take: 10 }),
    ).toEqual({ items: [], count: 0 });
  });

  it('statistics of a period leave refunded donations out', async () => {
    const since = daysAgo(5);
    const { rows } = await db.pool.query(
      `select count(*) as count, sum(amount)::bigint as amount from donation
       where project_id = $1 and refunded_at is null and paid_at >= $2`,
      [projectId, since],
    );
    expect(await donationStatistics(db, projectId, { since, most: 3 })).toMatchObject(rows[0] ?? {});
  });
});

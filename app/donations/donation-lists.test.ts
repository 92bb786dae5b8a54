import { randomUUID } from 'node:crypto';
import { PgDialect } from 'drizzle-orm/pg-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createPerson } from '#app/new-person.server.ts';
import type { Database } from '#base/db.server.ts';
import { openTestDatabase, type TestDatabase } from '#test/database.ts';
import { newPhone } from '#test/sign-in.ts';
import {
  givenCount,
  givenPage,
  numbersOfPeriod,
  paidSince,
  projectTotal,
  publicPage,
  readPublicPage,
  readReceived,
  receivedPage,
  refundedSince,
  topDonors,
} from './donation-lists-store.server.ts';
import { donationStatistics } from './donation-statistics.server.ts';
import { allBelow, countedPage, findReceived, foundCount, foundPage } from './own-gifts-store.server.ts';
import { donorsOfPeriod, figuresOfPeriod } from './own-statistics-store.server.ts';

const gifts = Number(process.env.MONEY_GIFTS ?? 200_000);

let database: TestDatabase;
let db: Database;
let projectId: string;
let donorId: string;

/** So many rows that a table of one row a project is not read whole either. */
const manyProjects = `
  with people as (insert into person (phone) select 'p' || n from generate_series(1, 2000) as n returning id),
    accounts as (insert into account (person_id, kind, name) select id, 'creator', 'x' from people returning id, person_id),
    creators as (
      insert into creator (user_id, user_name) select person_id, 'u' || row_number() over () || 'x' from accounts
      returning user_id),
    projects as (
      insert into project (user_id, account_id) select a.person_id, a.id from accounts a join creators c on c.user_id = a.person_id
      returning id)
  insert into project_total (project_id, last_number, paid_count, paid_sum) select id, 0, 0, 0 from projects`;

/** One project has all gifts but a few; every 500th was given back; a donor with an account made every 1,000th. */
async function fill(): Promise<void> {
  const [owner, donor, other] = await db.transaction(async (tx) => [
    await createPerson(tx, { phone: newPhone() }),
    await createPerson(tx, { phone: newPhone() }),
    await createPerson(tx, { phone: newPhone() }),
  ]);
  if (!owner || !donor || !other) throw new Error('people are missing');
  projectId = owner.projectId;
  donorId = donor.userId;
  const client = await db.pool.connect();
  await client.query('set statement_timeout = 0');
  for (const [project, count] of [
    [other.projectId, 1_000],
    [projectId, gifts],
  ] as const) {
    await client.query(
      `insert into donation (id, project_id, donor_id, donor_key, name, message, is_anonymous, amount, commission, number,
         created_at, paid_at, refunded_at)
       select gen_random_uuid(), $1, case when n % 1000 = 0 then $2::uuid end, 'name:' || n % 50000, 'Донор ' || n % 50000,
         'Привет', false, 500000 + n, 25000, n, at, at, case when n % 500 = 0 then now() end
       from (select n, now() - ($3::int - n) * interval '10 seconds' as at from generate_series(1, $3::int) as n) as gift`,
      [project, donorId, count],
    );
  }
  await client.query(`insert into alert (project_id, number, pay_id, amount, message, state)
    select project_id, number, id, amount, message, case when number % 7 = 0 then 'held' else 'shown' end from donation`);
  await client.query(`insert into project_total (project_id, last_number, paid_count, paid_sum)
    select project_id, max(number), count(*) filter (where refunded_at is null), sum(amount) filter (where refunded_at is null)
    from donation group by project_id`);
  await client.query(`insert into donor_total (project_id, donor_key, name, amount, count)
    select project_id, donor_key, max(name), sum(amount), count(*) from donation where refunded_at is null group by 1, 2`);
  await client.query(manyProjects);
  await client.query('vacuum analyze');
  client.release();
}

beforeAll(async () => {
  database = await openTestDatabase({ max: 4 });
  db = database.db;
  await fill();
}, 120_000);

afterAll(async () => {
  await database.close();
});

const plan = z.tuple([z.object({ 'QUERY PLAN': z.tuple([z.object({ Plan: z.record(z.string(), z.unknown()) })]) })]);

interface Cost {
  readonly seqScans: readonly string[];
  /** Pages touched. */
  readonly pages: number;
}

function scansIn(node: unknown): string[] {
  const parsed = z
    .object({
      'Node Type': z.string(),
      'Relation Name': z.string().optional(),
      Plans: z.array(z.unknown()).default([]),
    })
    .parse(node);
  // The settings are one row; everything else is to be reached by an index.
  const isScan = parsed['Node Type'] === 'Seq Scan' && parsed['Relation Name'] !== 'donation_settings';
  return [...(isScan ? [parsed['Relation Name'] ?? '?'] : []), ...parsed.Plans.flatMap(scansIn)];
}

async function costOf(statement: { text: string }, values: readonly unknown[], mode: string): Promise<Cost> {
  const client = await db.pool.connect();
  try {
    await client.query(`set plan_cache_mode = ${mode}`);
    const { rows } = await client.query({
      name: `${mode} ${values.length} ${statement.text.length}`,
      text: `explain (analyze, buffers, format json) ${statement.text}`,
      values: [...values],
    });
    const { Plan } = plan.parse(rows)[0]['QUERY PLAN'][0];
    const { 'Shared Hit Blocks': hit, 'Shared Read Blocks': read } = z
      .object({ 'Shared Hit Blocks': z.number(), 'Shared Read Blocks': z.number() })
      .parse(Plan);
    return { seqScans: scansIn(Plan), pages: hit + read };
  } finally {
    client.release();
  }
}

const day = 86_400_000;
const ago = (days: number) => new Date(Date.now() - days * day);

describe(`among ${gifts} gifts`, () => {
  it.each(['force_custom_plan', 'force_generic_plan'])(
    'every list uses indexes and touches few pages (%s)',
    async (mode) => {
      const asked: [string, { text: string }, readonly unknown[], number][] = [
        ['List, first page', publicPage, [projectId, 0, 10], 150],
        ['List, hundredth page', publicPage, [projectId, 990, 10], 150],
        ['List, the middle', publicPage, [projectId, gifts / 2, 10], 400],
        ['List, the last page', publicPage, [projectId, gifts - gifts / 500 - 10, 100], 800],
        ['List, beyond the end', publicPage, [projectId, gifts * 10, 10], 400],
        ['Top', topDonors, [projectId, 100], 150],
        ['total', projectTotal, [projectId], 10],
        ['period', numbersOfPeriod, [projectId, ago(7), ago(1)], 50],
        ['My, the middle', receivedPage, [projectId, 1, gifts / 2, 100], 150],
        ['Given', givenPage, [donorId, null, null, 0, 10], 250],
        ['Given, period', givenPage, [donorId, ago(7), ago(1), 0, 10], 250],
        ['Given, count', givenCount, [donorId, null, null], 1_500],
        ['a piece of the table', allBelow, [projectId, 1, gifts / 2, 1_000], 1_100],
        // Each donor of the day is looked up among all gifts: was it his first?
        [
          'charts of a day',
          figuresOfPeriod,
          [projectId, gifts - 3 * 8_640, gifts - 2 * 8_640, 'Asia/Tashkent'],
          60_000,
        ],
        ['donors of a day', donorsOfPeriod, [projectId, gifts - 3 * 8_640, gifts - 2 * 8_640, 10], 9_500],
        ['statistics of an hour', paidSince, [projectId, ago(1 / 24)], 50],
        ['statistics of an hour, given back', refundedSince, [projectId, gifts - 360], 50],
      ];
      for (const [name, statement, values, most] of asked) {
        const { seqScans, pages } = await costOf(statement, values, mode);
        expect([name, seqScans]).toEqual([name, []]);
        expect(pages, `${name}: ${pages} pages`).toBeLessThanOrEqual(most);
      }
    },
  );

  it('the search of the history goes by the words', async () => {
    const asked = { projectId, first: 1, last: gifts, search: 'Донор 41234' };
    const dialect = new PgDialect();
    for (const query of [foundPage(asked, 0, 10), countedPage(asked, 0, 10), foundCount(asked)]) {
      const { sql: text, params } = dialect.sqlToQuery(query);
      const { seqScans, pages } = await costOf({ text }, params, 'force_custom_plan');
      expect(seqScans).toEqual([]);
      expect(pages).toBeLessThanOrEqual(3_000);
    }
  });

  it.each([0, 3, 100, 9_999])('the search tells the count and the part after %i', async (skip) => {
    const { rows } = await db.pool.query<{ id: string }>(
      `select id from donation where project_id = $1 and number is not null and not is_anonymous and name ilike '%Донор 4123%'
       order by number desc`,
      [projectId],
    );
    const period = { from: null, to: null };
    const { items, count } = await findReceived(db, { projectId, period, search: 'Донор 4123', skip, take: 7 });
    expect(count).toBe(rows.length);
    expect(count).toBeGreaterThan(3);
    expect(items.map(({ id }) => id)).toEqual(rows.slice(skip, skip + 7).map(({ id }) => id));
  });

  it.each([0, 1, 7, 498, 499, 500, 12_345, 99_999, gifts - gifts / 500 - 3, gifts])(
    'List skips %i gifts as an offset would, past those given back',
    async (skip) => {
      const { rows } = await db.pool.query<{ id: string }>(
        `select id from donation where project_id = $1 and refunded_at is null order by number desc offset $2 limit 10`,
        [projectId, skip],
      );
      const page = await readPublicPage(db, projectId, skip, 10);
      expect(page.map(({ id }) => id)).toEqual(rows.map(({ id }) => id));
    },
  );

  it('My finds a period by its ends', async () => {
    const period = { from: ago(3), to: ago(2) };
    const { rows } = await db.pool.query<{ id: string }>(
      `select id from donation where project_id = $1 and paid_at between $2 and $3 order by number desc`,
      [projectId, period.from, period.to],
    );
    const page = await readReceived(db, { projectId, period, skip: 100, take: 10 });
    expect(page.count).toBe(rows.length);
    expect(page.items.map(({ id }) => id)).toEqual(rows.slice(100, 110).map(({ id }) => id));
    expect(await readReceived(db, { projectId, period: { from: ago(1), to: ago(2) }, skip: 0, take: 10 })).toEqual({
      items: [],
      count: 0,
    });
    expect(
      await readReceived(db, { projectId: randomUUID(), period: { from: null, to: null }, skip: 0, take: 10 }),
    ).toEqual({ items: [], count: 0 });
  });

  it('statistics of a period count what was not given back', async () => {
    const since = ago(5);
    const { rows } = await db.pool.query(
      `select count(*) as count, sum(amount)::bigint as amount from donation
       where project_id = $1 and refunded_at is null and paid_at >= $2`,
      [projectId, since],
    );
    expect(await donationStatistics(db, projectId, { since, most: 3 })).toMatchObject(rows[0] ?? {});
  });
});

import { afterAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { daysAgo, openManyDonations } from '#test/support/money/many-donations.ts';
import { donorsByTotal, donorsOfPeriod } from '../statistics/largest-donors-store.server.ts';
import { figuresOfDays, figuresOfPeriod } from '../statistics/own-statistics-store.server.ts';
import {
  givenCount,
  givenPage,
  numbersOfPeriod,
  paidSince,
  projectTotal,
  publicPage,
  receivedPage,
  refundedSince,
} from './donation-lists-store.server.ts';
import { allBelow, countedPage, foundCount, foundPage } from './donation-reports-store.server.ts';
import { topDonors } from './top-donors-store.server.ts';

const donations = Number(process.env.MONEY_DONATIONS ?? 40_000);

const world = await openManyDonations(donations);
afterAll(() => world.close());
const { db, projectId, donorId } = world;
// These donors gave once each, no month is paid, and a table without rows is read whole.
await db.pool.query(`insert into donor_return (project_id, number, paid_at, previous_at)
  select project_id, number, paid_at, paid_at - interval '1 day' from donation where number % 2 = 0
  on conflict do nothing`);
await db.pool.query(`insert into project_hour_monthly (project_id, hour, count, amount)
  select project_id, hour, count, amount from project_hour on conflict do nothing`);
await db.pool.query('vacuum analyze donor_return, project_hour_monthly');

const plan = z.tuple([z.object({ 'QUERY PLAN': z.tuple([z.object({ Plan: z.record(z.string(), z.unknown()) })]) })]);

interface Cost {
  readonly seqScans: readonly string[];
  /** Pages read. */
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
  // The settings are one row, and nobody here has brought a history; an index must find everything else.
  const isShort = ['donation_settings', 'imported_total'].includes(parsed['Relation Name'] ?? '');
  const isScan = parsed['Node Type'] === 'Seq Scan' && !isShort;
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

/** What statistics may say of donors and creators, and how large their sample is. */
const samples: readonly (readonly [donors: string, projects: string, size: number])[] = [
  ['1', '1', 1],
  ['1', '-1', 1],
  ['2', '2', 10],
  ['-1', '1', 100],
  ['-1', '-1', 1],
  ['0', '0', 1],
  ['0', '0', 1_000],
];

async function sample([donors, projects, size]: (typeof samples)[number]): Promise<void> {
  await db.pool.query(`alter table donation alter column donor_key set (n_distinct = ${donors}),
    alter column project_id set (n_distinct = ${projects}), alter column donor_key set statistics ${size},
    alter column project_id set statistics ${size}, alter column number set statistics ${size}`);
  await db.pool.query('analyze donation');
}

describe(`whatever the planner expects of ${donations} donations`, () => {
  afterAll(() => sample(['0', '0', -1]));

  it.each(samples)(
    'the statistics of a day are found by indexes (donors %s, creators %s, sample %i)',
    async (...one) => {
      await sample(one);
      const from = donations - 3 * 8_640;
      const to = donations - 2 * 8_640;
      for (const mode of ['force_custom_plan', 'force_generic_plan']) {
        const period = [projectId, daysAgo(3), daysAgo(2), from, to];
        for (const [name, statement, values, most] of [
          ['charts by the day', figuresOfDays, period, 150],
          ['charts by the hour', figuresOfPeriod, [...period, 'Asia/Tashkent', true], 150],
          ['charts by donations', figuresOfPeriod, [...period, 'Asia/Kathmandu', false], 9_500],
          ['donors', donorsOfPeriod, [projectId, from, to, 10], 9_500],
          ['donors of all times', donorsByTotal, [projectId, from, to, 10], 2_000],
        ] as const) {
          const { seqScans, pages } = await costOf(statement, values, mode);
          expect([name, mode, seqScans]).toEqual([name, mode, []]);
          expect(pages, `${name}, ${mode}: ${pages} pages`).toBeLessThanOrEqual(most);
        }
      }
    },
  );
});

describe(`among ${donations} donations`, () => {
  it.each(['force_custom_plan', 'force_generic_plan'])(
    'every list uses indexes and touches few pages (%s)',
    async (mode) => {
      const asked: [string, { text: string }, readonly unknown[], number][] = [
        ['List, first page', publicPage, [projectId, 0, 10], 150],
        ['List, hundredth page', publicPage, [projectId, 990, 10], 150],
        ['List, the middle', publicPage, [projectId, donations / 2, 10], 400],
        ['List, the last page', publicPage, [projectId, donations - donations / 500 - 10, 100], 800],
        ['List, beyond the end', publicPage, [projectId, donations * 10, 10], 400],
        ['Top', topDonors, [projectId, 100], 150],
        ['total', projectTotal, [projectId], 10],
        ['period', numbersOfPeriod, [projectId, daysAgo(7), daysAgo(1)], 50],
        ['My, the middle', receivedPage, [projectId, 1, donations / 2, 100], 150],
        ['Given', givenPage, [donorId, null, null, 0, 10], 250],
        ['Given, period', givenPage, [donorId, daysAgo(7), daysAgo(1), 0, 10], 250],
        ['Given, count', givenCount, [donorId, null, null], 1_500],
        ['a piece of the table', allBelow, [projectId, 1, donations / 2, 1_000], 1_100],
        ['statistics of an hour', paidSince, [projectId, daysAgo(1 / 24)], 50],
        ['refunded ones of an hour', refundedSince, [projectId, donations - 360], 50],
      ];
      for (const [name, statement, values, most] of asked) {
        const { seqScans, pages } = await costOf(statement, values, mode);
        expect([name, seqScans]).toEqual([name, []]);
        expect(pages, `${name}: ${pages} pages`).toBeLessThanOrEqual(most);
      }
    },
  );

  it('the search of the history uses the index of words', async () => {
    const asked = { projectId, first: 1, last: donations, search: 'Донор 31234' };
    for (const { text, values } of [foundPage(asked, 0, 10), countedPage(asked, 0, 10), foundCount(asked)]) {
      const { seqScans, pages } = await costOf({ text }, values, 'force_custom_plan');
      expect(seqScans).toEqual([]);
      expect(pages).toBeLessThanOrEqual(3_000);
    }
  });
});

import sql, { raw } from 'sql-template-tag';
import { afterAll, expect, test } from 'vitest';
import { foldCounters } from '#base/db/hour-tally.server.ts';
import { openTestDatabase } from '#test/support/database/database.ts';
import { blocksOf, blocksOfWork, writeAnew } from '#test/support/database/query-plan.ts';
import { type OverviewFilter, readPayments, seekQuery } from './payment-overview-store.server.ts';

const many = 5_000;

const made = `
  insert into payment (kind, reference, provider_id, amount, currency, status, expires_at, next_check_at, created_at)
  select case when n % 3 = 0 then 'order' else 'donation' end, uuid_v7(), 'one-' || n, 100, 'UZS',
    (array['Created', 'Paid', 'Failed', 'Expired', 'Refunded'])[n % 5 + 1], now(), now(), now() - n / 2 * interval '1 minute'
  from generate_series(1, ${many}) n`;

// The moves of payments: paid, failed, paid after expiry, refunded, and a move that changes nothing.
const moves = ['Created to Paid', 'Created to Failed', 'Expired to Paid', 'Paid to Refunded', 'Failed to Failed'];

const database = await openTestDatabase();
const db = database.db;
await db.execute(raw(made));
for (const [at, move] of moves.entries()) {
  const [from, to] = move.split(' to ');
  await db.execute(sql`
    update payment set status = ${to}
    where id in (select id from payment where status = ${from} order by provider_id limit ${300 + at})`);
}
afterAll(() => database.close());

const statuses = { paid: ['Paid'], refunded: ['Refunded'], failed: ['Failed', 'Expired'] } as const;
const always = { from: null, to: null };

async function idsOf({ state, kind }: { state: keyof typeof statuses; kind?: string | undefined }): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select id from payment where status = any(${[...statuses[state]]}::text[])
      and (${kind ?? null}::text is null or kind = ${kind ?? null}) order by created_at desc, id desc`);
  return rows.map(({ id }) => id);
}

const lists: Omit<OverviewFilter, 'from' | 'to'>[] = [
  { state: 'paid' },
  { state: 'failed' },
  { state: 'refunded' },
  { state: 'paid', kind: 'order' },
  { state: 'refunded', kind: 'order' },
  { state: 'failed', kind: 'donation' },
];

test.each(lists)('the count of %o matches the rows, and every page is complete and in order', async (list) => {
  const { state, kind } = list;
  if (state === 'problem') throw new Error('problems have no state of their own');
  const all = await idsOf({ state, kind });
  expect(all.length).toBeGreaterThan(300);
  for (const skip of [0, 990, 1_000, 1_003, all.length - 20, all.length - 7, all.length - 1, all.length, many * 2]) {
    if (skip < 0) continue;
    const { items, count } = await readPayments(db, { ...list, ...always, skip, take: 20 });
    expect(count).toBe(all.length);
    expect([skip, items.map(({ id }) => id)]).toEqual([skip, all.slice(skip, skip + 20)]);
  }
});

test('refunded payments are listed and counted without reading the others', async () => {
  await db.execute(
    raw(`
    insert into payment (kind, reference, provider_id, amount, currency, status, expires_at, created_at)
    select 'order', uuid_v7(), 'kept-' || n, 100, 'UZS', 'Paid', now(), now() - n * interval '1 second'
    from generate_series(1, 30000) n`),
  );
  await db.execute(raw('vacuum analyze payment'));
  for (const kind of [undefined, 'donation']) {
    const asked = { ...always, state: 'refunded', kind, skip: 0, take: 20 } as const;
    const blocks = await blocksOfWork(db, (read) => readPayments(read, asked));
    expect(blocks).toBeLessThan(100);
  }
});

test('the middle of a list is found among the months and the hours of one, not among all hours', async () => {
  await db.execute(
    raw(`
    insert into hour_tally (kind, hour, count, amount)
    select kind, date_trunc('hour', now(), 'UTC') - n * interval '1 hour', 1, 100
    from unnest(array['paid donation', 'paid order']) kind, generate_series(10000, 40000) n`),
  );
  // As the job does.
  await foldCounters(db);
  await db.execute(raw('vacuum analyze hour_tally'));
  await writeAnew(db, ['hour_tally_fresh', 'payment_count']);
  const filters = [
    {},
    { kind: 'order' },
    { to: new Date(Math.floor(Date.now() / 3_600_000) * 3_600_000 - 20_000 * 3_600_000) },
  ];
  for (const filter of filters) {
    expect(await blocksOf(db, seekQuery({ state: 'paid', ...always, ...filter }, 7_000))).toBeLessThan(100);
  }
});

import type { Client } from 'pg';
import { type Fixture, openDonation, timeCall } from './fixture.ts';
import { commonCreator } from './questions/public-questions.ts';

/** One line of what things cost, at both sizes. */
export interface Cost {
  readonly what: string;
  readonly small: string;
  readonly large: string;
}

const tables = [
  'donation',
  'payment',
  'posting',
  'entry',
  'alert',
  'shop_order',
  'order_line',
  'order_step',
  'product',
  'creator',
  'person',
];

interface TableSize {
  readonly rows: string;
  readonly heap: string;
  readonly indexes: string;
}

async function sizeOf(client: Client, table: string): Promise<string> {
  const { rows } = await client.query<TableSize>(
    `select n.rows::text as rows, (pg_table_size($1::regclass) / greatest(n.rows, 1))::text as heap,
       (pg_indexes_size($1::regclass) / greatest(n.rows, 1))::text as indexes
     from (select count(*) as rows from ${table}) n`,
    [table],
  );
  const [size] = rows;
  return size === undefined ? '' : `${Number(size.rows).toLocaleString('en')} × (${size.heap} + ${size.indexes}) B`;
}

async function oneNumber(client: Client, text: string): Promise<number> {
  const { rows } = await client.query<{ value: string }>(text);
  return Number(rows[0]?.value);
}

const donations = 50;

/** Log bytes and statements of a donation from its form to its alert, and the statements' commits. */
async function costOfDonation(fixture: Fixture): Promise<{ wal: number; commits: number }> {
  const { client } = fixture;
  const position = `select (pg_current_wal_insert_lsn() - '0/0'::pg_lsn)::text as value`;
  const commits = `select xact_commit::text as value from pg_stat_database where datname = current_database()`;
  const before = { wal: await oneNumber(client, position), commits: await oneNumber(client, commits) };
  for (let at = 0; at < donations; at += 1) {
    const { paid } = await openDonation(fixture, commonCreator(fixture.sizes.creators, at), at);
    await timeCall(fixture, 'POST Payment/Callback', paid);
  }
  // A connection reports to the statistics at most once a second.
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  const after = { wal: await oneNumber(client, position), commits: await oneNumber(client, commits) };
  return { wal: (after.wal - before.wal) / donations, commits: (after.commits - before.commits) / donations };
}

/** What rows take and what a donation writes. */
export async function measureCosts(small: Fixture, large: Fixture): Promise<Cost[]> {
  const costs: Cost[] = [];
  for (const table of tables) {
    costs.push({
      what: `${table}: rows × (table + indexes)`,
      small: await sizeOf(small.client, table),
      large: await sizeOf(large.client, table),
    });
  }
  const whole = `select (pg_database_size(current_database()) / 1048576)::text as value`;
  const megabytes = async (fixture: Fixture) => `${await oneNumber(fixture.client, whole)} MB`;
  costs.push({ what: 'the whole database', small: await megabytes(small), large: await megabytes(large) });
  const few = await costOfDonation(small);
  const many = await costOfDonation(large);
  const kilobytes = (bytes: number) => `${(bytes / 1024).toFixed(1)} KB`;
  costs.push({ what: 'log (WAL) a donation, made and paid', small: kilobytes(few.wal), large: kilobytes(many.wal) });
  costs.push({
    what: 'commits a donation, made and paid',
    small: few.commits.toFixed(1),
    large: many.commits.toFixed(1),
  });
  return costs;
}

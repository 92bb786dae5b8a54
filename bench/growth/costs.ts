import type { Client } from 'pg';
import { type House, openGift, timeCall } from './house.ts';
import { commonCreator } from './public-questions.ts';

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

const gifts = 50;

/** Log bytes and statements of a gift from its form to its alert, and the statements' commits. */
async function costOfGift(house: House): Promise<{ wal: number; commits: number }> {
  const { client } = house;
  const position = `select (pg_current_wal_insert_lsn() - '0/0'::pg_lsn)::text as value`;
  const commits = `select xact_commit::text as value from pg_stat_database where datname = current_database()`;
  const before = { wal: await oneNumber(client, position), commits: await oneNumber(client, commits) };
  for (let at = 0; at < gifts; at += 1) {
    const { paid } = await openGift(house, commonCreator(house.sizes.creators, at), at);
    await timeCall(house, 'POST Payment/Callback', paid);
  }
  // What a connection has done is told to the statistics at most once a second.
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  const after = { wal: await oneNumber(client, position), commits: await oneNumber(client, commits) };
  return { wal: (after.wal - before.wal) / gifts, commits: (after.commits - before.commits) / gifts };
}

/** What rows take and what a gift writes. */
export async function measureCosts(small: House, large: House): Promise<Cost[]> {
  const costs: Cost[] = [];
  for (const table of tables) {
    costs.push({
      what: `${table}: rows × (table + indexes)`,
      small: await sizeOf(small.client, table),
      large: await sizeOf(large.client, table),
    });
  }
  const whole = `select (pg_database_size(current_database()) / 1048576)::text as value`;
  const megabytes = async (house: House) => `${await oneNumber(house.client, whole)} MB`;
  costs.push({ what: 'the whole database', small: await megabytes(small), large: await megabytes(large) });
  const [few, many] = [await costOfGift(small), await costOfGift(large)];
  const kilobytes = (bytes: number) => `${(bytes / 1024).toFixed(1)} KB`;
  costs.push({ what: 'log (WAL) a gift, made and paid', small: kilobytes(few.wal), large: kilobytes(many.wal) });
  costs.push({ what: 'commits a gift, made and paid', small: few.commits.toFixed(1), large: many.commits.toFixed(1) });
  return costs;
}

import type { Client } from 'pg';
import { donationRows, payoutRows } from './donation-rows.ts';
import { historyRows, receiverRows } from './history-rows.ts';
import { memberRows, membershipRows, messageRows, postRows } from './membership-rows.ts';
import { peopleRows, toolRows } from './people-rows.ts';
import { refuseFaults } from './proof.ts';
import { basketRows, countRows, orderRows, productRows } from './shop-rows.ts';
import { sizesOf } from './sizes.ts';

interface Made {
  readonly drop: string;
  readonly make: string;
}

/** Indexes that no constraint needs, and references: made once over all rows they cost a tenth of row by row. */
async function readSlowParts(client: Client): Promise<Made[]> {
  const { rows } = await client.query<Made>(`
    select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
      format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as make
    from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace
    union all
    select format('drop index %s', i.indexrelid::regclass), pg_get_indexdef(i.indexrelid)
    from pg_index i join pg_class c on c.oid = i.indexrelid join pg_class t on t.oid = i.indrelid
    where c.relnamespace = 'public'::regnamespace and t.relname <> 'schema_migration'
      and not exists (select from pg_constraint k where k.conindid = i.indexrelid)`);
  return rows;
}

/** Triggers that count single rows: their counters are written at once instead. */
const byHand = [
  ['shop_order', 'order_count_new'],
  ['payment', 'payment_count_new'],
  ['donation', 'donation_tally_new'],
  ['order_step', 'order_tally_new'],
  ['creator', 'person_tally_new'],
  ['audit', 'audit_tally_new'],
  ['audit', 'audit_count_add'],
  ['profile_field', 'field_person_new'],
  ['project_hour', 'project_day_of_hour'],
  ['project_hour_monthly', 'project_day_of_month'],
  ['donor_return', 'project_day_of_return'],
  ['order_text', 'order_text_changed'],
  ['product_text', 'product_text_changed'],
  ['creator', 'creator_lists_new'],
  ['creator', 'creator_lists_moved'],
  ['field_person', 'field_person_lists'],
  ['payout', 'payout_lists'],
  ['payout', 'payout_lists_moved'],
] as const;

/** Those of them that the schema has. */
async function presentByHand(client: Client) {
  const { rows } = await client.query<{ name: string }>('select tgname as name from pg_trigger');
  const names = new Set(rows.map(({ name }) => name));
  return byHand.filter(([, name]) => names.has(name));
}

/**
 * Fills an empty, migrated database to a share (1 is all) of 1,000,000 donations, 200,000 people, 200,000 products and 500,000
 * orders with everything that belongs to them. The ledger's own triggers book the entries; making the references again
 * checks every one of them; what must add up is proved at the end.
 */
export async function fill(client: Client, share: number, say: (text: string) => void): Promise<void> {
  await fillRows(client, share, say);
  await refuseFaults(client);
  say('everything adds up');
}

/**
 * The same without the proof, also of an earlier schema: what it lacks are the tables and kinds that it has not, and whatever statement
 * names one of them is left out.
 */
export async function fillRows(
  client: Client,
  share: number,
  say: (text: string) => void,
  lacks: readonly string[] = [],
): Promise<void> {
  const sizes = sizesOf(share);
  const began = performance.now();
  await client.query(`set work_mem = '256MB'; set maintenance_work_mem = '512MB'; set synchronous_commit = off`);
  await client.query('select setseed(0.5)');
  const slow = await readSlowParts(client);
  for (const { drop } of slow) await client.query(drop);
  const counted = await presentByHand(client);
  for (const [table, name] of counted) await client.query(`alter table ${table} disable trigger ${name}`);
  const parts = { people: peopleRows, products: productRows, members: memberRows, donations: donationRows };
  const months = { memberships: membershipRows, messages: messageRows, posts: postRows, orders: orderRows };
  const more = {
    baskets: basketRows,
    tools: toolRows,
    history: historyRows,
    receivers: receiverRows,
    payouts: payoutRows,
  };
  for (const [name, rowsOf] of Object.entries({ ...parts, ...months, ...more, counts: countRows })) {
    for (const text of rowsOf(sizes)) {
      if (!lacks.some((word) => new RegExp(`\\b${word}\\b`).test(text))) await client.query(text);
    }
    say(`${name} are there after ${Math.round((performance.now() - began) / 1000)} s`);
  }
  for (const [table, name] of counted) await client.query(`alter table ${table} enable trigger ${name}`);
  // Indexes come first: making a reference anew asks them.
  for (const { make } of slow.toReversed()) await client.query(make);
  await client.query('vacuum analyze');
  await client.query('reset all');
  say(`everything is there after ${Math.round((performance.now() - began) / 1000)} s`);
}

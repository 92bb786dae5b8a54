import { randomBytes } from 'node:crypto';
import { copyFile, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Client, escapeIdentifier } from 'pg';
import { inject, onTestFinished, test } from 'vitest';
import { migrate } from '#base/db/migrations.server.ts';
import { fillRows } from '#test/bench/growth/fill.ts';
import { findFaults } from '#test/bench/growth/proof.ts';
import { sizesOf } from '#test/bench/growth/sizes.ts';
import { prove, scaled } from '#test/load/prove.ts';
import { onServer, withDatabase } from '#test/support/database/database.ts';
import { serveAsFirstRelease } from './first-release.ts';
import { readTables, watchLocks } from './lock-watch.ts';

/**
 * The last migration of 0.1.0: the newest one in the commit that closed its section of the changelog (2026-11-26). It has the acts of
 * payouts that the section names (0058), and none of what “Unreleased” names, such as posts (0063).
 */
const lastOfFirst = '0060_one_payout_an_act_number.sql';
/** Tables and kinds of the present release that 0.1.0 has not. */
const lacks = ['post', 'post_audio', 'Post', 'project_hour_monthly', 'project_day', 'list_count'];

const folder = join(import.meta.dirname, '../../../migrations');

/** Takes back what 0108 has counted of paused members, by its own words: the rest must be as 0.1.0 counted it. */
const withoutPaused = `
  update membership_month t set ended = t.ended - gone.count from (
    select project_id, date_trunc('month', coalesce(paid_until, last_paid_at + interval '1 month') + interval '7 days')::date as month, count(*)
    from membership where since is not null and (state = 'Paused' or state = 'Overdue' and paid_until is null) group by 1, 2
  ) gone where (t.project_id, t.month) = (gone.project_id, gone.month)`;

/** An empty database of 0.1.0. */
async function openFirstRelease(): Promise<string> {
  const { url: serverUrl, prefix } = inject('testServer');
  const name = `${prefix}ahead_${randomBytes(4).toString('hex')}`;
  await onServer(serverUrl, (client) => client.query(`create database ${escapeIdentifier(name)}`));
  onTestFinished(() =>
    onServer(
      serverUrl,
      async (client) => void (await client.query(`drop database ${escapeIdentifier(name)} with (force)`)),
    ),
  );
  const url = withDatabase(serverUrl, name);
  const old = await mkdtemp(join(tmpdir(), 'opora-first-release-'));
  const names = (await readdir(folder)).filter((file) => file.endsWith('.sql') && file <= lastOfFirst);
  await Promise.all(names.map((file) => copyFile(join(folder, file), join(old, file))));
  await migrate({ url, folder: old }).finally(() => rm(old, { recursive: true }));
  return url;
}

test('1: a database of 0.1.0 comes to the present schema while 0.1.0 serves', async () => {
  const donations = scaled(1_000_000, 20_000);
  const share = donations / 1_000_000;
  const url = await openFirstRelease();
  const client = new Client({ connectionString: url });
  await client.connect();
  onTestFinished(() => client.end());
  await fillRows(client, share, () => undefined, lacks);
  const before = await readTables(client);

  const names = (await readdir(folder)).filter((file) => file.endsWith('.sql') && file > lastOfFirst).toSorted();
  let applied = 0;
  let refused = 0;
  const underWay = () => (names[applied] ?? 'none').slice(0, 4);
  const serving = serveAsFirstRelease(url, sizesOf(share), underWay);
  const watch = await watchLocks(url, [...before.keys()], underWay);
  await pause(500);
  const log = (line: string) => {
    if (line.startsWith('Applied')) applied += 1;
    else refused += 1;
  };
  const failed = await migrate({ url, folder, log }).then(
    () => [],
    (error: unknown) => [String(error)],
  );
  await pause(500);
  const seen = await serving.stop();
  const { spells, longestLook } = await watch.stop();

  const after = await readTables(client);
  const grown = (table: string) => (after.get(table) ?? 0) - (before.get(table) ?? 0);
  const shrunk = [...before.keys()].filter((table) => grown(table) < 0);
  const written = { donation: seen.donations, shop_order: seen.orders, payment: seen.donations + seen.orders };
  const lost = Object.entries(written).filter(([table, count]) => grown(table) !== count);
  while ((await client.query<{ isFilled: boolean }>('select fill_project_days() as "isFilled"')).rows[0]?.isFilled);
  await client.query(`begin; ${withoutPaused}`);
  const faults = await findFaults(client);
  await client.query('rollback');

  const tell = (kind: string) =>
    spells
      .filter((one) => one.kind === kind)
      .slice(0, 6)
      .map(({ migration, table, ms }) => `${migration} ${table} ${Math.round(ms)}`)
      .join(', ');
  const longestOf = (kind: string) => spells.find((one) => one.kind === kind)?.ms ?? 0;
  const { write, read } = seen.longest;
  prove(1, {
    promise: `${names.length} migrations from 0.1.0 to the present over ${donations} donations while 0.1.0 serves: none locks a table for over 1 s, nothing is lost, all sums agree`,
    none: {
      'migrations that failed': failed,
      'errors of 0.1.0': seen.errors,
      'written and lost': lost,
      'tables with fewer rows': shrunk,
      'sums that differ': Object.entries(faults),
    },
    times: {
      'a table locked, ms': [longestOf('in the way'), 1_000],
      'a table waited for, ms': [longestOf('waited for'), 1_000],
      'a write, ms': [write.ms, 1_000],
      'a read, ms': [read.ms, 1_000],
    },
    met: {
      migrations: [applied, names.length],
      donations: [seen.donations, 20],
      orders: [seen.orders, 20],
      'other writes': [seen.touches, 20],
      reads: [seen.reads, 20],
      'gave way to a report': refused,
    },
    shown: {
      'longest locks': tell('in the way'),
      'longest waits': tell('waited for'),
      'longest write': write.at,
      'longest read': read.at,
      'between two looks, ms': longestLook,
    },
  });
});

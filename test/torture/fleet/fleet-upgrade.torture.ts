import { randomBytes } from 'node:crypto';
import { escapeIdentifier } from 'pg';
import { expect, inject, test } from 'vitest';
import { onServer, withDatabase } from '#test/support/database/database.ts';
import { noteFigure, quantile, scaled } from '#test/torture/figures.ts';
import { met } from '#test/torture/judging.ts';
import { allAnswer, replaceThem, runUnderLoad, tallied } from './fleet-faults.ts';
import { openFleetFixture, releaseFolder } from './fleet-fixture.ts';
import { checkOutOldRelease, type OldRelease } from './fleet-releases.ts';

/** Creates an empty database, which the old release migrates. */
async function createEmptyDatabase() {
  const { url, prefix } = inject('testServer');
  const name = `${prefix}upgrade_${randomBytes(4).toString('hex')}`;
  const run = (text: string) => onServer(url, async (client) => void (await client.query(text)));
  await run(`create database ${escapeIdentifier(name)}`);
  return { url: withDatabase(url, name), drop: () => run(`drop database ${escapeIdentifier(name)} with (force)`) };
}

async function upgrade(old: OldRelease, databaseUrl: string) {
  const fixture = await openFleetFixture({ processes: 3, folder: old.folder, databaseUrl });
  const migrations = async () => {
    const { rows } = await fixture.db.pool.query<{ name: string }>('select name from schema_migration');
    return rows.map(({ name }) => name);
  };
  try {
    const before = await migrations();
    const size = { donations: scaled(3_000, 150), clients: 16, widgets: 20, restMs: 1_500 };
    const result = await runUnderLoad(fixture, size, replaceThem(1, releaseFolder));
    const applied = (await migrations()).filter((name) => !before.includes(name));
    return { result, donations: size.donations, applied, isAlive: await allAnswer(fixture) };
  } finally {
    await fixture.close();
  }
}

test('1: fleet: a rolling upgrade from the previous migration loses nothing', async () => {
  const old = await checkOutOldRelease();
  if (old === null) throw new Error('the history has no commit whose database this release would have to migrate');
  const database = await createEmptyDatabase();
  try {
    const { result, donations, applied, isAlive } = await upgrade(old, database.url);
    const { money, ledger, totals, alerts, reads, failedReads, reconnected } = result;
    const isSound = [money, ledger, totals, alerts].every((one) => Object.values(one).every((value) => value === 0));
    const back = quantile(reconnected, 1);
    noteFigure({
      invariant: 1,
      promise: `fleet of 3: ${donations} donations while ${old.commit} is replaced process by process by this release (${applied.length} migrations): nothing lost or doubled`,
      seen:
        `${result.acknowledged} acknowledged, ${result.retried} of them retried; lost ${money.lost}, doubled ${money.doubled}, ledger less ` +
        `provider ${money.difference}; alerts missing ${alerts.missing + alerts.stuck}, played twice ${alerts.doubled}; of ${reads} pages, ` +
        `files and lists read once ${tallied(failedReads)} failed, of donations ${tallied(result.brokenOff)} broken off; widgets back after at most ${back.toFixed(0)} ms; applied ${applied.join(', ')}`,
      met: [met('processes replaced', result.disturbances)],
      holds: isSound && isAlive && back <= 5_000,
    });
    expect(applied).toEqual(old.missing);
    expect(isSound, JSON.stringify(result)).toBe(true);
    expect([result.acknowledged, isAlive]).toEqual([donations, true]);
    expect(back).toBeLessThanOrEqual(5_000);
  } finally {
    await database.drop();
    await old.remove();
  }
});

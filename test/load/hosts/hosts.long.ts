import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, test } from 'vitest';
import { runUnderLoad } from '#test/load/processes/donors-under-load.ts';
import { prove, quantile, scaled } from '#test/load/prove.ts';
import { until } from './database-hosts.ts';
import { hostFaults } from './host-faults.ts';
import { type HostsFixture, openHosts } from './hosts-fixture.ts';
import { restoreToMoment } from './restoring.ts';
import { watch } from './watching.ts';

let fixture: HostsFixture;
const outages: number[] = [];

beforeAll(async () => {
  fixture = await openHosts();
}, 300_000);
afterAll(() => fixture?.close());

test('31: hosts: a restore to a minute', async () => {
  await until('the cluster is whole', fixture.isWhole, 120);
  const { before, after } = await restoreToMoment(fixture);
  prove(31, {
    promise: 'hosts: a restore from backup and archive to a moment has what was there then, and nothing later',
    none: { 'later rows': after },
    met: { 'earlier rows': before },
  });
}, 180_000);

test.each(hostFaults)(
  '31: hosts: $name',
  async (fault) => {
    await until('the cluster is whole', fixture.isWhole, 120);
    const from = await fixture.primary();
    const end = await watch(fixture);
    const size = { donations: scaled(2_000, 60), clients: 6, widgets: 5, restMs: 4_000, pages: ['/', '/authors'] };
    const load = await runUnderLoad(fixture, size, async () => {
      // Visitors and widgets were there before the fault.
      await pause(5_000);
      await fault.run(fixture);
      await until('the cluster is whole again', fixture.isWhole, 120);
      return 1;
    });
    const { longestWithoutWrites, refusedFor, writes, twoPrimaries, samples } = await end();
    const hasMoved = (await fixture.primary()) !== from;
    const lost = load.failedReads.filter((one) => !one.includes('/api/'));
    outages.push(longestWithoutWrites);
    prove(31, {
      promise: `hosts: ${fault.name}: no donation lost or doubled, ledger = provider, each alert once and in order, never two primaries`,
      none: { ...load.faults, 'two primaries': twoPrimaries },
      most: {
        ...(fault.isPlanned
          ? { 'writes refused for, s': [refusedFor, fault.seconds] }
          : { 'without a write, s': [longestWithoutWrites, fault.seconds] }),
        'pages and files not answered, %': [(100 * lost.length) / load.reads, 0.1],
      },
      met: { faults: load.disturbances, donations: load.acknowledged, writes },
      shown: { retried: load.retried, samples, 'the primary': hasMoved ? 'moved' : 'stayed' },
    });
  },
  600_000,
);

test('31: hosts: how long writes are refused', () => {
  const failovers = outages.slice(0, 2);
  prove(31, {
    promise: 'hosts: writes are back within 15 s at the median and 30 s at worst after a dead primary',
    most: { 'median, s': [quantile(failovers, 0.5), 15], 'worst, s': [quantile(failovers, 1), 30] },
    met: { failovers: [failovers.length, 2] },
  });
});

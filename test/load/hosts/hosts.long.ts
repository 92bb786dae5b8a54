import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, test } from 'vitest';
import { runUnderLoad } from '#test/load/processes/donors-under-load.ts';
import { prove, quantile, scaled } from '#test/load/prove.ts';
import { until } from './database-hosts.ts';
import { deadPrimaries, hostFaults } from './host-faults.ts';
import { type HostsFixture, openHosts } from './hosts-fixture.ts';
import { uploadPictures } from './pictures.ts';
import { restoreToMoment } from './restoring.ts';
import { watch } from './watching.ts';

let opening: Promise<HostsFixture>;
let fixture: HostsFixture;
/** Seconds without a write after each dead primary. */
const failovers: number[] = [];

beforeAll(async () => {
  opening = openHosts();
  fixture = await opening;
}, 900_000);
// Also of hosts that were there too late: nothing of them may stay on this machine.
afterAll(async () => (await opening.catch(() => null))?.close(), 300_000);

test('31: hosts: a restore to a minute', async () => {
  await until('the cluster is whole', fixture.isWhole, 120);
  const { before, after } = await restoreToMoment(fixture);
  prove(31, {
    promise: 'hosts: a restore from backup and archive to a moment has what was there then, and nothing later',
    none: { 'later rows': after },
    met: { 'earlier rows': before },
  });
}, 180_000);

// What the programs have said is the only witness of what broke a promise.
afterEach(async ({ task }) => {
  if (task.result?.state !== 'fail') return;
  const file = join(tmpdir(), `opora-hosts-lines-${Date.now()}.log`);
  await writeFile(file, fixture.lines.join('\n'));
  console.log(`All lines of the programs: ${file}`);
});

/** How often each failure was met. */
function countsOf(failures: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const one of failures) {
    const name = one.replace(/^http:..[^/]*/, '');
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return [...counts].map(([name, times]) => `${times} × ${name}`).join(', ');
}

test.each(hostFaults)(
  '31: hosts: $name',
  async (fault) => {
    await until('the cluster is whole', fixture.isWhole, 120);
    const from = await fixture.primary();
    const end = await watch(fixture);
    const endUploads = await uploadPictures(fixture);
    const size = {
      donations: scaled(2_000, 60),
      orders: scaled(500, 15),
      clients: 16,
      widgets: 5,
      restMs: 1_500,
      pages: ['/', '/authors'],
    };
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
    const pictures = await endUploads();
    if (deadPrimaries.includes(fault)) failovers.push(longestWithoutWrites);
    prove(31, {
      promise: `hosts: ${fault.name}: no donation or order lost or doubled, stock = set less sold, ledger = provider, each alert once and in order, never two primaries, pictures the same from both servers`,
      none: { ...load.faults, 'two primaries': twoPrimaries, 'pictures lost': pictures.wrong },
      most: {
        ...(fault.isPlanned
          ? { 'writes refused for, s': [refusedFor, fault.seconds] }
          : { 'without a write, s': [longestWithoutWrites, fault.seconds] }),
        'pages and files not answered, %': [(100 * lost.length) / load.reads, 0.1],
      },
      met: {
        faults: load.disturbances,
        donations: load.acknowledged,
        orders: load.orders,
        pictures: pictures.uploaded,
        writes,
      },
      shown: {
        retried: load.retried,
        samples,
        ...(lost.length > 0 && { 'not answered': countsOf(lost) }),
        'the primary': hasMoved ? 'moved' : 'stayed',
        ...(fault.isPlanned && { 'writes waited, s': longestWithoutWrites }),
        ...(fault.isUpgrade && { from: fixture.old.commit, applied: fixture.old.missing.join(', ') }),
      },
    });
  },
  600_000,
);

test('31: hosts: how long writes are refused', () => {
  prove(31, {
    promise: 'hosts: writes are back within 15 s at the median and 30 s at worst after a dead primary',
    most: { 'median, s': [quantile(failovers, 0.5), 15], 'worst, s': [quantile(failovers, 1), 30] },
    met: { failovers: [failovers.length, 2] },
  });
});

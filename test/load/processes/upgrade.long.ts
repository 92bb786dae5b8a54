import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { escapeIdentifier } from 'pg';
import { inject, test } from 'vitest';
import { migrate } from '#base/db/migrations.server.ts';
import { prove, quantile, scaled } from '#test/load/prove.ts';
import { openFleet } from '#test/load/server-fleet.ts';
import { onServer, withDatabase } from '#test/support/database/database.ts';
import { openBalancer, runUnderLoad } from './donors-under-load.ts';
import { checkOutOldRelease, releaseFolder } from './old-release.ts';

test('1: a rolling upgrade from the previous migration loses nothing', async () => {
  const old = await checkOutOldRelease();
  if (old === null) throw new Error('the history has no commit whose database this release would have to migrate');
  const { url: serverUrl, prefix } = inject('testServer');
  const name = `${prefix}upgrade_${randomBytes(4).toString('hex')}`;
  await onServer(serverUrl, (client) => client.query(`create database ${escapeIdentifier(name)}`));
  const url = withDatabase(serverUrl, name);
  try {
    await migrate({ url, folder: join(old.folder, 'migrations') });
    const fleet = await openFleet({ servers: 2, databaseUrl: url, program: old.program });
    const balancer = await openBalancer(fleet);
    try {
      const donations = scaled(3_000, 100);
      const size = { donations, clients: 12, widgets: 10, restMs: 1_500 };
      const load = await runUnderLoad({ ...fleet, ...balancer }, size, async () => {
        await pause(3_000);
        // The first process of a release migrates; those of the other one serve meanwhile.
        await migrate({ url, folder: join(releaseFolder, 'migrations') });
        await pause(2_000);
        for (const server of fleet.servers) {
          await server.stop();
          await server.start(join(import.meta.dirname, '../server-process.ts'));
          await pause(2_000);
        }
        return fleet.servers.length;
      });
      const statuses = await Promise.all(fleet.servers.map(async ({ api }) => (await api('GET Config')).status));
      prove(1, {
        promise: `two servers: ${donations} donations while ${old.commit} is replaced one by one by this release: nothing lost or doubled`,
        none: { ...load.faults, 'servers that do not answer': statuses.filter((status) => status !== 200) },
        times: { 'widgets back after, ms': [quantile(load.breaks, 1), 5_000] },
        met: {
          replaced: load.disturbances,
          acknowledged: [load.acknowledged, donations],
          migrations: old.missing.length,
        },
        shown: { retried: load.retried, applied: old.missing.join(', ') },
      });
    } finally {
      await balancer.close();
      await fleet.close();
    }
  } finally {
    await old.remove();
  }
});

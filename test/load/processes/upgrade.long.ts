import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { escapeIdentifier } from 'pg';
import { inject, test } from 'vitest';
import { migrate } from '#base/db/migrations.server.ts';
import { prove, quantile, scaled } from '#test/load/prove.ts';
import { openFleet } from '#test/load/server-fleet.ts';
import { onServer, withDatabase } from '#test/support/database/database.ts';
import { openBalancer, runUnderLoad } from './donors-under-load.ts';

const releaseFolder = join(import.meta.dirname, '../../..');
const run = promisify(execFile);
const git = async (...args: string[]) =>
  (await run('git', args, { cwd: releaseFolder, maxBuffer: 64_000_000 })).stdout.trim();

/** A checkout of an older commit, without the newest migrations of this release. */
interface OldRelease {
  readonly folder: string;
  readonly commit: string;
  /** Migrations that this release has and that one has not. */
  readonly missing: readonly string[];
  remove(): Promise<void>;
}

/** Its migrations by name, with their contents' ids. */
async function migrationsOf(commit: string): Promise<Map<string, string>> {
  const listed = await git('ls-tree', commit, 'migrations/');
  return new Map(
    listed.split('\n').flatMap((line) => {
      const [, , id = '', path = ''] = line.split(/\s+/);
      return path.endsWith('.sql') ? [[path.replace('migrations/', ''), id] as const] : [];
    }),
  );
}

/**
 * The migrations that a commit lacks, where this release can take over its database: it has the first ones, unchanged, and not
 * all. Else null.
 */
function missingOf(old: ReadonlyMap<string, string>, now: ReadonlyMap<string, string>): string[] | null {
  const missing = [...now.keys()].filter((name) => !old.has(name)).toSorted();
  const [first] = missing;
  if (first === undefined || old.size === 0) return null;
  const isBeginning = [...old].every(([name, id]) => now.get(name) === id && name < first);
  return isBeginning ? missing : null;
}

/**
 * The newest commit whose database this release would have to migrate, checked out in its own folder; null if the history
 * has none, or is not here.
 */
async function checkOutOldRelease(): Promise<OldRelease | null> {
  const names = await readdir(join(releaseFolder, 'migrations')).catch(() => []);
  const now = new Map<string, string>();
  for (const name of names.filter((one) => one.endsWith('.sql'))) {
    now.set(name, await git('hash-object', join('migrations', name)).catch(() => ''));
  }
  const changes = await git('log', '--format=%H', '--', 'migrations').catch(() => '');
  for (const change of changes.split('\n').filter((one) => one !== '')) {
    for (const commit of [change, await git('rev-parse', `${change}~1`).catch(() => '')]) {
      const missing = commit === '' ? null : missingOf(await migrationsOf(commit), now);
      if (missing === null) continue;
      const folder = await mkdtemp(join(tmpdir(), 'opora-old-release-'));
      await git('worktree', 'add', '--detach', '--force', folder, commit);
      await symlink(join(releaseFolder, 'node_modules'), join(folder, 'node_modules'));
      const remove = async () => {
        await rm(folder, { recursive: true, force: true });
        await git('worktree', 'prune');
      };
      return { folder, commit: await git('log', '-1', '--format=%h of %cs, «%s»', commit), missing, remove };
    }
  }
  return null;
}

/** Programs of one server process, by the folders that releases have them in. */
const programs = ['test/load/server-process.ts', 'test/torture/server-process.ts'];

test('1: a rolling upgrade from the previous migration loses nothing', async () => {
  const old = await checkOutOldRelease();
  if (old === null) throw new Error('the history has no commit whose database this release would have to migrate');
  const { url: serverUrl, prefix } = inject('testServer');
  const name = `${prefix}upgrade_${randomBytes(4).toString('hex')}`;
  await onServer(serverUrl, (client) => client.query(`create database ${escapeIdentifier(name)}`));
  const url = withDatabase(serverUrl, name);
  try {
    await migrate({ url, folder: join(old.folder, 'migrations') });
    const program = programs.map((path) => join(old.folder, path)).find((path) => existsSync(path));
    if (program === undefined) throw new Error(`${old.commit} has no program of a server process`);
    const fleet = await openFleet({ servers: 2, databaseUrl: url, program });
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

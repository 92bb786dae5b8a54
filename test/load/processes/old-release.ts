import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** The folder of this release. */
export const releaseFolder = join(import.meta.dirname, '../../..');
const run = promisify(execFile);
const git = async (...args: string[]) =>
  (await run('git', args, { cwd: releaseFolder, maxBuffer: 64_000_000 })).stdout.trim();

/** Programs of one server process, by the folders that releases have them in. */
const programs = ['test/load/server-process.ts', 'test/torture/server-process.ts'];

/** A checkout of an older commit, without the newest migrations of this release. */
export interface OldRelease {
  readonly folder: string;
  /** Of one server process. */
  readonly program: string;
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
export async function checkOutOldRelease(): Promise<OldRelease | null> {
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
      const named = await git('log', '-1', '--format=%h of %cs, «%s»', commit);
      const program = programs.map((path) => join(folder, path)).find((path) => existsSync(path));
      if (program !== undefined) return { folder, program, commit: named, missing, remove };
      await remove();
      throw new Error(`${named} has no program of a server process`);
    }
  }
  return null;
}

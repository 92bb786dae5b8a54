import { execFile } from 'node:child_process';
import { chmod, cp, mkdir, readdir, readFile, rename, rm, stat, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import type { ServerUser } from './embedded-postgres-user.server.ts';

const run = promisify(execFile);

/** PostgreSQL's programs, checked to run as the user in question. */
export interface Binaries {
  readonly initdb: string;
  readonly postgres: string;
  readonly pgCtl: string;
  /** 18 */
  readonly major: string;
}

const programs = ['initdb', 'postgres', 'pg_ctl'];
const links = z.array(z.object({ source: z.string(), target: z.string() }));

/** The folder `native` that npm has installed for this machine, and the version of its package. */
async function packagedFolder(): Promise<{ folder: string; version: string }> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
    const folder = resolve(dirname(require.resolve(name)), '..');
    const { version } = z
      .object({ version: z.string() })
      .parse(JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')));
    return { folder: join(folder, 'native'), version };
  } catch (cause) {
    throw new Error(`no PostgreSQL for this machine comes with the product (${name}): set DATABASE_URL`, { cause });
  }
}

/**
 * Restores what npm packages cannot contain: symbolic links and, after some archive tools, execute permissions. The package's install
 * script does the same but may not have run. Several processes may do this at once.
 */
async function complete(folder: string): Promise<void> {
  const list = await readFile(join(folder, 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  for (const link of links.parse(JSON.parse(list))) {
    const source = join(folder, '..', link.source);
    const target = join(folder, '..', link.target);
    const isThere = await stat(target).then(
      () => true,
      () => false,
    );
    if (isThere) continue;
    await symlink(relative(dirname(target), source), target).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  }
  if (process.platform === 'win32') return;
  for (const program of programs) {
    const path = join(folder, 'bin', program);
    const { mode } = await stat(path);
    if ((mode & 0o555) !== 0o555) await chmod(path, mode | 0o555);
  }
}

async function tryBinaries(folder: string, user: ServerUser | undefined): Promise<Binaries> {
  const program = (name: string) => join(folder, 'bin', process.platform === 'win32' ? `${name}.exe` : name);
  // The share folder is needed only for a new cluster; checking it here detects wrong permissions early.
  await stat(join(folder, 'share'));
  const { stdout } = await run(program('postgres'), ['--version'], { ...user, cwd: '/' });
  const major = /(\d+)/.exec(stdout)?.[1];
  if (major === undefined) throw new Error(`unexpected answer of postgres --version: ${stdout}`);
  return { initdb: program('initdb'), postgres: program('postgres'), pgCtl: program('pg_ctl'), major };
}

/** Copies the binaries into the home atomically and removes older versions. */
async function copyBinaries(from: { folder: string; version: string }, home: string): Promise<string> {
  const target = join(home, `native-${from.version}`);
  const isThere = await stat(target).catch(() => null);
  if (isThere !== null) return target;
  for (const name of await readdir(home)) {
    if (name.startsWith('native-')) await rm(join(home, name), { recursive: true });
  }
  const unfinished = join(home, 'native-unfinished', 'native');
  await mkdir(dirname(unfinished), { recursive: true });
  await cp(from.folder, unfinished, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (path) => !path.endsWith('.a'),
  });
  await complete(unfinished);
  await rename(unfinished, target);
  await rm(dirname(unfinished), { recursive: true });
  return target;
}

/**
 * Finds programs that `user` can execute: those in `node_modules`, or a copy in `home` if they cannot be reached or completed there (a
 * checkout in root's folder, a read-only installation).
 */
export async function findBinaries(
  home: string,
  user: ServerUser | undefined,
  log: (message: string) => void,
): Promise<Binaries> {
  const packaged = await packagedFolder();
  try {
    await complete(packaged.folder);
    return await tryBinaries(packaged.folder, user);
  } catch (inPlace) {
    const copy = await copyBinaries(packaged, home);
    log(`PostgreSQL's programs were copied to ${copy}: they cannot be run from ${dirname(packaged.folder)}`);
    try {
      return await tryBinaries(copy, user);
    } catch (cause) {
      const why = cause instanceof Error ? cause.message : String(cause);
      throw new Error(
        `PostgreSQL (${basename(dirname(packaged.folder))}) does not run on this machine: ${why}. Set DATABASE_URL`,
        {
          cause: inPlace,
        },
      );
    }
  }
}

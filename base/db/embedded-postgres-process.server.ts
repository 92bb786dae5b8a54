import { execFile, spawn } from 'node:child_process';
import { chown, mkdir, open, readdir, readFile, readlink, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { PostgresHome } from './embedded-postgres-home.server.ts';
import { serverSettings } from './embedded-postgres-settings.server.ts';

const run = promisify(execFile);
const logLimit = 5 * 1024 * 1024;

/** Options of child processes: a folder that the user can enter, and an environment without secrets. */
function childOptions(home: PostgresHome) {
  const env = process.platform === 'win32' ? undefined : { LC_ALL: 'C', TZ: 'UTC' };
  return { ...home.user, cwd: home.folder, env };
}

/** Searches recognise letters of every script only under a UTF-8 locale, whose name differs by system. */
const characterLocales = ['C.UTF-8', 'en_US.UTF-8', 'ru_RU.UTF-8', 'C.utf8', 'en_US.utf8'];

/** Creates the cluster if it is missing, in a temporary folder first, so that an interrupted start leaves no incomplete one. */
export async function makeCluster(home: PostgresHome, durable: boolean): Promise<void> {
  const version = await readFile(join(home.cluster, 'PG_VERSION'), 'utf8').catch(() => null);
  if (version !== null && version.trim() !== home.binaries.major) {
    throw new Error(
      `${home.cluster} was made by PostgreSQL ${version.trim()}, this release brings ${home.binaries.major}: dump it with the old release and restore it`,
    );
  }
  if (version !== null) return;
  const unfinished = join(home.folder, 'cluster-unfinished');
  for (const [index, locale] of characterLocales.entries()) {
    await rm(unfinished, { recursive: true, force: true });
    await mkdir(unfinished, { mode: 0o700 });
    if (home.user !== undefined) await chown(unfinished, home.user.uid, home.user.gid);
    const places = ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C', `--lc-ctype=${locale}`];
    const access = ['--username=postgres', '--auth=scram-sha-256', `--pwfile=${home.passwordFile}`];
    const options = ['--encoding=UTF8', '--no-instructions', ...places, ...access, ...(durable ? [] : ['--no-sync'])];
    try {
      await run(home.binaries.initdb, ['-D', unfinished, ...options], childOptions(home));
      break;
    } catch (error) {
      const isLast = index === characterLocales.length - 1;
      if (!isLast && /invalid locale name/.test(String(error))) continue;
      await rm(unfinished, { recursive: true, force: true });
      throw error;
    }
  }
  await rename(unfinished, home.cluster);
}

/** Reads `postmaster.pid`; null if it is missing or incomplete. */
export async function readPostmasterFile(
  cluster: string,
): Promise<{ pid: number; port: number; isReady: boolean } | null> {
  const text = await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => null);
  const lines = text?.split('\n') ?? [];
  const pid = Number(lines[0]);
  return Number.isInteger(pid) && pid > 0
    ? { pid, port: Number(lines[3]), isReady: lines[7]?.trim() === 'ready' }
    : null;
}

const workingFolder = (pid: number | string) => readlink(`/proc/${pid}/cwd`).catch(() => null);

/** Whether a process is the PostgreSQL server of this cluster, and not one that got its pid later. */
export async function servesCluster(pid: number, cluster: string): Promise<boolean> {
  if (process.platform === 'linux') return (await workingFolder(pid)) === cluster;
  if (process.platform === 'win32') return isAlive(pid);
  const { stdout } = await run('ps', ['-o', 'command=', '-p', String(pid)]).catch(() => ({ stdout: '' }));
  return stdout.includes(cluster);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** Whether a process is a PostgreSQL process of the cluster. Children outlive a killed server for a moment. */
async function worksInCluster(pid: string, cluster: string): Promise<boolean> {
  if ((await workingFolder(pid)) !== cluster) return false;
  const name = await readFile(`/proc/${pid}/comm`, 'utf8').catch(() => '');
  return name.trim() === 'postgres';
}

/**
 * Removes a stale `postmaster.pid`. PostgreSQL refuses to start while a child of the old server lives, and while its pid belongs to any
 * process: another one after a reboot, or the dead server until its parent has reaped it. False: children still live, try again.
 */
export async function removeStalePidFile(cluster: string, pid: number): Promise<boolean> {
  if (process.platform !== 'linux') return true;
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const working = await Promise.all(pids.map((one) => worksInCluster(one, cluster)));
  if (working.includes(true)) return false;
  if (isAlive(pid)) await rm(join(cluster, 'postmaster.pid'), { force: true });
  return true;
}

/** A server process that was just started. */
export interface StartedServer {
  readonly pid: number;
  /** Settles with the end of its log when the process ends. */
  readonly ended: Promise<string>;
  /** Shuts it down and waits for its end; unlike `pg_ctl`, also before it has written its pid file. */
  interrupt(): Promise<void>;
}

/** Starts the server in a separate session, so that neither Ctrl+C nor the end of this process stops it. */
export async function launch(home: PostgresHome, port: number, durable: boolean): Promise<StartedServer> {
  const size = await stat(home.logFile).then(
    (file) => file.size,
    () => 0,
  );
  if (size > logLimit) await rename(home.logFile, `${home.logFile}.1`);
  const log = await open(home.logFile, 'a', 0o600);
  const from = (await log.stat()).size;
  try {
    const child = spawn(home.binaries.postgres, ['-D', home.cluster, ...serverSettings(port, durable)], {
      ...childOptions(home),
      detached: true,
      windowsHide: true,
      stdio: ['ignore', log.fd, log.fd],
    });
    const ended = new Promise<string>((resolve) => {
      child.once('error', (error) => resolve(error.message));
      child.once('exit', () => resolve(logTail(home.logFile, from)));
    });
    child.unref();
    const interrupt = async () => {
      child.kill('SIGINT');
      await ended;
    };
    return { pid: child.pid ?? 0, ended, interrupt };
  } finally {
    await log.close();
  }
}

async function logTail(file: string, from: number): Promise<string> {
  const bytes = await readFile(file).catch(() => Buffer.alloc(0));
  return bytes
    .subarray(Math.max(from, bytes.length - 4000))
    .toString('utf8')
    .trim();
}

/** Stops the server. Open transactions are rolled back. */
export async function shutDown(home: PostgresHome): Promise<void> {
  await run(home.binaries.pgCtl, ['stop', '-D', home.cluster, '-m', 'fast', '-w', '-t', '60'], childOptions(home));
}

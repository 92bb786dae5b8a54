import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { startEmbeddedPostgres } from '#base/db/embedded-postgres.server.ts';
import { type PostgresHome, prepareHome } from '#base/db/embedded-postgres-home.server.ts';
import { serverSettings } from '#base/db/embedded-postgres-settings.server.ts';
import { migrate } from '#base/db/migrations.server.ts';
import { freePort } from '#test/support/network/free-port.ts';

/** Where Debian's package `libfaketime` puts its library. */
async function findLibrary(): Promise<string | null> {
  for (const machine of await readdir('/usr/lib').catch((): string[] => [])) {
    const folder = `/usr/lib/${machine}/faketime`;
    const names = await readdir(folder).catch((): string[] => []);
    if (names.includes('libfaketimeMT.so.1')) return join(folder, 'libfaketimeMT.so.1');
  }
  return null;
}

/** A database and an environment for servers with a clock that can be set at run time. */
export interface FakedClock {
  readonly databaseUrl: string;
  readonly env: Readonly<Record<string, string>>;
  /** Sets the clock to so many seconds ahead of the true time; effective within two seconds. */
  set(seconds: number): Promise<void>;
  close(): Promise<void>;
}

async function launchDatabase(home: PostgresHome, env: Readonly<Record<string, string>>) {
  const port = await freePort();
  const child = spawn(home.binaries.postgres, ['-D', home.cluster, ...serverSettings(port, true)], {
    ...home.user,
    cwd: home.folder,
    env: { LC_ALL: 'C', TZ: 'UTC', ...env },
    stdio: 'ignore',
  });
  const url = `postgres://opora:${home.password}@127.0.0.1:${port}/opora`;
  for (const giveUpAt = Date.now() + 60_000; Date.now() < giveUpAt; await pause(200)) {
    const client = new Client({ connectionString: url });
    client.on('error', () => undefined);
    const isUp = await client.connect().then(
      () => true,
      () => false,
    );
    if (isUp) await client.end();
    if (isUp) return { child, url };
    if (child.exitCode !== null) break;
  }
  await stop(child);
  throw new Error('PostgreSQL does not start with a clock that can be set');
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGINT');
  const late = setTimeout(() => child.kill('SIGQUIT'), 20_000);
  await gone;
  clearTimeout(late);
}

/** Starts its own migrated database; null if `libfaketime` is not installed. */
export async function openFakedClock(): Promise<FakedClock | null> {
  const library = await findLibrary();
  if (library === null) return null;
  const folder = await mkdtemp(join(tmpdir(), 'opora-clock-'));
  await chmod(folder, 0o711);
  const file = join(folder, 'clock');
  const set = async (seconds: number) => {
    await writeFile(file, `+${seconds}\n`, { mode: 0o644 });
    await pause(2_000);
  };
  const made = await startEmbeddedPostgres({ dataDir: folder, log: () => undefined });
  await migrate({ url: made.url, folder: new URL('../../../migrations', import.meta.url).pathname });
  await made.stop();
  await set(0);
  const env = {
    LD_PRELOAD: library,
    FAKETIME_TIMESTAMP_FILE: file,
    FAKETIME_CACHE_DURATION: '1',
    // Timers continue unchanged: only the wall clock is set.
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
  };
  const home = await prepareHome(folder, () => undefined);
  const { child, url } = await launchDatabase(home, env);
  return {
    databaseUrl: url,
    env,
    set,
    async close() {
      await stop(child);
      await rm(folder, { recursive: true, force: true });
      if (!home.folder.startsWith(folder)) await rm(home.folder, { recursive: true, force: true });
    },
  };
}

import { randomInt } from 'node:crypto';
import { mkdir, readFile, realpath, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { Client, DatabaseError, escapeLiteral } from 'pg';
import { type PostgresHome, prepareHome } from './embedded-postgres-home.server.ts';
import {
  launch,
  makeCluster,
  readPostmasterFile,
  removeStalePidFile,
  servesCluster,
  shutDown,
} from './embedded-postgres-process.server.ts';
import { growingPauses } from './growing-pauses.server.ts';
import { withProcessLock } from './process-lock.server.ts';

/** What to start. */
export interface EmbeddedPostgresOptions {
  /** The product's data folder; the database lives in `postgres` below it. */
  readonly dataDir: string;
  readonly log: (message: string) => void;
  /** False: nothing is synced to disk, for tests: a power cut may destroy the database. Default true. */
  readonly durable?: boolean;
  /** Aborted: what is being started is ended again, and the start fails. */
  readonly signal?: AbortSignal | undefined;
}

/** A running database. */
export interface EmbeddedPostgres {
  /** `postgres://opora:…@127.0.0.1:<port>/opora`; its user owns the database, may make others, and is no superuser. */
  readonly url: string;
  /** False: a server that was already running is used. */
  readonly startedHere: boolean;
  /** The folder of the data: below `dataDir`, unless PostgreSQL's user cannot enter that. */
  readonly folder: string;
  /** Disconnects, and shuts the server down unless another process uses it. */
  stop(): Promise<void>;
}

const guardName = 'opora server';
const startMilliseconds = 300_000;
const pollMilliseconds = 25;
/** Short, because an obstacle such as a full disk may disappear at any moment. */
const longestWait = 1_000;

type HowToStart = { readonly durable: boolean } & Pick<EmbeddedPostgresOptions, 'signal'>;

interface Running {
  readonly port: number;
  /** An idle connection that shows other processes that this one uses the database. */
  readonly guard: Client;
  readonly startedHere: boolean;
}

async function connectAs(home: PostgresHome, port: number, database: string): Promise<Client> {
  const client = new Client({
    host: '127.0.0.1',
    port,
    user: 'postgres',
    password: home.password,
    database,
    application_name: guardName,
    connectionTimeoutMillis: 5_000,
  });
  // Without a listener a lost connection would end the process; callers watch 'end'.
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

/** Creates the product's role and database on the first start, then opens the guard. */
async function openGuard(home: PostgresHome, port: number): Promise<Client> {
  const admin = await connectAs(home, port, 'postgres');
  try {
    const { rows } = await admin.query<{ role: boolean; base: boolean }>(`select
      exists (select from pg_roles where rolname = 'opora') as role,
      exists (select from pg_database where datname = 'opora') as base`);
    if (!rows[0]?.role) await admin.query(`create role opora login createdb password ${escapeLiteral(home.password)}`);
    if (!rows[0]?.base) await admin.query('create database opora owner opora');
  } finally {
    await admin.end();
  }
  return connectAs(home, port, 'opora');
}

/** 57P03: the server is starting or stopping. No PostgreSQL error: it does not listen yet. */
function isNotReady(error: unknown): boolean {
  return !(error instanceof DatabaseError) || error.code === '57P03' || error.code === '57P01';
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}

/** The port of the last start where it is free, else one below the range that systems give to outgoing connections. */
async function choosePort(home: PostgresHome): Promise<number> {
  const last = Number(await readFile(home.portFile, 'utf8').catch(() => ''));
  if (last > 0 && (await isFree(last))) return last;
  for (;;) {
    const port = randomInt(15_000, 32_000);
    if (await isFree(port)) return port;
  }
}

async function start(home: PostgresHome, how: HowToStart): Promise<Running | 'port taken'> {
  const { durable, signal } = how;
  await makeCluster(home, durable);
  signal?.throwIfAborted();
  const port = await choosePort(home);
  const server = await launch(home, port, durable);
  let end: string | undefined;
  void server.ended.then((tail) => {
    end = tail;
  });
  const giveUpAt = Date.now() + startMilliseconds;
  while (Date.now() < giveUpAt) {
    if (end === undefined && signal?.aborted) await server.interrupt();
    signal?.throwIfAborted();
    if (end !== undefined) {
      if (/could not bind|could not create any TCP/.test(end)) return 'port taken';
      throw new Error(`PostgreSQL did not start; its log ${home.logFile} ends with:\n${end}`);
    }
    const file = await readPostmasterFile(home.cluster);
    if (file?.isReady && file.pid === server.pid) {
      await writeFile(home.portFile, `${port}\n`);
      return { port, guard: await openGuard(home, port), startedHere: true };
    }
    await pause(pollMilliseconds);
  }
  throw new Error(`PostgreSQL is not ready after ${startMilliseconds / 1000} s; see ${home.logFile}`);
}

/** Uses the server that runs on the cluster, waiting while it starts or stops; starts one if none runs. */
async function ensureRunning(home: PostgresHome, how: HowToStart): Promise<Running> {
  const giveUpAt = Date.now() + startMilliseconds;
  while (Date.now() < giveUpAt) {
    how.signal?.throwIfAborted();
    const file = await readPostmasterFile(home.cluster);
    if (file !== null && (await servesCluster(file.pid, home.cluster))) {
      try {
        return { port: file.port, guard: await openGuard(home, file.port), startedHere: false };
      } catch (error) {
        if (!isNotReady(error)) throw error;
        await pause(pollMilliseconds);
      }
      continue;
    }
    if (file !== null && !(await removeStalePidFile(home.cluster, file.pid))) {
      await pause(pollMilliseconds);
      continue;
    }
    const started = await start(home, how);
    if (started !== 'port taken') return started;
  }
  throw new Error(`PostgreSQL in ${home.cluster} neither answers nor ends; see ${home.logFile}`);
}

/** Restarts a server that died, for example killed for lack of memory, when the guard's connection ends. */
function keepRunning(first: Running, revive: () => Promise<Running>, log: (message: string) => void) {
  let guard = first.guard;
  let isStopping = false;
  const watch = () => guard.once('end', () => void (isStopping ? undefined : reopen()));
  const reopen = async () => {
    log('The connection to the embedded database was lost');
    let lastReason = '';
    for (const wait of growingPauses(100, longestWait)) {
      if (isStopping) return;
      try {
        const again = await revive();
        if (isStopping) return await again.guard.end();
        guard = again.guard;
        watch();
        const where = again.port === first.port ? '' : `, but on port ${again.port}: restart this process`;
        return log(`The embedded database is back${where}`);
      } catch (error) {
        const why = error instanceof Error ? error.message : String(error);
        // The end of the server's log differs in times and numbers only.
        if (why.replace(/\d+/g, '') !== lastReason) log(`The embedded database does not come back: ${why}`);
        lastReason = why.replace(/\d+/g, '');
        await pause(wait, undefined, { ref: false });
      }
    }
  };
  watch();
  /** Closes the guard and returns whether it was the last one. */
  return async (): Promise<boolean> => {
    isStopping = true;
    try {
      const { rows } = await guard.query<{ others: boolean }>(
        'select exists (select from pg_stat_activity where application_name = $1 and pid <> pg_backend_pid()) as others',
        [guardName],
      );
      return rows[0]?.others === false;
    } catch {
      return false;
    } finally {
      await guard.end().catch(() => undefined);
    }
  };
}

/**
 * Starts the embedded PostgreSQL server, or uses the one that already runs on this data folder, started by another or a killed process. It
 * runs until the last process that uses it stops.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { log, durable = true, signal } = options;
  await mkdir(options.dataDir, { recursive: true });
  const dataDir = await realpath(options.dataDir);
  const lockName = `postgres of ${dataDir}`;
  const { home, first } = await withProcessLock(lockName, async () => {
    const home = await prepareHome(dataDir, log);
    return { home, first: await ensureRunning(home, { durable, signal }) };
  });
  log(
    `PostgreSQL ${first.startedHere ? 'started' : 'was running already'} on 127.0.0.1:${first.port}, data in ${home.folder}`,
  );
  const close = keepRunning(first, () => withProcessLock(lockName, () => ensureRunning(home, { durable })), log);
  let stopping: Promise<void> | undefined;
  return {
    url: `postgres://opora:${home.password}@127.0.0.1:${first.port}/opora`,
    startedHere: first.startedHere,
    folder: home.folder,
    stop: () => {
      stopping ??= withProcessLock(lockName, async () => {
        if (await close()) await shutDown(home);
      });
      return stopping;
    },
  };
}

import { execFile } from 'node:child_process';
import { appendFile, chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client, escapeLiteral } from 'pg';
import { vi } from 'vitest';
import { type PostgresHome, prepareHome } from '#base/db/embedded-postgres-home.server.ts';
import { launch, makeCluster, shutDown } from '#base/db/embedded-postgres-process.server.ts';
import { freePort } from '#test/support/network/free-port.ts';

const run = promisify(execFile);

interface Server {
  readonly home: PostgresHome;
  readonly port: number;
}

/** Two PostgreSQL servers, the second a synchronous standby of the first. */
export interface ReplicatedPair {
  /** Names both servers. */
  readonly url: string;
  /** Stops the first server, as a planned switchover does, or kills it; then makes the second the primary. */
  switchOver(how?: { readonly isKilled: boolean }): Promise<void>;
  /** Stops the standby: every commit waits for it until its wait is cancelled. */
  stopStandby(): Promise<void>;
  startStandby(): Promise<void>;
  close(): Promise<void>;
}

const adminOf = ({ home, port }: Server) =>
  new Client({ host: '127.0.0.1', port, user: 'postgres', password: home.password, database: 'postgres' });

async function asAdmin(server: Server, ...statements: readonly string[]): Promise<void> {
  const client = adminOf(server);
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

/** Starts a server; one that ends instead says why. */
async function start(server: Server): Promise<void> {
  const { ended } = await launch(server.home, server.port, false);
  const answered = vi.waitFor(() => asAdmin(server, 'select 1'), { timeout: 60_000, interval: 25 });
  const why = await Promise.race([answered, ended]);
  if (why !== undefined) throw new Error(`the server on port ${server.port} has ended: ${why}`);
}

async function makeServer(dataDir: string): Promise<Server> {
  const home = await prepareHome(dataDir, () => undefined);
  return { home, port: await freePort() };
}

/** Copies the stopped first server and makes the copy follow it. */
async function makeStandby(first: Server, second: Server): Promise<Server> {
  const { cluster } = second.home;
  await run('cp', ['-a', first.home.cluster, cluster]);
  const from = `host=127.0.0.1 port=${first.port} user=postgres password=${first.home.password} application_name=second`;
  await appendFile(join(cluster, 'postgresql.auto.conf'), `primary_conninfo = ${escapeLiteral(from)}\n`);
  await writeFile(join(cluster, 'standby.signal'), '');
  return { ...second, home: { ...second.home, password: first.home.password } };
}

export async function startReplicatedPair(): Promise<ReplicatedPair> {
  const folder = await mkdtemp(join(tmpdir(), 'opora-pair-'));
  await chmod(folder, 0o711);
  const first = await makeServer(join(folder, 'first'));
  await makeCluster(first.home, false);
  await start(first);
  const { password } = first.home;
  await asAdmin(
    first,
    `create role opora login password ${escapeLiteral(password)}`,
    'create database opora owner opora',
  );
  await shutDown(first.home);
  const second = await makeStandby(first, await makeServer(join(folder, 'second')));
  await Promise.all([start(first), start(second)]);
  await asAdmin(first, `alter system set synchronous_standby_names = 'second'`, 'select pg_reload_conf()');
  const stop = ({ home }: Server) => shutDown(home).catch(() => undefined);
  return {
    url: `postgres://opora:${password}@127.0.0.1:${first.port},127.0.0.1:${second.port}/opora?target_session_attrs=read-write`,
    async switchOver({ isKilled } = { isKilled: false }) {
      const { pgCtl } = first.home.binaries;
      const mode = isKilled ? 'immediate' : 'fast';
      await run(pgCtl, ['stop', '-D', first.home.cluster, '-m', mode], { ...first.home.user, cwd: first.home.folder });
      await asAdmin(second, `alter system set synchronous_standby_names = ''`, 'select pg_promote(true, 20)');
    },
    stopStandby: () => shutDown(second.home),
    startStandby: () => start(second),
    async close() {
      await Promise.all([stop(first), stop(second)]);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

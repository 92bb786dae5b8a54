import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, readFile, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Client } from 'pg';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#base/db/embedded-postgres.server.ts';

const module = join(import.meta.dirname, '../../base/db/embedded-postgres.server.ts');
const script = `
  import { startEmbeddedPostgres } from ${JSON.stringify(module)};
  const { url, startedHere, stop } = await startEmbeddedPostgres({ dataDir: process.argv[1], durable: false, log: () => {} });
  console.log(JSON.stringify({ url, startedHere }));
  process.on('SIGTERM', () => stop().then(() => process.exit(0)));`;

/** A running process with the database of a folder. */
interface DatabaseProcess {
  readonly child: ChildProcess;
  readonly url: string;
  readonly startedHere: boolean;
}

/** The folder, servers and processes of one test of the embedded database. */
export interface EmbeddedScene {
  readonly dataDir: string;
  readonly children: ChildProcess[];
  readonly started: EmbeddedPostgres[];
  start(more?: { log?: (message: string) => void }): Promise<EmbeddedPostgres>;
  startProcess(): Promise<DatabaseProcess>;
  readonly postmasterFile: string;
  postmaster(): Promise<number>;
  clear(): Promise<void>;
}

async function startProcess(dataDir: string, children: ChildProcess[]): Promise<DatabaseProcess> {
  const child = spawn(process.execPath, ['--input-type=module', '-e', script, dataDir], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  for await (const line of createInterface({ input: child.stdout })) return { child, ...JSON.parse(line) };
  throw new Error('the process ended without a word');
}

/** An empty folder to start databases in. */
export async function openScene(): Promise<EmbeddedScene> {
  const dataDir = await realpath(await mkdtemp(join(tmpdir(), 'opora-embedded-')));
  await chmod(dataDir, 0o711);
  const children: ChildProcess[] = [];
  const started: EmbeddedPostgres[] = [];
  const postmasterFile = join(dataDir, 'postgres/cluster/postmaster.pid');
  const start = async (more: { log?: (message: string) => void } = {}) => {
    const server = await startEmbeddedPostgres({ dataDir, durable: false, log: () => undefined, ...more });
    started.push(server);
    return server;
  };
  return {
    dataDir,
    children,
    started,
    start,
    startProcess: () => startProcess(dataDir, children),
    postmasterFile,
    postmaster: async () => Number.parseInt(await readFile(postmasterFile, 'utf8'), 10),
    clear: async () => {
      for (const child of children) child.kill('SIGKILL');
      await chmod(dataDir, 0o711);
      for (const server of started) await server.stop();
      // Takes over the server of a killed process, and stops it because no other process uses it.
      if (existsSync(postmasterFile)) await (await start()).stop();
      for (const folder of new Set([dataDir, ...started.map((server) => server.folder)])) {
        await rm(folder, { recursive: true, force: true });
      }
    },
  };
}

/** Asks over a connection of its own. */
export async function query(url: string, text: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

export const answers = (url: string) =>
  query(url, 'select 1').then(
    () => true,
    () => false,
  );

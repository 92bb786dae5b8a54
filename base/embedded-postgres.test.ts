import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, cp, mkdir, mkdtemp, readFile, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Client } from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.server.ts';

const module = join(import.meta.dirname, 'embedded-postgres.server.ts');
const script = `
  import { startEmbeddedPostgres } from ${JSON.stringify(module)};
  const { url, startedHere, stop } = await startEmbeddedPostgres({ dataDir: process.argv[1], durable: false, log: () => {} });
  console.log(JSON.stringify({ url, startedHere }));
  process.on('SIGTERM', () => stop().then(() => process.exit(0)));`;

let dataDir: string;
let children: ChildProcess[];
let started: EmbeddedPostgres[];
const isRoot = process.getuid?.() === 0;

beforeEach(async () => {
  dataDir = await realpath(await mkdtemp(join(tmpdir(), 'opora-embedded-')));
  await chmod(dataDir, 0o711);
  children = [];
  started = [];
});

afterEach(async () => {
  for (const child of children) child.kill('SIGKILL');
  await chmod(dataDir, 0o711);
  for (const server of started) await server.stop();
  // What a killed process has left is taken over, and stopped as nobody else uses it.
  if (existsSync(postmasterFile())) await (await start()).stop();
  for (const folder of new Set([dataDir, ...started.map((server) => server.folder)])) {
    await rm(folder, { recursive: true, force: true });
  }
});

async function start(more: { log?: (message: string) => void } = {}): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ dataDir, durable: false, log: () => undefined, ...more });
  started.push(server);
  return server;
}

async function startProcess(): Promise<{ child: ChildProcess; url: string; startedHere: boolean }> {
  const child = spawn(process.execPath, ['--input-type=module', '-e', script, dataDir], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  for await (const line of createInterface({ input: child.stdout })) return { child, ...JSON.parse(line) };
  throw new Error('the process ended without a word');
}

async function query(url: string, text: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

const answers = (url: string) =>
  query(url, 'select 1').then(
    () => true,
    () => false,
  );
const postmasterFile = () => join(dataDir, 'postgres/cluster/postmaster.pid');
const postmaster = async () => Number.parseInt(await readFile(postmasterFile(), 'utf8'), 10);

test('keeps data, password and port from start to start, and is ready again quickly', async () => {
  const first = await start();
  expect(first.startedHere).toBe(true);
  await query(first.url, `create table kept as select 'да' as word`);
  await first.stop();
  expect(await answers(first.url)).toBe(false);
  const from = performance.now();
  const second = await start();
  expect(performance.now() - from).toBeLessThan(3_000);
  expect(second.url).toBe(first.url);
  expect(await query(second.url, 'select word from kept')).toEqual([{ word: 'да' }]);
});

test('serves its own user only, by password, who is no superuser but may load pg_trgm', async () => {
  const { url } = await start();
  const wrong = new URL(url);
  wrong.password = 'guess';
  await expect(query(wrong.toString(), 'select 1')).rejects.toThrow('password authentication failed');
  expect((await stat(join(dataDir, 'postgres/password'))).mode & 0o777).toBe(0o600);
  expect(await query(url, `select rolsuper, rolcreatedb from pg_roles where rolname = current_user`)).toEqual([
    { rolsuper: false, rolcreatedb: true },
  ]);
  await query(url, 'create extension pg_trgm');
  expect(
    await query(url, `select current_setting('listen_addresses') as host, version() like 'PostgreSQL 18%' as is18`),
  ).toEqual([{ host: '127.0.0.1', is18: true }]);
});

test('is durable unless told otherwise', async () => {
  const durable = await startEmbeddedPostgres({ dataDir, log: () => undefined });
  started.push(durable);
  const settings = `select name, setting from pg_settings where name in ('fsync', 'synchronous_commit', 'full_page_writes') order by 1`;
  expect(await query(durable.url, settings)).toEqual([
    { name: 'fsync', setting: 'on' },
    { name: 'full_page_writes', setting: 'on' },
    { name: 'synchronous_commit', setting: 'on' },
  ]);
});

test('a server left by a killed process is found, used, and stopped by the next one', async () => {
  const killed = await startProcess();
  expect(killed.startedHere).toBe(true);
  const pid = await postmaster();
  killed.child.kill('SIGKILL');
  await once(killed.child, 'exit');
  const next = await start();
  expect(next).toMatchObject({ startedHere: false, url: killed.url });
  expect(await postmaster()).toBe(pid);
  await next.stop();
  expect(await answers(killed.url)).toBe(false);
});

test('of two processes that start at once one starts the server and both use it, until the last one leaves', async () => {
  const both = await Promise.all([startProcess(), startProcess()]);
  expect(both.map(({ startedHere }) => startedHere).sort()).toEqual([false, true]);
  const [starter, other] = both[0].startedHere ? both : [both[1], both[0]];
  expect(other.url).toBe(starter.url);
  starter.child.kill('SIGTERM');
  await once(starter.child, 'exit');
  expect(await answers(other.url)).toBe(true);
  other.child.kill('SIGTERM');
  await once(other.child, 'exit');
  expect(await answers(other.url)).toBe(false);
});

test('a postmaster.pid with the number of a stranger, or of nobody, is no obstacle', async () => {
  const first = await start();
  const file = (await readFile(postmasterFile(), 'utf8')).split('\n');
  await first.stop();
  const stranger = spawn('sleep', ['60'], isRoot ? { uid: (await stat(join(dataDir, 'postgres/cluster'))).uid } : {});
  children.push(stranger);
  for (const pid of [stranger.pid, 4_194_303]) {
    await writeFile(postmasterFile(), [pid, ...file.slice(1)].join('\n'));
    const again = await start();
    expect(again.startedHere).toBe(true);
    expect(await answers(again.url)).toBe(true);
    await again.stop();
  }
});

test('a port that somebody else has taken is exchanged for another', async () => {
  const first = await start();
  await first.stop();
  const stranger = createServer();
  stranger.listen(Number(new URL(first.url).port), '127.0.0.1');
  await once(stranger, 'listening');
  const second = await start();
  stranger.close();
  expect(new URL(second.url).port).not.toBe(new URL(first.url).port);
  expect(await answers(second.url)).toBe(true);
});

test('what is committed outlives killed processes without being synced to disk', async () => {
  const killed = await startProcess();
  await query(killed.url, 'create table kept as select 1 as id');
  killed.child.kill('SIGKILL');
  process.kill(await postmaster(), 'SIGKILL');
  const next = await start();
  expect(next.startedHere).toBe(true);
  expect(await query(next.url, 'select id from kept')).toEqual([{ id: 1 }]);
});

test('a server that dies is started again at the same address', async () => {
  const messages: string[] = [];
  const server = await start({ log: (message) => messages.push(message) });
  await query(server.url, 'create table kept (id int)');
  process.kill(await postmaster(), 'SIGKILL');
  await expect.poll(() => answers(server.url), { timeout: 15_000 }).toBe(true);
  expect(await query(server.url, 'select * from kept')).toEqual([]);
  await expect.poll(() => messages, { timeout: 15_000 }).toContain('The embedded database is back');
});

test('an initdb cut short and a cluster of another version', async () => {
  await mkdir(join(dataDir, 'postgres/cluster-unfinished'), { recursive: true });
  await writeFile(join(dataDir, 'postgres/cluster-unfinished/PG_VERSION'), '18\n');
  const server = await start();
  expect(await answers(server.url)).toBe(true);
  await server.stop();
  const version = join(dataDir, 'postgres/cluster/PG_VERSION');
  await writeFile(version, '17\n');
  await expect(start()).rejects.toThrow('was made by PostgreSQL 17, this release brings 18');
  await writeFile(version, '18\n');
});

test('where its user cannot enter, the database goes elsewhere, stays there, and is not shared with a copy', async (context) => {
  context.skip(!isRoot, 'an ordinary user runs PostgreSQL himself');
  await chmod(dataDir, 0o700);
  const inner = join(dataDir, 'inner');
  const messages: string[] = [];
  const startIn = async (folder: string) => {
    const log = (message: string) => messages.push(message);
    const server = await startEmbeddedPostgres({ dataDir: folder, durable: false, log });
    started.push(server);
    return server;
  };
  const first = await startIn(inner);
  expect(first.folder.startsWith(dataDir)).toBe(false);
  expect(messages.join('\n')).toContain(first.folder);
  await query(first.url, 'create table kept (id int)');
  await first.stop();
  await cp(inner, `${inner}-copy`, { recursive: true });
  const copy = await startIn(`${inner}-copy`);
  expect(copy.folder).not.toBe(first.folder);
  await copy.stop();
  await rename(inner, `${inner}-moved`);
  const moved = await startIn(`${inner}-moved`);
  expect(moved.folder).toBe(first.folder);
  expect(await query(moved.url, 'select * from kept')).toEqual([]);
});

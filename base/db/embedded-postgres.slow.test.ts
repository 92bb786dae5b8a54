import { once } from 'node:events';
import { chmod, cp, mkdir, rename, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { answers, type EmbeddedScene, openScene, query } from '#test/support/embedded-scene.ts';
import { startEmbeddedPostgres } from './embedded-postgres.server.ts';

let scene: EmbeddedScene;
let dataDir: string;
const start: EmbeddedScene['start'] = (more) => scene.start(more);

beforeEach(async () => {
  scene = await openScene();
  ({ dataDir } = scene);
});

afterEach(() => scene.clear());

test('keeps data, password and port from start to start, and is ready again quickly', async () => {
  const atFirst = performance.now();
  const first = await start();
  const made = performance.now() - atFirst;
  expect(first.startedHere).toBe(true);
  await query(first.url, `create table saved as select 'да' as word`);
  await first.stop();
  expect(await answers(first.url)).toBe(false);
  const from = performance.now();
  const second = await start();
  expect(performance.now() - from).toBeLessThan(made);
  expect(second.url).toBe(first.url);
  expect(await query(second.url, 'select word from saved')).toEqual([{ word: 'да' }]);
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

test('is durable by default', async () => {
  const durable = await startEmbeddedPostgres({ dataDir, log: () => undefined });
  scene.started.push(durable);
  const settings = `select name, setting from pg_settings where name in ('fsync', 'synchronous_commit', 'full_page_writes') order by 1`;
  expect(await query(durable.url, settings)).toEqual([
    { name: 'fsync', setting: 'on' },
    { name: 'full_page_writes', setting: 'on' },
    { name: 'synchronous_commit', setting: 'on' },
  ]);
});

test('of two processes that start at once one starts the server and both use it, until the last one leaves', async () => {
  const both = await Promise.all([scene.startProcess(), scene.startProcess()]);
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

test('a port that another program has taken is replaced', async () => {
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
  context.skip(process.getuid?.() !== 0, 'an ordinary user runs PostgreSQL himself');
  await chmod(dataDir, 0o700);
  const inner = join(dataDir, 'inner');
  const messages: string[] = [];
  const startIn = async (folder: string) => {
    const log = (message: string) => messages.push(message);
    const server = await startEmbeddedPostgres({ dataDir: folder, durable: false, log });
    scene.started.push(server);
    return server;
  };
  const first = await startIn(inner);
  expect(first.folder.startsWith(dataDir)).toBe(false);
  expect(messages.join('\n')).toContain(first.folder);
  await query(first.url, 'create table saved (id int)');
  await first.stop();
  await cp(inner, `${inner}-copy`, { recursive: true });
  const copy = await startIn(`${inner}-copy`);
  expect(copy.folder).not.toBe(first.folder);
  await copy.stop();
  await rename(inner, `${inner}-moved`);
  const moved = await startIn(`${inner}-moved`);
  expect(moved.folder).toBe(first.folder);
  expect(await query(moved.url, 'select * from saved')).toEqual([]);
});

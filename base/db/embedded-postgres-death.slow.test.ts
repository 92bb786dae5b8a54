import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants } from 'node:fs';
import { readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { answers, type EmbeddedScene, openScene, query } from '#test/support/embedded-scene.ts';
import { processesNaming } from '#test/support/started-program.ts';
import { startEmbeddedPostgres } from './embedded-postgres.server.ts';

let scene: EmbeddedScene;
let dataDir: string;
const start: EmbeddedScene['start'] = (more) => scene.start(more);

beforeEach(async () => {
  scene = await openScene();
  ({ dataDir } = scene);
});

afterEach(() => scene.clear());

/** Stops a child of the server where it stands, and lets it go on after a second. */
async function holdChild(server: number): Promise<void> {
  const [child] = (await readFile(`/proc/${server}/task/${server}/children`, 'utf8')).trim().split(' ');
  process.kill(Number(child), 'SIGSTOP');
  scene.children.push(spawn('/bin/sh', ['-c', 'sleep 1; kill -CONT "$1"', 'sh', String(child)]));
}

test('a server left by a killed process is found, used, and stopped by the next one', async () => {
  const killed = await scene.startProcess();
  expect(killed.startedHere).toBe(true);
  const pid = await scene.postmaster();
  killed.child.kill('SIGKILL');
  await once(killed.child, 'exit');
  const next = await start();
  expect(next).toMatchObject({ startedHere: false, url: killed.url });
  expect(await scene.postmaster()).toBe(pid);
  await next.stop();
  expect(await answers(killed.url)).toBe(false);
});

test('what is committed outlives killed processes without being synced to disk', async () => {
  const killed = await scene.startProcess();
  await query(killed.url, 'create table saved as select 1 as id');
  killed.child.kill('SIGKILL');
  process.kill(await scene.postmaster(), 'SIGKILL');
  const next = await start();
  expect(next.startedHere).toBe(true);
  expect(await query(next.url, 'select id from saved')).toEqual([{ id: 1 }]);
});

test('a start waits for the children of a server that was killed', async (context) => {
  context.skip(process.platform !== 'linux', 'children are looked for in /proc');
  const killed = await scene.startProcess();
  await query(killed.url, 'create table saved as select 1 as id');
  const server = await scene.postmaster();
  await holdChild(server);
  killed.child.kill('SIGKILL');
  process.kill(server, 'SIGKILL');
  const next = await start();
  expect(next.startedHere).toBe(true);
  expect(await query(next.url, 'select id from saved')).toEqual([{ id: 1 }]);
});

test('a start waits for the children of a server whose parent has not noticed its end', async (context) => {
  context.skip(process.platform !== 'linux', 'children are looked for in /proc');
  const killed = await scene.startProcess();
  const server = await scene.postmaster();
  await holdChild(server);
  killed.child.kill('SIGSTOP');
  process.kill(server, 'SIGKILL');
  const next = await start();
  expect(next.startedHere).toBe(true);
  expect(await answers(next.url)).toBe(true);
});

test('a server that dies is started again at the same address', async () => {
  const messages: string[] = [];
  const server = await start({ log: (message) => messages.push(message) });
  await query(server.url, 'create table saved (id int)');
  process.kill(await scene.postmaster(), 'SIGKILL');
  await expect.poll(() => answers(server.url), { timeout: 15_000 }).toBe(true);
  expect(await query(server.url, 'select * from saved')).toEqual([]);
  await expect.poll(() => messages, { timeout: 15_000 }).toContain('The embedded database is back');
});

test('a server that could not start for long is back soon after it can', async () => {
  const server = await start();
  const control = join(dataDir, 'postgres/cluster/global/pg_control');
  await rename(control, `${control}-away`);
  process.kill(await scene.postmaster(), 'SIGKILL');
  const attempts = async () =>
    (await readFile(join(dataDir, 'postgres/postgres.log'), 'utf8')).split('could not find the database system')
      .length - 1;
  await expect.poll(attempts, { timeout: 60_000, interval: 100 }).toBeGreaterThanOrEqual(8);
  await rename(`${control}-away`, control);
  await expect.poll(() => answers(server.url), { timeout: 8_000 }).toBe(true);
});

test('a postmaster.pid with the pid of another process, or of none, is no obstacle', async () => {
  const first = await start();
  const file = (await readFile(scene.postmasterFile, 'utf8')).split('\n');
  await first.stop();
  const stranger = spawn(
    'sleep',
    ['60'],
    process.getuid?.() === 0 ? { uid: (await stat(join(dataDir, 'postgres/cluster'))).uid } : {},
  );
  scene.children.push(stranger);
  for (const pid of [stranger.pid, 4_194_303]) {
    await writeFile(scene.postmasterFile, [pid, ...file.slice(1)].join('\n'));
    const again = await start();
    expect(again.startedHere).toBe(true);
    expect(await answers(again.url)).toBe(true);
    await again.stop();
  }
});

test('a start that is ended before the server has written its pid file leaves none running', async () => {
  const before = await start();
  await before.stop();
  // The server waits for somebody to write its settings, and writes the pid file after them.
  const settings = join(before.folder, 'cluster/postgresql.conf');
  const text = await readFile(settings);
  await rm(settings);
  await promisify(execFile)('mkfifo', [settings]);
  const ending = new AbortController();
  const starting = startEmbeddedPostgres({ dataDir, durable: false, log: () => undefined, signal: ending.signal });
  const running = () => processesNaming(before.folder);
  await expect.poll(running).toHaveLength(1);
  ending.abort();
  let isOver = false;
  const ended = expect(starting)
    .rejects.toThrow('aborted')
    .finally(() => {
      isOver = true;
    });
  // Long enough for any question about a pid file that is not there; a signal makes the server open its settings anew.
  for (await pause(500); !isOver; await pause(50)) {
    await writeFile(settings, text, { flag: constants.O_WRONLY | constants.O_NONBLOCK }).catch(() => undefined);
  }
  await ended;
  const left = await running();
  for (const { pid } of left) process.kill(pid, 'SIGKILL');
  expect(left).toEqual([]);
});

import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, readdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { startFakePostgres } from '#test/support/database/fake-postgres.ts';
import { freePort } from '#test/support/network/free-port.ts';
import { makeDataDir, processesNaming, removeDataDir, startProgram, untilGone } from '#test/support/started-program.ts';
import { buildIfStale } from '../../operation/install/build-if-stale.ts';

const run = promisify(execFile);
let folder = '';

beforeAll(async () => {
  await buildIfStale(join(import.meta.dirname, '../..'), () => undefined);
}, 600_000);
beforeEach(async () => {
  folder = await makeDataDir();
});
afterEach(() => removeDataDir(folder));

/** Starts the program, which must refuse in one line, fail, and leave no process behind. Answers the line. */
async function refusal(env: Record<string, string>): Promise<string> {
  const program = await startProgram({ env: { DATA_DIR: folder, ...env } });
  const status = await program.ended();
  const left = await untilGone(folder, 10_000);
  const [line = '', ...others] = program.failures().trimEnd().split('\n');
  if (status === 1 && left.length === 0 && others.length === 0) return line;
  throw new Error(`status ${status}, left ${JSON.stringify(left)}, printed ${program.failures()}`);
}

/** The address of a database on the server of this test run, changed. */
function databaseUrl(change: Partial<Pick<URL, 'password' | 'pathname' | 'hostname' | 'port' | 'username'>>): string {
  return Object.assign(new URL(inject('testServer').url), change).href;
}

test.each([
  [{ PORT: 'abc' }, 'PORT: must be a number from 0 to 65535, not "abc"'],
  [{ PORT: '70000' }, 'PORT: must be a number from 0 to 65535, not "70000"'],
  [{ SANDBOX_PORT: 'abc' }, 'SANDBOX_PORT: must be off or a number from 0 to 65535, not "abc"'],
  [
    { DATABASE_URL: 'mysql://opora:secret@db/opora' },
    'DATABASE_URL: must be an address that begins with postgres://, as postgres://user:password@host:port/database',
  ],
  [{ DEMO: 'yes' }, 'DEMO: must be on or off, not "yes"'],
  [
    { COUNTRY: 'kz', PAYMENT: 'gateway,payme', PAYME_ID: '0'.repeat(24), PAYME_KEY: 'k'.repeat(16) },
    'PAYMENT: payme takes UZS only, and COUNTRY=kz pays in KZT',
  ],
  [
    { PUBLIC_URL: 'opora.example' },
    'PUBLIC_URL: must be an address that begins with https:// or http://, without a path, a query or a login, not "opora.example"',
  ],
])('%o is refused in words, and nothing is begun', async (env, line) => {
  expect(await refusal({ DATA_DIR: join(folder, 'data'), ...env })).toBe(line);
  expect(await readdir(folder)).toEqual([]);
});

test('a sandbox at the port of the server is named, and nothing is begun', async () => {
  const port = String(await freePort());
  const line = `SANDBOX_PORT: is ${port}, which is PORT: choose another one, or off`;
  expect(await refusal({ DATA_DIR: join(folder, 'data'), PORT: port, SANDBOX_PORT: port })).toBe(line);
  expect(await readdir(folder)).toEqual([]);
});

test('a taken port is named before anything else is begun', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const address = other.address();
  const port = address === null || typeof address === 'string' ? 0 : address.port;
  const line = `PORT: port ${port} of 127.0.0.1 is taken by another program: end it, or choose another port`;
  expect(await refusal({ PORT: String(port) })).toBe(line);
  other.close();
});

test('a taken port of the sandbox is named, and the database that was started ends', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const address = other.address();
  const port = address === null || typeof address === 'string' ? 0 : address.port;
  expect(await refusal({ SANDBOX_PORT: String(port) })).toMatch(/^SANDBOX_PORT: port \d+ of 127\.0\.0\.1 is taken/);
  other.close();
});

test('a port that is taken while the database starts is named, and nothing is left running', async () => {
  const port = await freePort();
  const program = await startProgram({ env: { DATA_DIR: folder, PORT: String(port) } });
  const isDatabase = ({ line }: { line: string }) => /postgres -D /.test(line);
  await expect.poll(async () => (await processesNaming(folder)).some(isDatabase), { timeout: 50_000 }).toBe(true);
  const other = createServer().listen(port, '127.0.0.1');
  await once(other, 'listening');
  expect(await program.ended()).toBe(1);
  expect(await untilGone(folder, 10_000)).toEqual([]);
  expect(program.failures()).toBe(
    `PORT: port ${port} of 127.0.0.1 is taken by another program: end it, or choose another port\n`,
  );
  other.close();
});

test('an address that is none of this machine', async () => {
  expect(await refusal({ HOST: '192.0.2.1' })).toMatch(/^HOST: 192\.0\.2\.1 is no address of this machine: /);
});

test('a data folder that cannot be written to', async () => {
  await writeFile(join(folder, 'file'), '');
  expect(await refusal({ DATA_DIR: join(folder, 'file', 'data') })).toMatch(
    /^DATA_DIR: .*\/file\/data cannot be written to: /,
  );
});

test('a data folder that is closed to this user', async (context) => {
  context.skip(process.getuid?.() === 0, 'root may write there all the same');
  const closed = join(folder, 'closed');
  await mkdir(closed);
  await chmod(closed, 0o555);
  expect(await refusal({ DATA_DIR: closed })).toMatch(/^DATA_DIR: .*\/closed cannot be written/);
});

test.each([
  [
    'is refused',
    async () => databaseUrl({ hostname: '127.0.0.1', port: String(await freePort()) }),
    /nothing listens at 127/,
  ],
  [
    'is at an unknown host',
    async () => databaseUrl({ hostname: 'no-such-host.invalid' }),
    /the host no-such-host\.invalid is unknown: /,
  ],
  [
    'refuses the password',
    async () => databaseUrl({ password: 'wrong' }),
    /refuses the password of the user "opora": correct it/,
  ],
  [
    'is not there',
    async () => databaseUrl({ pathname: '/no_such' }),
    /there is no database "no_such" at .*: make it, createdb -O opora no_such/,
  ],
])('a database that %s', async (_, makeUrl, words) => {
  const url = await makeUrl();
  const line = await refusal({ DATABASE_URL: url });
  expect(line).toMatch(/^DATABASE_URL: /);
  expect(line).toMatch(words);
  expect(line).not.toContain(new URL(url).password);
});

test('a PostgreSQL that is too old', async () => {
  const old = await startFakePostgres(140_011);
  expect(await refusal({ DATABASE_URL: old.url })).toBe(
    'DATABASE_URL: PostgreSQL 15 or later is needed, this one is 14: upgrade it, or give the address of a newer one',
  );
  await old.close();
});

test.for(['2m', '30m'])('a disk of %s', { timeout: 60_000 }, async (size, context) => {
  const disk = join(folder, 'disk');
  await mkdir(disk);
  const isMounted = await run('mount', ['-t', 'tmpfs', '-o', `size=${size},mode=0711`, 'tmpfs', disk]).then(
    () => true,
    () => false,
  );
  context.skip(!isMounted, 'only root makes a small disk; base/config/start-failure.test.ts covers its errors');
  try {
    expect(await refusal({ DATA_DIR: disk })).toBe(
      `DATA_DIR: the disk of ${disk} is full: make room there, or choose a folder on another disk`,
    );
  } finally {
    await run('umount', ['-l', disk]);
  }
});

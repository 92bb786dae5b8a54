import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { openTestDatabase } from '#test/support/database/database.ts';
import { startStandIn } from '#test/support/senders/service-stand-in.ts';
import { eskiz } from '#test/support/senders/services.ts';
import { signIn } from '#test/support/sign-in.ts';
import { testSecrets } from '#test/support/start-app.ts';
import { parseSettings } from './env-file.ts';

const database = await openTestDatabase();
afterAll(() => database.close());
const service = await startStandIn(eskiz);
afterAll(() => service.close());

const root = join(import.meta.dirname, '../..');

interface Run {
  /** What a pipe holds. */
  readonly input?: string;
  /** What the shell gives the command as its input in place of the pipe. */
  readonly from?: '</dev/null' | '<&-';
  readonly words?: readonly string[];
}

/** Runs the command of the operator as a process of its own, with an empty folder for its file. */
async function setUp({ input = '', from, words = [] }: Run) {
  const folder = await mkdtemp(join(tmpdir(), 'opora-setup-input-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const file = join(folder, 'opora.env');
  const script = `exec "$0" "$@" ${from ?? ''}`;
  const command = [process.execPath, join(root, 'operation/operate.ts'), 'setup', '--file', file, ...words];
  const env = { PATH: process.env.PATH ?? '', HOME: folder };
  const child = spawn('sh', ['-c', script, ...command], { cwd: root, env });
  child.stdin.end(input);
  const [said, failed, [status]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return { status, said, failed, file, files: await readdir(folder) };
}

const everything = 'DATABASE_URL, PUBLIC_URL, PAYMENT, PAYMENT_URL, PAYMENT_SECRET, SMS, ADMIN_PHONE';
const given = 'PUBLIC_URL=https://127.0.0.1:9\nPAYMENT=payme\n';

test.each<[string, Run, string]>([
  ['no input', { from: '</dev/null' }, everything],
  ['a closed input', { from: '<&-' }, everything],
  ['an empty pipe', { input: '' }, everything],
  ['an empty line, which is one answer', { input: '\n' }, everything.replace('DATABASE_URL, ', '')],
  [
    'a pipe with some of the answers',
    { input: given, words: ['--answers', '-'] },
    'DATABASE_URL, PAYME_ID, PAYME_KEY, PAYME_ITEM_CODE, SMS, ADMIN_PHONE',
  ],
  [
    'a pipe that ends between two questions',
    { input: `${database.url}\nhttps://127.0.0.1:9\npayme\n` },
    'PAYME_ID, PAYME_KEY, PAYME_ITEM_CODE, SMS, ADMIN_PHONE',
  ],
])('%s: what is to be given is named at once, and nothing is written', async (_title, run, names) => {
  const { status, failed, files } = await setUp(run);
  expect(failed).toBe(`nobody answers: give ${names} by --answers <file>, a line NAME=value each\n`);
  expect(status).toBe(1);
  expect(files).toEqual([]);
});

test('answers that come by a pipe, all at once, are used line by line', async () => {
  await signIn(database.db, testSecrets.jwt, { role: 'admin' });
  const payme = ['0123456789abcdef01234567', 'a key of sixteen signs', ''];
  const lines = [database.url, 'https://127.0.0.1:9', 'payme', ...payme, 'eskiz'];
  const input = [...lines, ...Object.values(eskiz.variables(service.url)).slice(1), ''].join('\n');
  const { status, said, failed, file, files } = await setUp({ input, words: [`ESKIZ_URL=${service.url}`] });
  expect(failed).toBe('');
  expect(status).toBe(0);
  expect(said).toContain('there is an admin already');
  expect(files).toEqual(['opora.env']);
  const settings = parseSettings(await readFile(file, 'utf8'));
  expect(settings).toMatchObject({ DATABASE_URL: database.url, PAYMENT: 'payme', SMS: 'eskiz' });
});

import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { makeDataDir, processesNaming, removeDataDir, startProgram, untilGone } from '#test/support/started-program.ts';
import { buildIfStale } from '../../operation/install/build-if-stale.ts';

let folder = '';

beforeAll(async () => {
  folder = await makeDataDir();
  await buildIfStale(join(import.meta.dirname, '../..'), () => undefined);
}, 600_000);

afterAll(() => removeDataDir(folder));

const isDatabase = ({ line }: { line: string }) => /postgres -D /.test(line);
const isSandbox = ({ line }: { line: string }) => /payment-gateway/.test(line);

test.each(['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGKILL'] as const)(
  '%s to the process of npm start ends server, sandbox and database within 10 s',
  async (signal) => {
    const program = await startProgram({ env: { DATA_DIR: folder }, command: ['npm', 'start'] });
    await program.ready();
    const counts = async () => {
      const found = await processesNaming(folder);
      return [found.filter(isDatabase).length, found.filter(isSandbox).length];
    };
    // A connection that was just forked still bears the name of the database.
    await expect.poll(counts).toEqual([1, 1]);
    program.child.kill(signal);
    expect(await untilGone(folder, 10_000)).toEqual([]);
  },
);

test.each([
  ['database', isDatabase],
  ['sandbox', isSandbox],
])('SIGTERM while the %s is being started leaves nothing running', async (_, isThere) => {
  const fresh = await makeDataDir();
  onTestFinished(() => removeDataDir(fresh));
  const program = await startProgram({ env: { DATA_DIR: fresh, DEMO: 'on' }, command: ['npm', 'start'] });
  while (!(await processesNaming(fresh)).some(isThere)) await pause(20);
  program.child.kill('SIGTERM');
  expect(await untilGone(fresh, 10_000)).toEqual([]);
});

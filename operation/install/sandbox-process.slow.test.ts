import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createLog } from '#base/process/log.server.ts';
import { freePort } from '#test/support/network/free-port.ts';
import { makeDataDir, processesNaming, removeDataDir, untilGone } from '#test/support/started-program.ts';
import { clientOf, testSecret } from '../../payment-gateway/merchant/test-merchant.ts';
import { startSandboxProcess } from './sandbox-process.ts';

const root = join(import.meta.dirname, '../..');
let folder = '';

beforeEach(async () => {
  folder = await makeDataDir();
});
afterEach(() => removeDataDir(folder));

async function options(dataDir = folder) {
  const log = createLog({ level: 'silent', pretty: false });
  const dataFile = join(dataDir, 'payment-sandbox.jsonl');
  return {
    folder: root,
    host: '127.0.0.1',
    port: await freePort(),
    secret: testSecret,
    phonePrefix: '+998',
    dataFile,
    log,
  };
}

const answers = (url: string) =>
  fetch(`${url}/health`).then(
    ({ ok }) => ok,
    () => false,
  );

test('two servers on one data folder share one sandbox, and the second starts it again when the first ends', async () => {
  const [first, second] = await Promise.all([options().then(startSandboxProcess), options().then(startSandboxProcess)]);
  expect(second.url).toBe(first.url);
  expect(await processesNaming(folder)).toHaveLength(1);
  const market = clientOf(first.url, 'http://127.0.0.1:9/');
  const { id = '' } = await market.create({ reference: 'shared' });
  await first.stop();
  while (!(await answers(second.url))) await pause(20);
  expect(await market.read(id ?? '')).toMatchObject({ reference: 'shared', status: 'created' });
  await second.stop();
  expect(await untilGone(folder, 5_000)).toEqual([]);
});

test('a sandbox that ends by itself is started again at its address', async () => {
  const sandbox = await startSandboxProcess(await options());
  const [{ pid } = { pid: 0 }] = await processesNaming(folder);
  process.kill(pid, 'SIGKILL');
  while ((await processesNaming(folder)).some((one) => one.pid === pid)) await pause(20);
  while (!(await answers(sandbox.url))) await pause(20);
  await sandbox.stop();
});

test('a sandbox of another data folder is not taken over, and the refusal names the variable', async () => {
  const other = await makeDataDir();
  const sandbox = await startSandboxProcess(await options(other));
  try {
    const asked = { ...(await options()), port: Number(new URL(sandbox.url).port) };
    await expect(startSandboxProcess(asked)).rejects.toThrow(/^SANDBOX_PORT: port \d+ of 127\.0\.0\.1 is taken/);
    expect(await untilGone(folder, 5_000)).toEqual([]);
  } finally {
    await sandbox.stop();
    await removeDataDir(other);
  }
});

test('a sandbox ends with a server that is killed while it starts', async () => {
  const given = JSON.stringify({ ...(await options()), log: undefined });
  const code = `const { startSandboxProcess } = await import('./operation/install/sandbox-process.ts');
    await startSandboxProcess({ ...${given}, log: console }); setInterval(() => undefined, 1000);`;
  const server = spawn(process.execPath, ['--input-type=module', '-e', code], { cwd: root, stdio: 'ignore' });
  const isThere = ({ line }: { line: string }) => /payment-gateway\/main/.test(line);
  while (!(await processesNaming(folder)).some(isThere)) await pause(5);
  server.kill('SIGKILL');
  expect(await untilGone(folder, 10_000)).toEqual([]);
});

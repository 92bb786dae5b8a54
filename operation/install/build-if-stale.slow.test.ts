import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { buildIfStale } from './build-if-stale.ts';

const folder = join(import.meta.dirname, '../..');

test('the screens are built once, however the folder is spelled', async () => {
  await buildIfStale(folder, () => undefined);
  for (const spelled of [folder, `${folder}/`, `${folder}/operation/..`])
    expect([spelled, await buildIfStale(spelled, () => undefined)]).toEqual([spelled, false]);
}, 900_000);

const isThere = (pid: number) => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

test('a build ends with a server that is killed meanwhile, so that the next one builds alone', async () => {
  const place = await mkdtemp(join(tmpdir(), 'opora-build-'));
  const notes = join(place, 'pid');
  const builder = join(place, 'node_modules/@react-router/dev');
  await mkdir(builder, { recursive: true });
  const endless = `require('node:fs').writeFileSync(${JSON.stringify(notes)}, String(process.pid));
    setInterval(() => undefined, 1000);`;
  await writeFile(join(builder, 'bin.cjs'), endless);
  const code = `const { buildIfStale } = await import('./operation/install/build-if-stale.ts');
    await buildIfStale(${JSON.stringify(place)}, () => undefined);`;
  const server = spawn(process.execPath, ['--input-type=module', '-e', code], { cwd: folder, stdio: 'ignore' });
  const pidOfBuild = async () => Number(await readFile(notes, 'utf8').catch(() => ''));
  await expect.poll(pidOfBuild).toBeGreaterThan(0);
  const pid = await pidOfBuild();
  expect(isThere(pid)).toBe(true);
  server.kill('SIGKILL');
  await expect.poll(() => isThere(pid)).toBe(false);
  await rm(place, { recursive: true });
});

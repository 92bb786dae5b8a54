import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { StartFailure } from '#base/config/start-failure.server.ts';
import { withProcessLock } from '#base/db/process-lock.server.ts';

const sources = ['app', 'base', 'locales', 'public'];
const settings = [
  'package-lock.json',
  'vite.config.ts',
  'operation/install/chunk-files.ts',
  'operation/install/chunks.ts',
  'operation/install/route-list.ts',
  'operation/install/unused-parts.ts',
  'react-router.config.ts',
  'lingui.config.ts',
];
const isServerOnly = (name: string) => name.endsWith('.server.ts') && !name.includes('entry.server');

async function filesOf(folder: string, name: string): Promise<string[]> {
  const entries = await readdir(join(folder, name), { recursive: true, withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isFile() && !isServerOnly(entry.name) && !entry.name.endsWith('.test.ts'))
    .map((entry) => join(entry.parentPath, entry.name));
}

async function fingerprint(folder: string): Promise<string> {
  const files = (await Promise.all(sources.map((name) => filesOf(folder, name)))).flat();
  const hash = createHash('sha256');
  for (const file of [...files, ...settings.map((name) => join(folder, name))].sort()) {
    hash.update(file.slice(folder.length));
    hash.update(await readFile(file).catch(() => ''));
  }
  return hash.digest('hex');
}

/**
 * Builds the screens if a source has changed since the last build, and returns whether it did. Of several processes at once, one builds and
 * the others wait. Aborting `signal` ends the build.
 */
export function buildIfStale(folder: string, log: (message: string) => void, signal?: AbortSignal): Promise<boolean> {
  // The real path, because the lock and the fingerprint contain it.
  const root = resolve(folder);
  return withProcessLock(`opora build ${root}`, () => build(root, log, signal));
}

async function build(folder: string, log: (message: string) => void, signal?: AbortSignal): Promise<boolean> {
  const stamp = join(folder, 'build', '.stamp');
  const current = await fingerprint(folder);
  const built = await readFile(stamp, 'utf8').catch(() => '');
  const hasBuild = await stat(join(folder, 'build/server/index.js')).then(
    () => true,
    () => false,
  );
  if (hasBuild && built === current) return false;
  signal?.throwIfAborted();
  const command = join(folder, 'node_modules/@react-router/dev/bin.cjs');
  if (!existsSync(command)) {
    throw new StartFailure(
      'The screens are not built, and what builds them is not installed: npm ci, then npm run build',
    );
  }
  log('Building the screens');
  const child = spawn(process.execPath, [join(import.meta.dirname, 'build-process.ts'), command, 'build'], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: { ...process.env, NODE_ENV: 'production' },
  });
  const end = () => void child.kill();
  signal?.addEventListener('abort', end);
  const output: string[] = [];
  child.stdout?.on('data', (data) => output.push(String(data)));
  child.stderr?.on('data', (data) => output.push(String(data)));
  const [status] = await once(child, 'exit');
  signal?.removeEventListener('abort', end);
  signal?.throwIfAborted();
  if (status !== 0) throw new Error(`The screens could not be built.\n${output.join('')}`);
  await mkdir(join(folder, 'build'), { recursive: true });
  await writeFile(stamp, current);
  return true;
}

/**
 * Runs after `npm ci` in a fresh clone, so that the first `npm start` finds the screens built and is up in seconds. Leaves it to
 * the start where something is missing for it (an image's layer without sources, `--omit=dev`) or the screens were built before.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const isThere = (...path) => existsSync(join(root, ...path));
const node = join(root, 'node_modules', '.bin', process.platform === 'win32' ? 'node.cmd' : 'node');
const isFirst = !isThere('build', 'server', 'index.js');
const canBuild = isThere('app', 'root.tsx') && isThere('node_modules', 'vite') && existsSync(node);

if (isFirst && canBuild) {
  const options = { cwd: root, stdio: 'inherit', shell: process.platform === 'win32' };
  const { status } = spawnSync(node, [join('operation', 'install', 'build.ts')], options);
  if (status !== 0) console.error('The screens are not built yet: the first start tries again and says why.');
}

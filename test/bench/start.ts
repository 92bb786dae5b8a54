import { execFile } from 'node:child_process';
import { cp, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import { packageFolder, startApp } from '#test/bench/support/processes.ts';
import { freePort } from '#test/support/network/free-port.ts';
import type { Figure } from './table.ts';

const leftOut = new Set(['.data', '.git', '.react-router', 'build', 'node_modules', 'test-results']);

/** What a newcomer has after `npm ci`: the sources, the packages and the screens that it has built; no database. */
async function copyCheckout(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'opora-start-'));
  await cp(packageFolder, folder, {
    recursive: true,
    filter: (path) => !leftOut.has(relative(packageFolder, path)),
  });
  await symlink(join(packageFolder, 'node_modules'), join(folder, 'node_modules'));
  await promisify(execFile)(process.execPath, [join('operation', 'install', 'build-at-install.mjs')], { cwd: folder });
  return folder;
}

/** From the command to the first answer of a whole product: the first time and the second, with the demo world. */
export async function measureStart(): Promise<Figure[]> {
  const folder = await copyCheckout();
  const start = async () => {
    const env = { SANDBOX_PORT: String(await freePort()), LOG_LEVEL: 'error', LIMITS: 'on' };
    const app = await startApp({ folder, dataDir: join(folder, '.data'), env });
    await app.stop();
    return app.seconds;
  };
  const figure = (what: string, value: number, most: number, note: string): Figure => ({
    what,
    value,
    unit: 's',
    note,
    goal: { is: 'below', value: most, margin: 0.25 },
  });
  try {
    return [
      figure(
        'first start',
        await start(),
        20,
        'finds the screens built by npm ci, makes the database and the demo world',
      ),
      figure('later start', await start(), 4, 'finds all of it'),
    ];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

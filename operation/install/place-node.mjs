/**
 * Runs after every `npm ci` and `npm install`, on whatever Node the machine has. Makes sure that `node` in npm scripts is
 * the pinned one: npm 10 installs its platform package and then unlinks its command together with those of the other
 * platforms. Drops its C++ headers, 67 MB that nothing here compiles against. Gives Windows the word `exec`, by which elsewhere
 * the shell of an npm script makes way for the program, so that signals to npm reach it.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const modules = fileURLToPath(new URL('../../node_modules', import.meta.url));
const system = process.platform === 'win32' ? 'win' : process.platform;
const prefix = system === 'darwin' && process.arch === 'arm64' ? 'node-bin' : 'node';
const name = `${prefix}-${system}-${process.arch}`;

if (!existsSync(join(modules, name))) {
  console.error(
    `No pinned Node for ${process.platform} ${process.arch}: Node 26 or later has to be installed by hand.`,
  );
} else {
  rmSync(join(modules, name, 'include'), { recursive: true, force: true });
  const command = join(modules, '.bin', 'node');
  if (system !== 'win' && !existsSync(command)) {
    mkdirSync(join(modules, '.bin'), { recursive: true });
    rmSync(command, { force: true });
    symlinkSync(join('..', name, 'bin', 'node'), command);
  }
  if (system === 'win') writeFileSync(join(modules, '.bin', 'exec.cmd'), '@%*\r\n');
  const { status, stderr } = spawnSync(command, ['--version'], { encoding: 'utf8', shell: system === 'win' });
  if (status !== 0) {
    // A small Debian has no libatomic, which this Node is linked to.
    const hint = stderr?.includes('libatomic') ? ' Install it: apt-get install libatomic1' : '';
    console.error(`The pinned Node does not run here: ${stderr?.trim() ?? 'no answer'}.${hint}`);
  }
}

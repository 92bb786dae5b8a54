/**
 * `npm run lock`, after `npm install`: writes package-lock.json in an empty folder. Beside installed packages npm leaves out the builds for
 * other platforms, and the hashes of what it finds there. `--check`, a part of `npm run lint`, only names packages without a hash.
 */
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';

const name = 'package-lock.json';

const Lock = z.object({
  packages: z.record(z.string(), z.object({ integrity: z.string().optional(), link: z.boolean().optional() })),
});

function checkHashes(): void {
  const { packages } = Lock.parse(JSON.parse(readFileSync(name, 'utf8')));
  const bare = Object.entries(packages).filter(([path, { integrity, link }]) => path !== '' && !link && !integrity);
  if (bare.length === 0) return;
  console.error(
    `${bare.length} packages in ${name} have no integrity: npm run lock\n${bare.map(([path]) => path).join('\n')}`,
  );
  process.exitCode = 1;
}

function writeLock(): void {
  const folder = mkdtempSync(join(tmpdir(), 'opora-lock-'));
  try {
    for (const file of ['package.json', name, '.npmrc']) copyFileSync(file, join(folder, file));
    const npm = ['install', '--package-lock-only', '--ignore-scripts'];
    execFileSync('npm', npm, { cwd: folder, stdio: 'inherit', shell: process.platform === 'win32' });
    copyFileSync(join(folder, name), name);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

if (process.argv.includes('--check')) checkHashes();
else writeLock();

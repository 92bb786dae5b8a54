import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');

/** The result of the last run, for whoever asks later whether a commit has been tested. */
interface LastTest {
  /** Null where the folder is no clone. */
  readonly commit: string | null;
  /** Nothing had been changed since the commit when the run began. */
  readonly isClean: boolean;
  readonly tiers: readonly string[];
  readonly passed: number;
  readonly failed: number;
  /** Tests that passed only at the second try. */
  readonly flaky: readonly string[];
  readonly seconds: number;
}

const git = (...args: readonly string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: 'pipe' });

export function commitUnderTest(): Pick<LastTest, 'commit' | 'isClean'> {
  try {
    return { commit: git('rev-parse', 'HEAD').trim(), isClean: git('status', '--porcelain').trim() === '' };
  } catch {
    return { commit: null, isClean: false };
  }
}

export function writeLastTest(result: LastTest): void {
  const folder = join(root, 'node_modules/.cache/opora');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'last-test.json'), `${JSON.stringify(result, null, 2)}\n`);
}

/**
 * `npm test`: every check of the product in order, all of them even when one fails, then what failed once more
 * and one line of figures at the end.
 * `node test/run/test.ts lint types unit` runs only the stages named.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { type FailedTest, type Report, readPlaywrightReport, readVitestReport } from './test-reports.ts';

interface Count {
  readonly passed: number;
  readonly failed: number;
  readonly failures?: readonly FailedTest[];
}

const root = join(import.meta.dirname, '../..');
const reports = mkdtempSync(join(tmpdir(), 'opora-test-'));

/** Runs a command of node_modules/.bin or npm with its output shown; its exit status. */
function run(command: string, args: string[], env: Record<string, string> = {}): Promise<number> {
  const path = [join(root, 'node_modules', '.bin'), process.env.PATH].join(delimiter);
  const child = spawn(command, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env, PATH: path } });
  return new Promise((resolve) => {
    child.once('error', (error) => {
      console.error(`${command}: ${error.message}`);
      resolve(1);
    });
    child.once('exit', (code) => resolve(code ?? 1));
  });
}

/** A stage fails when its command does, whatever its report says; a report with no tests in it is a failure, too. */
function honest(report: Report | null, status: number): Count {
  const { passed, failed } = report ?? { passed: 0, failed: [] };
  const isSilentFailure = failed.length === 0 && (status !== 0 || passed === 0);
  return { passed, failed: isSilentFailure ? 1 : failed.length, failures: failed };
}

async function script(name: string): Promise<Count> {
  const status = await run('npm', ['run', '--silent', name]);
  return { passed: status === 0 ? 1 : 0, failed: status === 0 ? 0 : 1 };
}

async function unit(): Promise<Count> {
  const file = join(reports, 'vitest.json');
  const status = await run('vitest', ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`]);
  return honest(readVitestReport(file), status);
}

async function browser(): Promise<Count> {
  const file = join(reports, 'playwright.json');
  const status = await run(
    'playwright',
    ['test', '--config', 'test/e2e/playwright.config.ts', '--reporter=list,json'],
    {
      PLAYWRIGHT_JSON_OUTPUT_FILE: file,
    },
  );
  return honest(readPlaywrightReport(file), status);
}

const stages: Record<string, () => Promise<Count>> = {
  lint: () => script('lint'),
  types: () => script('typecheck'),
  unit,
  browser,
};

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !(name in stages));
if (unknown.length > 0) throw new Error(`No such stage: ${unknown.join(', ')} (${Object.keys(stages).join(', ')})`);

const total = { passed: 0, failed: 0 };
const summary: string[] = [];
const failures: FailedTest[] = [];
for (const [name, stage] of Object.entries(stages)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  console.log(`\n── ${name}`);
  const started = Date.now();
  const count = await stage();
  total.passed += count.passed;
  total.failed += count.failed;
  failures.push(...(count.failures ?? []));
  const seconds = Math.round((Date.now() - started) / 1000);
  summary.push(`${name}: ${count.passed} passed, ${count.failed} failed, ${seconds} s`);
}
rmSync(reports, { recursive: true, force: true });
// Said once more at the end: the first stage's failures are many screens above.
for (const { name, message } of failures) console.log(`\nfailed: ${name}\n${message}`);
console.log(`\n${summary.join('\n')}\n${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed > 0 ? 1 : 0;

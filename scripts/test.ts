/**
 * `npm test`: every check of the product in order, all of them even when one fails, and one line of figures at the end.
 * `node scripts/test.ts lint types unit` runs only the stages named.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { z } from 'zod';

interface Count {
  passed: number;
  failed: number;
}

const root = join(import.meta.dirname, '..');
const reports = mkdtempSync(join(tmpdir(), 'opora-test-'));
const VitestReport = z.object({ numPassedTests: z.number(), numFailedTests: z.number() });
const PlaywrightReport = z.object({
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number() }),
});

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

function readReport(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
}

/** A stage fails when its command does, whatever its report says; a report with no tests in it is a failure, too. */
function honest(count: Count, status: number): Count {
  const isSilentFailure = count.failed === 0 && (status !== 0 || count.passed === 0);
  return isSilentFailure ? { ...count, failed: 1 } : count;
}

async function script(name: string): Promise<Count> {
  const status = await run('npm', ['run', '--silent', name]);
  return { passed: status === 0 ? 1 : 0, failed: status === 0 ? 0 : 1 };
}

async function unit(): Promise<Count> {
  const file = join(reports, 'vitest.json');
  const status = await run('vitest', ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`]);
  const report = VitestReport.safeParse(readReport(file));
  return honest({ passed: report.data?.numPassedTests ?? 0, failed: report.data?.numFailedTests ?? 0 }, status);
}

async function browser(): Promise<Count> {
  const file = join(reports, 'playwright.json');
  const status = await run('playwright', ['test', '--config', 'e2e/playwright.config.ts', '--reporter=list,json'], {
    PLAYWRIGHT_JSON_OUTPUT_FILE: file,
  });
  const report = PlaywrightReport.safeParse(readReport(file));
  const stats = report.data?.stats ?? { expected: 0, unexpected: 0, flaky: 0 };
  return honest({ passed: stats.expected, failed: stats.unexpected + stats.flaky }, status);
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

const total: Count = { passed: 0, failed: 0 };
const summary: string[] = [];
for (const [name, stage] of Object.entries(stages)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  console.log(`\n── ${name}`);
  const started = Date.now();
  const { passed, failed } = await stage();
  total.passed += passed;
  total.failed += failed;
  summary.push(`${name}: ${passed} passed, ${failed} failed, ${Math.round((Date.now() - started) / 1000)} s`);
}
rmSync(reports, { recursive: true, force: true });
console.log(`\n${summary.join('\n')}\n${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed > 0 ? 1 : 0;

import { spawn } from 'node:child_process';
import { delimiter, join } from 'node:path';
import { type Report, readPlaywrightReport, readVitestReport } from './test-reports.ts';
import { RUNNING_TESTS } from './watchdog.ts';

const root = join(import.meta.dirname, '../..');

export interface Tier {
  readonly name: string;
  readonly stages: readonly StageName[];
  /** Projects of `vitest.config.ts`, and of `test/e2e/playwright.config.ts`. */
  readonly unit: readonly string[];
  readonly browser: readonly string[];
  /** Browsers at work side by side. */
  readonly workers: number;
  /** After so many minutes the run hangs: a machine may be five times slower than ours. */
  readonly minutes: number;
}

/** What the tiers hold: decision 55. */
export const tiers: Readonly<Record<string, Tier>> = {
  verdict: {
    name: 'verdict',
    stages: ['lint', 'types', 'unit', 'browser'],
    unit: ['shared', 'alone'],
    browser: ['desktop', 'phone'],
    workers: 1,
    minutes: 60,
  },
  slow: {
    name: 'slow',
    stages: ['unit', 'browser'],
    unit: ['slow'],
    browser: ['slow-desktop', 'slow-phone'],
    workers: 2,
    minutes: 180,
  },
};

/** What a stage came to. `again` runs once more, with nothing beside it, what failed. */
export interface Outcome extends Report {
  readonly again?: () => Promise<Report>;
}

interface Place {
  readonly tier: Tier;
  /** A folder for the reports of this run. */
  readonly reports: string;
}

interface Ended {
  readonly status: number;
  readonly output: string;
}

/** Runs a command of node_modules/.bin or npm; its output is shown, or given back where several run at once. */
function run(
  command: string,
  args: readonly string[],
  { env = {}, isShown = true }: { env?: Record<string, string>; isShown?: boolean } = {},
): Promise<Ended> {
  const path = [join(root, 'node_modules', '.bin'), process.env.PATH].join(delimiter);
  const child = spawn(command, args, {
    cwd: root,
    stdio: isShown ? 'inherit' : ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env, PATH: path },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (bytes) => (output += String(bytes)));
  return new Promise((resolve) => {
    child.once('error', (error) => resolve({ status: 1, output: `${command}: ${error.message}` }));
    child.once('close', (code) => resolve({ status: code ?? 1, output }));
  });
}

/** A stage fails when its command does, whatever its report says; a report with no tests in it is a failure, too. */
function honest(name: string, report: Report | null, { status, output }: Ended): Report {
  const { passed, failed, skipped } = report ?? { passed: [], failed: [], skipped: [] };
  const isSilentFailure = failed.length === 0 && (status !== 0 || passed.length === 0);
  const silent = { name: `${name}, whole`, message: `ended with status ${status} and no failed test\n${output}` };
  return { passed, failed: isSilentFailure ? [silent] : failed, skipped };
}

/** Types of routes are written first, once: lint and types both read them. */
let routeTypes: Promise<Ended> | undefined;

async function script(name: string): Promise<Outcome> {
  routeTypes ??= run('react-router', ['typegen'], { isShown: false });
  const typegen = await routeTypes;
  const ended =
    typegen.status === 0
      ? await run('npm', ['run', '--silent', '--ignore-scripts', name], { isShown: false })
      : typegen;
  console.log(`\n${name}:\n${ended.output}`);
  const message = ended.output.split('\n').slice(-40).join('\n');
  return {
    passed: ended.status === 0 ? [name] : [],
    failed: ended.status === 0 ? [] : [{ name, message }],
    skipped: [],
  };
}

async function unit({ tier, reports }: Place): Promise<Outcome> {
  const vitest = async (file: string, ...more: readonly string[]): Promise<Report> => {
    const projects = tier.unit.flatMap((name) => ['--project', name]);
    const shown = ['--reporter=default', '--reporter=./test/run/vitest-running.ts'];
    const json = ['--reporter=json', `--outputFile.json=${file}`];
    const env = { [RUNNING_TESTS]: join(reports, 'running.json') };
    const ended = await run('vitest', ['run', ...projects, ...shown, ...json, ...more], { env });
    return honest('unit', readVitestReport(file, root), ended);
  };
  const first = await vitest(join(reports, `${tier.name}-unit.json`));
  const files = [...new Set(first.failed.flatMap(({ file }) => file ?? []))];
  const again = () => vitest(join(reports, `${tier.name}-unit-again.json`), '--maxWorkers=1', ...files);
  return { ...first, ...(files.length > 0 && { again }) };
}

async function browser({ tier, reports }: Place): Promise<Outcome> {
  const lastRun = join(reports, `${tier.name}-last-run.json`);
  const playwright = async (file: string, ...more: readonly string[]): Promise<Report> => {
    const config = [
      '--config',
      'test/e2e/playwright.config.ts',
      ...tier.browser.flatMap((name) => ['--project', name]),
    ];
    const shown = '--reporter=list,json,./test/run/playwright-running.ts';
    const env = {
      PLAYWRIGHT_JSON_OUTPUT_FILE: file,
      PLAYWRIGHT_LAST_RUN_OUTPUT_FILE: lastRun,
      [RUNNING_TESTS]: join(reports, 'running.json'),
    };
    const ended = await run('playwright', ['test', ...config, shown, ...more], { env });
    return honest('browser', readPlaywrightReport(file), ended);
  };
  const first = await playwright(join(reports, `${tier.name}-browser.json`), '--workers', String(tier.workers));
  const isOfTests = first.failed.some(({ file }) => file !== undefined);
  // Elsewhere, as the traces of the first run are of use.
  const alone = ['--last-failed', '--workers', '1', '--output', 'test-results/again'];
  const again = () => playwright(join(reports, `${tier.name}-browser-again.json`), ...alone);
  return { ...first, ...(isOfTests && { again }) };
}

export const stages = {
  lint: () => script('lint'),
  types: () => script('typecheck'),
  unit,
  browser,
} as const satisfies Record<string, (place: Place) => Promise<Outcome>>;

export type StageName = keyof typeof stages;

import { spawn } from 'node:child_process';
import { delimiter, join } from 'node:path';
import { REPORT_FILE, type Report, RUNNING_FILE, readReport } from './test-reports.ts';
import type { Watchdog } from './watchdog.ts';

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
export const tiers = {
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
} as const satisfies Record<string, Tier>;

/** What a stage came to. `again` runs once more, with nothing beside it, what failed. */
export interface Outcome extends Report {
  readonly again?: () => Promise<Report>;
}

interface Place {
  readonly tier: Tier;
  /** A folder for the reports of this run. */
  readonly reports: string;
  readonly watchdog: Watchdog;
}

interface Ended {
  readonly status: number;
  readonly output: string;
}

interface HowToRun {
  readonly watchdog: Watchdog;
  readonly env?: Readonly<Record<string, string>>;
  /** Else the output is given back: several commands run at once. */
  readonly isShown?: boolean;
}

/** Runs a command of node_modules/.bin or npm. */
function run(command: string, args: readonly string[], { watchdog, env, isShown = true }: HowToRun): Promise<Ended> {
  const path = [join(root, 'node_modules', '.bin'), process.env.PATH].join(delimiter);
  const child = spawn(command, args, {
    cwd: root,
    stdio: isShown ? 'inherit' : ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env, PATH: path },
  });
  watchdog.watch(child);
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
  const message = `ended with status ${status} and no failed test\n${output}`;
  const silent = { name: `${name}, whole`, message, isTest: false };
  return { passed, failed: isSilentFailure ? [silent] : failed, skipped };
}

/** Types of routes are written first, once: lint and types both read them. */
let routeTypes: Promise<Ended> | undefined;

async function script(name: string, { watchdog }: Place): Promise<Outcome> {
  const quiet = { watchdog, isShown: false };
  routeTypes ??= run('react-router', ['typegen'], quiet);
  const typegen = await routeTypes;
  const command = ['run', '--silent', '--ignore-scripts', name];
  const { status, output } = typegen.status === 0 ? await run('npm', command, quiet) : typegen;
  console.log(`\n${name}:\n${output}`);
  if (status === 0) return { passed: [{ name, file: name }], failed: [], skipped: [] };
  return {
    passed: [],
    failed: [{ name, message: output.split('\n').slice(-40).join('\n'), isTest: false }],
    skipped: [],
  };
}

/** Runs the tests of a tier by a tool whose reporter writes our report. */
async function tests(tool: string, args: readonly string[], place: Place, title: string): Promise<Report> {
  const { name } = place.tier;
  const report = join(place.reports, `${name} ${title}.json`);
  const env = {
    [REPORT_FILE]: report,
    [RUNNING_FILE]: runningIn(place.reports),
    PLAYWRIGHT_LAST_RUN_OUTPUT_FILE: join(place.reports, `${name} last stories.json`),
  };
  const ended = await run(tool, args, { watchdog: place.watchdog, env });
  return honest(title, readReport(report), ended);
}

async function unit(place: Place): Promise<Outcome> {
  const projects = place.tier.unit.flatMap((name) => ['--project', name]);
  const args = ['run', ...projects, '--reporter=default', '--reporter=./test/run/vitest-reporter.ts'];
  const first = await tests('vitest', args, place, 'unit');
  const files = [...new Set(first.failed.flatMap(({ file }) => file ?? []))];
  if (files.length === 0) return first;
  return { ...first, again: () => tests('vitest', [...args, '--maxWorkers=1', ...files], place, 'unit again') };
}

async function browser(place: Place): Promise<Outcome> {
  const { tier } = place;
  const projects = tier.browser.flatMap((name) => ['--project', name]);
  const args = ['test', '--config', 'test/e2e/playwright.config.ts', ...projects];
  const shown = ['--reporter', 'list,./test/run/playwright-reporter.ts'];
  const playwright = (title: string, ...more: readonly string[]) =>
    tests('playwright', [...args, ...shown, ...more], place, title);
  const first = await playwright('browser', '--workers', String(tier.workers));
  if (first.failed.every(({ file }) => file === undefined)) return first;
  // Into a folder of its own: the traces of the first run are of use.
  const alone = ['--last-failed', '--workers', '1', '--output', 'test-results/again'];
  return { ...first, again: () => playwright('browser again', ...alone) };
}

export const stages = {
  lint: (place) => script('lint', place),
  types: (place) => script('typecheck', place),
  unit,
  browser,
} as const satisfies Record<string, (place: Place) => Promise<Outcome>>;

export type StageName = keyof typeof stages;

/** The file in which the reporters say what is running. */
export const runningIn = (reports: string) => join(reports, 'running.txt');

import { spawn } from 'node:child_process';
import { setPriority } from 'node:os';
import { delimiter, join } from 'node:path';
import { REPORT_FILE, type Report, RUNNING_FILE, readReport } from './test-reports.ts';
import { RUNNING, type Watchdog } from './watchdog.ts';

const root = join(import.meta.dirname, '../..');

export interface Tier {
  readonly name: string;
  readonly stages: readonly StageName[];
  /** Projects of `vitest.config.ts`, and of `test/e2e/playwright.config.ts`. */
  readonly unit: readonly string[];
  readonly beside: readonly string[];
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
    stages: ['lint', 'types', 'unit', 'beside', 'browser'],
    unit: ['shared'],
    beside: ['beside', 'alone'],
    browser: ['desktop', 'phone'],
    workers: 1,
    minutes: 60,
  },
  slow: {
    name: 'slow',
    stages: ['unit', 'browser'],
    unit: ['slow'],
    beside: [],
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
  readonly reports: string;
  readonly watchdog: Watchdog;
  /** Else the tests beside the stories run with the unit tests, by as many workers. */
  readonly hasStories: boolean;
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
  /** Takes the processor only where nothing else wants it: the stories beside it do not become slower. */
  readonly isPatient?: boolean;
}

/** A third of the share of other processes: enough to come to an end on a machine that is busy all the time. */
const PATIENT = 5;

function makePatient(pid: number): void {
  try {
    setPriority(pid, PATIENT);
  } catch {
    // It has ended already, or the machine forbids it: the run goes on, slower.
  }
}

/** Runs a command of node_modules/.bin or npm. */
function run(
  command: string,
  args: readonly string[],
  { watchdog, env, isShown = true, isPatient = false }: HowToRun,
): Promise<Ended> {
  const path = [join(root, 'node_modules', '.bin'), process.env.PATH].join(delimiter);
  const child = spawn(command, args, {
    cwd: root,
    stdio: isShown ? 'inherit' : ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env, PATH: path },
  });
  watchdog.watch(child);
  // All that it starts inherits the priority.
  if (isPatient && child.pid !== undefined) makePatient(child.pid);
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

async function script(name: string, { watchdog, hasStories }: Place): Promise<Outcome> {
  const quiet = { watchdog, isShown: false, isPatient: hasStories };
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

/** Runs the tests of a tier by a tool whose reporter writes our report. Patient ones show their output at the end. */
async function tests(
  tool: string,
  args: readonly string[],
  place: Place,
  { title, isPatient = false }: { readonly title: string; readonly isPatient?: boolean },
): Promise<Report> {
  const { name } = place.tier;
  const report = join(place.reports, `${name} ${title}.json`);
  const env = {
    [REPORT_FILE]: report,
    [RUNNING_FILE]: join(place.reports, `${name} ${title} ${RUNNING}`),
    PLAYWRIGHT_LAST_RUN_OUTPUT_FILE: join(place.reports, `${name} last stories.json`),
  };
  const ended = await run(tool, args, { watchdog: place.watchdog, env, isShown: !isPatient, isPatient });
  if (isPatient) console.log(`\n${title}:\n${ended.output}`);
  return honest(title, readReport(report), ended);
}

const vitest = (projects: readonly string[]) => [
  'run',
  ...projects.flatMap((name) => ['--project', name]),
  '--reporter=default',
  '--reporter=./test/run/vitest-reporter.ts',
];

const filesOf = ({ failed }: Report) => [...new Set(failed.flatMap(({ file }) => file ?? []))];

async function unit(place: Place): Promise<Outcome> {
  const { tier, hasStories } = place;
  const args = vitest(hasStories ? tier.unit : [...tier.unit, ...tier.beside]);
  const first = await tests('vitest', args, place, { title: 'unit' });
  const files = filesOf(first);
  if (files.length === 0) return first;
  const again = { title: 'unit again' };
  return { ...first, again: () => tests('vitest', [...args, '--maxWorkers=1', ...files], place, again) };
}

async function beside(place: Place): Promise<Outcome> {
  const { hasStories, tier } = place;
  const args = hasStories ? [...vitest(tier.beside), '--maxWorkers=1'] : vitest(tier.beside);
  const first = await tests('vitest', args, place, { title: 'beside', isPatient: hasStories });
  const files = filesOf(first);
  if (files.length === 0) return first;
  return { ...first, again: () => tests('vitest', [...args, ...files], place, { title: 'beside again' }) };
}

async function browser(place: Place): Promise<Outcome> {
  const { tier } = place;
  const projects = tier.browser.flatMap((name) => ['--project', name]);
  const args = ['test', '--config', 'test/e2e/playwright.config.ts', ...projects];
  const shown = ['--reporter', 'list,./test/run/playwright-reporter.ts'];
  const playwright = (title: string, ...more: readonly string[]) =>
    tests('playwright', [...args, ...shown, ...more], place, { title });
  const first = await playwright('browser', '--workers', String(tier.workers));
  if (first.failed.every(({ file }) => file === undefined)) return first;
  // Into a folder of its own: the traces of the first run are of use. These have all that a trace can have.
  const alone = ['--last-failed', '--workers', '1', '--output', 'test-results/again', '--trace', 'on'];
  return { ...first, again: () => playwright('browser again', ...alone) };
}

export const stages = {
  lint: (place) => script('lint', place),
  types: (place) => script('typecheck', place),
  unit,
  beside,
  browser,
} as const satisfies Record<string, (place: Place) => Promise<Outcome>>;

export type StageName = keyof typeof stages;

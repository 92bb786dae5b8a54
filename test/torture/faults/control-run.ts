import type { ChildProcess } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { readFigures, readReport, readText, startVitest } from '../../run/torture-run.ts';
import { type Fault, smallestScale } from './fault.ts';

const longestMinutes = 12;

/** The result of a test run, with or without a planted fault. */
export interface ControlRun {
  readonly isGreen: boolean;
  /** What the test reported of the broken invariant; null if it noticed nothing. */
  readonly noticed: string | null;
  /** Whether any process has loaded the faulty text. */
  readonly isPlanted: boolean;
  /** Other failures: a crash, or a failure of another invariant. */
  readonly trouble: string | null;
  readonly seconds: number;
}

const quoted = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

function endGroup(child: ChildProcess): void {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch {
    // The group has just ended.
  }
}

/** Returns the exit code; null if the run took too long and was killed with all of its processes. */
function runVitest(args: readonly string[], env: Record<string, string>, logFile: string): Promise<number | null> {
  const log = openSync(logFile, 'w');
  const child = startVitest(args, env, log);
  const stop = () => endGroup(child);
  process.once('exit', stop);
  return new Promise((resolve) => {
    const late = setTimeout(stop, longestMinutes * 60_000);
    const end = (code: number | null) => {
      clearTimeout(late);
      process.off('exit', stop);
      closeSync(log);
      resolve(code);
    };
    child.once('error', () => end(1));
    child.once('exit', end);
  });
}

function firstLine(text: string): string {
  return (stripVTControlCharacters(text).split('\n')[0] ?? '').slice(0, 200);
}

/** The beginnings of failed assertions of Vitest and fast-check. */
const isClaim = /^(?:AssertionError|Error: Property failed)/;

/** Whether a test belongs to the invariant. Names of long forms begin with numbers, those of quick forms do not. */
function isOf(title: string, invariant: number): boolean {
  const numbers = /^(\d+(?:(?:, | and )\d+)*):/.exec(title)?.[1];
  return numbers === undefined || numbers.split(/\D+/).includes(String(invariant));
}

/** Finds what a run has noticed of the broken invariant: in its figures, then in its failed assertions. */
function judge({ invariant }: Fault, figuresFile: string, reportFile: string) {
  const results = readReport(reportFile);
  const tests = results.flatMap(({ assertionResults }) => assertionResults);
  const linesOf = (some: typeof tests) => some.flatMap((one) => (one.failureMessages ?? []).map(firstLine));
  const own = readFigures(figuresFile).find((one) => !one.holds && one.invariant === invariant)?.seen;
  // Quick forms have no figures, and long forms assert more than their figures: a failed assertion also counts.
  const claimed = linesOf(tests.filter(({ title }) => isOf(title, invariant)));
  const crashed = results.find(({ message }) => message)?.message;
  return {
    noticed: own ?? claimed.find((line) => isClaim.test(line)) ?? null,
    other: linesOf(tests)[0] ?? (crashed === undefined ? null : firstLine(crashed)),
    hasPassed: tests.some(({ status }) => status === 'passed'),
  };
}

/** Runs the test that must notice a fault, with the fault or, to check that it passes otherwise, without. */
export async function runControl(fault: Fault, { isPlanted }: { isPlanted: boolean }): Promise<ControlRun> {
  const folder = mkdtempSync(join(tmpdir(), 'opora-control-'));
  const inFolder = (name: string) => join(folder, name);
  const { file, test, scale = smallestScale } = fault.runs;
  const begun = performance.now();
  try {
    const code = await runVitest(
      [file, ...(test ? ['-t', `^${quoted(test)}`] : []), '--reporter=json', `--outputFile=${inFolder('report.json')}`],
      {
        TORTURE_SCALE: String(scale),
        TORTURE_FAULT: isPlanted ? fault.name : '',
        TORTURE_PLANTED: inFolder('planted'),
        TORTURE_FIGURES: inFolder('figures.jsonl'),
      },
      inFolder('log'),
    );
    const { noticed, other, hasPassed } = judge(fault, inFolder('figures.jsonl'), inFolder('report.json'));
    const lastWords = stripVTControlCharacters(readText(inFolder('log')))
      .split('\n')
      .slice(-12)
      .join('\n');
    const stopped = `stopped after ${longestMinutes} minutes`;
    return {
      isGreen: code === 0 && hasPassed,
      noticed,
      isPlanted: readText(inFolder('planted')) !== '',
      trouble: code === null ? stopped : code !== 0 ? (other ?? lastWords) : hasPassed ? null : 'no test of this name',
      seconds: Math.round((performance.now() - begun) / 1000),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

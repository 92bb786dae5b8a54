import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { z } from 'zod';

const root = join(import.meta.dirname, '../..');

const figure = z.object({
  invariant: z.number(),
  promise: z.string(),
  seen: z.string(),
  holds: z.boolean(),
  test: z.string(),
  seconds: z.number(),
  scale: z.number(),
});
const report = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.string().optional(),
      assertionResults: z.array(
        z.object({
          status: z.string(),
          title: z.string(),
          duration: z.number().nullish(),
          failureMessages: z.array(z.string()).nullish(),
        }),
      ),
    }),
  ),
});

/** The text of a file; empty if there is none. */
export function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    return '';
  }
}

/** The figures that tests have noted in `TORTURE_FIGURES`. */
export function readFigures(file: string) {
  const lines = readText(file).split('\n').filter(Boolean);
  return lines.map((line) => figure.parse(JSON.parse(line)));
}

/** The files of Vitest's JSON report, with their tests; empty if Vitest wrote none. */
export function readReport(file: string) {
  const text = readText(file);
  return text === '' ? [] : report.parse(JSON.parse(text)).testResults;
}

/** Starts Vitest on the long forms, as the leader of a process group if its output goes to a file. */
export function startVitest(args: readonly string[], env: Record<string, string>, log?: number): ChildProcess {
  const path = [join(root, 'node_modules', '.bin'), process.env.PATH].join(delimiter);
  return spawn('vitest', ['run', '--config', 'vitest.torture.config.ts', ...args], {
    cwd: root,
    stdio: log === undefined ? 'inherit' : ['ignore', log, log],
    detached: log !== undefined,
    env: { ...process.env, ...env, PATH: path },
  });
}

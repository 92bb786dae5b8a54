import { readFile, writeFile } from 'node:fs/promises';
import { availableParallelism, loadavg } from 'node:os';
import { join } from 'node:path';
import { packageFolder } from '#test/bench/support/processes.ts';
import { between } from '../../../operation/marked-text.ts';
import { markdownTable } from '../../run/markdown-table.ts';
import type { Grown } from './measure.ts';

/** The largest ratio of both times that a call may have. */
export const mostGrowth = 1.5;

/** What this run saw, with a table of the ways to ask that miss the goal: the run itself prints all of them. */
export function growthText(grown: readonly Grown[], note: string): string {
  const over = grown.filter(({ small, large }) => large / small > mostGrowth);
  const load = loadavg()
    .map((one) => one.toFixed(1))
    .join(', ');
  const day = new Date().toISOString().slice(0, 10);
  const rows = over.map(({ name, what, small, large }) => {
    return [name, what, small.toFixed(2), large.toFixed(2), (large / small).toFixed(2)];
  });
  return [
    `Seen on ${day} on ${availableParallelism()} cores, load average ${load} at the end. ${note}`,
    `${grown.length - over.length} of ${grown.length} ways to ask are at most ${mostGrowth} times as slow with 100 times the rows. The others:`,
    markdownTable(['call', 'asked', 'small, ms', 'large, ms', 'ratio'], rows),
  ].join('\n\n');
}

/** Writes the text between its marks in `docs/reports/performance.md`. */
export async function writeDocument(text: string): Promise<void> {
  const path = join(packageFolder, 'docs/reports/performance.md');
  await writeFile(path, between(await readFile(path, 'utf8'), 'growth', text));
}

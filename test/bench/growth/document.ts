import { readFile, writeFile } from 'node:fs/promises';
import { availableParallelism, loadavg } from 'node:os';
import { join } from 'node:path';
import { packageFolder } from '#test/bench/support/processes.ts';
import { between } from '../../../operation/marked-text.ts';
import { markdownTable } from '../../run/markdown-table.ts';
import { fixedCalls } from './fixed-calls.ts';
import type { Grown } from './measure.ts';

/** The largest ratio of both times that a call may have. */
export const mostGrowth = 1.5;

function timesTable(grown: readonly Grown[]): string {
  const rows = grown.map(({ name, what, small, large }) => {
    const ratio = large / small;
    const verdict = ratio <= mostGrowth ? '' : '**over**';
    return [name, what, small.toFixed(2), large.toFixed(2), ratio.toFixed(2), verdict];
  });
  return markdownTable(['call', 'asked', 'small, ms', 'large, ms', 'ratio', ''], rows);
}

/** The tables of `docs/reports/performance.md` as this run saw them. */
export function growthText(grown: readonly Grown[], note: string): string {
  const met = grown.filter(({ small, large }) => large / small <= mostGrowth).length;
  const load = loadavg()
    .map((one) => one.toFixed(1))
    .join(', ');
  const day = new Date().toISOString().slice(0, 10);
  const left = Object.entries(fixedCalls);
  return [
    `Seen on ${day} on ${availableParallelism()} cores, load average ${load} at the end. ${note}`,
    `${met} of ${grown.length} ways to ask are at most ${mostGrowth} times as slow with 100 times the rows.`,
    timesTable(grown),
    '### Not measured',
    markdownTable(['call', 'why its time does not grow'], left),
  ].join('\n\n');
}

/** Writes the tables between their marks in `docs/reports/performance.md`. */
export async function writeDocument(text: string): Promise<void> {
  const path = join(packageFolder, 'docs/reports/performance.md');
  await writeFile(path, between(await readFile(path, 'utf8'), 'growth', text));
}

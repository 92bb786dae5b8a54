import { markdownTable, cellsOf as readCells } from '../run/markdown-table.ts';

interface Goal {
  readonly is: 'at least' | 'below' | 'at most';
  readonly value: number;
  /** The share by which it may be missed before the run fails: what runs on one machine differ by. 0 for what does not vary. */
  readonly margin: number;
}

export interface Figure {
  readonly what: string;
  /** In `unit`; null: could not be measured, `note` says why. */
  readonly value: number | null;
  readonly unit: 'ratio' | 'points' | 'ms' | 's' | 'KB' | 'KiB';
  readonly goal: Goal;
  /** The two figures of the ratio, the number of samples, how far the rounds were apart. */
  readonly note: string;
  /** Of a small database and a large one: it has a table of its own in docs/reports/performance.md. */
  readonly isOfGrowth?: boolean;
}

/** The figure of a comparison that must reach a ratio. */
export const atLeast = (
  what: string,
  { ratio, note }: { readonly ratio: number; readonly note: string },
  value: number,
  margin = 0.15,
): Figure => ({ what, value: ratio, unit: 'ratio', note, goal: { is: 'at least', value, margin } });

const decimals = { ratio: 2, points: 0, ms: 1, s: 1, KB: 1, KiB: 1 } as const;

function shown(value: number, unit: Figure['unit']): string {
  const text = value.toFixed(decimals[unit]);
  return unit === 'ratio' ? text : `${text} ${unit}`;
}

function isWithin(value: number, { is, value: bound }: Goal, margin: number): boolean {
  if (is === 'at least') return value >= bound * (1 - margin);
  return is === 'below' ? value < bound * (1 + margin) : value <= bound * (1 + margin);
}

function verdict({ value, goal }: Figure): string {
  if (value === null) return 'not measured';
  if (isWithin(value, goal, 0)) return 'met';
  return isWithin(value, goal, goal.margin) ? 'missed within the margin' : 'MISSED';
}

export function isMissed({ value, goal }: Figure): boolean {
  return value !== null && !isWithin(value, goal, goal.margin);
}

const cellsOf = (figure: Figure, isShort: boolean) => {
  const { what, value, unit, goal, note } = figure;
  const margin = isShort || goal.margin === 0 ? '' : ` ±${Math.round(goal.margin * 100)} %`;
  const seen = value === null ? '–' : shown(value, unit);
  return [what, seen, `${goal.is} ${shown(goal.value, unit)}${margin}`, verdict(figure), note] as const;
};

export function tableOf(figures: readonly Figure[]): string {
  const rows = [['what', 'value', 'goal', 'verdict', 'how'], ...figures.map((figure) => cellsOf(figure, false))];
  const widths = [0, 1, 2, 3].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')).join('\n');
}

/** The middle value; of an even number of values the upper one of both. */
export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

/** The value that the share of all values lies below. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const found = sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
  if (found === undefined) throw new Error('nothing was measured');
  return found;
}

/** The table of a document. Rows of `old`, the table of earlier runs, stay unless they were measured again. */
export function documentTable(figures: readonly Figure[], old = ''): string {
  const rows = [...readCells(old), ...figures.map((figure) => cellsOf(figure, true))];
  const table = new Map(rows.map((row) => [row[0], row]));
  return markdownTable(['What', 'Value', 'Goal', '', 'How'], [...table.values()]);
}

import { between, inside } from '../../operation/marked-text.ts';
import { cellsOf, markdownTable } from './markdown-table.ts';

/** One line of the table of `npm run torture`. */
export interface Line {
  /** The number of the invariant; 0 for a test that belongs to none. */
  readonly invariant: number;
  readonly promise: string;
  readonly seen: string;
  readonly holds: boolean;
  /** The test's file, without its ending: `npm run torture -- <test>` runs it alone. */
  readonly test: string;
  readonly scale: number;
  /** From the start of the test until the figure was known. */
  readonly seconds: number;
}

const heads = ['№', 'Promise', 'Seen', '', 'Test', 'Scale', 'Time'];

const inOrder = (lines: readonly Line[]) => lines.toSorted((one, other) => one.invariant - other.invariant);

/** Formats the lines for a terminal. */
export function showTable(lines: readonly Line[]): string {
  const texts = inOrder(lines).map(({ invariant, promise, seen, holds, test, scale, seconds }) => {
    const number = String(invariant).padStart(2);
    return `${holds ? 'holds ' : 'BROKEN'} ${number}  ${promise}\n           ${seen}\n           ${test}, scale ${scale}, ${Math.round(seconds)} s`;
  });
  return texts.join('\n');
}

/** Replaces the table of the document by these lines. */
export function writeLines(text: string, lines: readonly Line[]): string {
  const rows = inOrder(lines).map(({ invariant, promise, seen, holds, test, scale, seconds }) => [
    invariant,
    promise,
    seen,
    holds ? 'holds' : '**BROKEN**',
    test,
    scale,
    `${Math.round(seconds)} s`,
  ]);
  return between(text, 'torture', markdownTable(heads, rows));
}

/** Reads the lines of the document's table. */
export function readLines(text: string): Line[] {
  return cellsOf(inside(text, 'torture')).map(
    ([invariant, promise = '', seen = '', state, test = '', scale, time = '']) => ({
      invariant: Number(invariant),
      promise,
      seen,
      holds: state === 'holds',
      test,
      scale: Number(scale),
      seconds: Number.parseInt(time, 10),
    }),
  );
}

/** Replaces the old lines of the tests that have run by the new lines. */
export function mergeLines(old: readonly Line[], current: readonly Line[]): Line[] {
  const keys = new Set(current.map(({ invariant, test }) => `${invariant} ${test}`));
  return [...old.filter(({ invariant, test }) => !keys.has(`${invariant} ${test}`)), ...current];
}

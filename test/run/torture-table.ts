/** One line of the table of `npm run torture`. */
export interface Line {
  /** The number of the invariant; 0 for a test that belongs to none. */
  readonly invariant: number;
  readonly promise: string;
  readonly seen: string;
  readonly isKept: boolean;
  /** The test's file, without its ending: `npm run torture -- <test>` runs it alone. */
  readonly test: string;
  readonly scale: number;
  /** From the start of the test until the figure was known. */
  readonly seconds: number;
}

const begin = '<!-- torture table: written by `npm run torture -- --write` -->';
const end = '<!-- end of the torture table -->';
const head = '| № | Promise | Seen | | Test | Scale | Time |\n| --- | --- | --- | --- | --- | --- | --- |';

const inOrder = (lines: readonly Line[]) => lines.toSorted((one, other) => one.invariant - other.invariant);

/** Formats the lines for a terminal. */
export function showTable(lines: readonly Line[]): string {
  const texts = inOrder(lines).map(({ invariant, promise, seen, isKept, test, scale, seconds }) => {
    const number = String(invariant).padStart(2);
    return `${isKept ? 'kept  ' : 'BROKEN'} ${number}  ${promise}\n           ${seen}\n           ${test}, scale ${scale}, ${Math.round(seconds)} s`;
  });
  return texts.join('\n');
}

const cell = (text: string) => text.replaceAll('|', '\\|').replace(/\s+/g, ' ');

/** Replaces the table of the document by these lines. */
export function writeLines(text: string, lines: readonly Line[]): string {
  const [before, rest] = [text.indexOf(begin), text.indexOf(end)];
  if (before < 0 || rest < before) throw new Error('the document has no place for the table');
  const rows = inOrder(lines).map(({ invariant, promise, seen, isKept, test, scale, seconds }) => {
    const cells = [invariant, promise, seen, isKept ? 'kept' : '**BROKEN**', test, scale, `${Math.round(seconds)} s`];
    return `| ${cells.map((value) => cell(String(value))).join(' | ')} |`;
  });
  return `${text.slice(0, before)}${begin}\n\n${[head, ...rows].join('\n')}\n\n${text.slice(rest)}`;
}

/** Reads the lines of the document's table. */
export function readLines(text: string): Line[] {
  const table = text.slice(text.indexOf(begin), text.indexOf(end));
  return table.split('\n').flatMap((row) => {
    const cells = row.split(/(?<!\\)\|/).map((one) => one.trim().replaceAll('\\|', '|'));
    const [, invariant = '', promise = '', seen = '', kept, test = '', scale, time = ''] = cells;
    if (!/^\d+$/.test(invariant)) return [];
    const isKept = kept === 'kept';
    const numbers = { invariant: Number(invariant), scale: Number(scale), seconds: Number.parseInt(time, 10) };
    return [{ ...numbers, promise, seen, isKept, test }];
  });
}

/** Replaces the old lines of the tests that have run by the new lines. */
export function mergeLines(old: readonly Line[], current: readonly Line[]): Line[] {
  const keys = new Set(current.map(({ invariant, test }) => `${invariant} ${test}`));
  return [...old.filter(({ invariant, test }) => !keys.has(`${invariant} ${test}`)), ...current];
}

/**
 * `npm run torture`: runs the long forms of the invariants one after the other and prints a table of the results. Exits with 1 if a
 * promise is broken, or if a complete run has no figure for an invariant. Arguments select tests: `npm run torture -- 19 22` those of
 * these invariants, `npm run torture -- donations widgets` the files with these names. `TORTURE_SCALE=0.1` runs a tenth of the numbers.
 * `--write` puts the table into docs/reports/torture.md; a partial run replaces its own lines only.
 */
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs, stripVTControlCharacters } from 'node:util';
import { invariantCount } from '#test/torture/judging.ts';
import { readFigures, readReport, startVitest } from './torture-run.ts';
import { type Line, mergeLines, readLines, showTable, writeLines } from './torture-table.ts';

const root = join(import.meta.dirname, '../..');
const document = join(root, 'docs/reports/torture.md');
const folder = mkdtempSync(join(tmpdir(), 'opora-torture-figures-'));
const figuresFile = join(folder, 'figures.jsonl');
const reportFile = join(folder, 'report.json');
const scale = Number(process.env.TORTURE_SCALE ?? 1);

function vitest(args: readonly string[]): Promise<number> {
  const reporters = ['--reporter=verbose', '--reporter=json', `--outputFile.json=${reportFile}`];
  const child = startVitest([...reporters, ...args], { TORTURE_FIGURES: figuresFile });
  return new Promise((resolve) => {
    child.once('error', () => resolve(1));
    child.once('exit', (code) => resolve(code ?? 1));
  });
}

const testName = /\btest(?:\.\w+)*\(\s*[`'"](\d+(?:(?:, | and )\d+)*): /g;

/** The files with tests of these invariants. */
function filesOf(numbers: ReadonlySet<number>): string[] {
  return globSync('test/torture/**/*.torture.ts', { cwd: root }).filter((file) => {
    const names = readFileSync(join(root, file), 'utf8').matchAll(testName);
    return [...names].some(([, numbersOfTest = '']) =>
      numbersOfTest.split(/\D+/).some((number) => numbers.has(Number(number))),
    );
  });
}

/** The arguments for vitest that select what the words name. */
function choose(words: readonly string[]): string[] {
  const numbers = new Set(words.filter((word) => /^\d+$/.test(word)).map(Number));
  if (numbers.size === 0) return words.map((word) => (word.includes('.') ? word : `/${word}.torture.ts`));
  if (numbers.size < words.length) throw new Error('either numbers or names of files, not both');
  return [...filesOf(numbers), '--testNamePattern', `^(?:\\d+(?:, | and ))*(?:${[...numbers].join('|')})(?:,| and|:)`];
}

/** A line for each failed test, even if it has noted figures: the table must not hide the failure. */
function readFailures(): Line[] {
  return readReport(reportFile).flatMap(({ name, status, message, assertionResults }) => {
    const test = name.replace(/^.*\/|\.torture\.ts$/g, '');
    const line = (invariant: number, promise: string, seen: string, seconds: number): Line => {
      const first = stripVTControlCharacters(seen).split('\n')[0] ?? '';
      return { invariant, promise, seen: first.slice(0, 300), holds: false, test, seconds, scale };
    };
    const failed = assertionResults.filter((one) => one.status === 'failed');
    if (failed.length === 0 && status === 'failed') return [line(0, `${test} runs`, message ?? 'it does not start', 0)];
    return failed.map(({ title, failureMessages, duration }) =>
      line(Number.parseInt(title, 10) || 0, `«${title}» passes`, failureMessages?.[0] ?? '', (duration ?? 0) / 1000),
    );
  });
}

/** Lines for the invariants without a figure in a complete run. */
function missing(lines: readonly Line[]): Line[] {
  const seenNumbers = new Set(lines.map(({ invariant }) => invariant));
  const numbers = Array.from({ length: invariantCount }, (_, index) => index + 1).filter(
    (number) => !seenNumbers.has(number),
  );
  return numbers.map((invariant) => ({
    invariant,
    promise: `invariant ${invariant} is shown`,
    seen: 'no figure',
    holds: false,
    test: '',
    seconds: 0,
    scale,
  }));
}

const { values, positionals } = parseArgs({ allowPositionals: true, options: { write: { type: 'boolean' } } });
const code = await vitest(choose(positionals));
const seen = [...readFigures(figuresFile), ...readFailures()];
const lines = positionals.length === 0 ? [...seen, ...missing(seen)] : seen;
rmSync(folder, { recursive: true, force: true });

console.log(`\n${showTable(lines)}`);
if (values.write) {
  const text = readFileSync(document, 'utf8');
  const isWhole = positionals.length === 0;
  writeFileSync(document, writeLines(text, isWhole ? lines : mergeLines(readLines(text), lines)));
  console.log(`The table is in ${document}`);
}
const holds = code === 0 && lines.length > 0 && lines.every((line) => line.holds);
console.log(holds ? '\nEvery promise holds.' : '\nNot every promise holds.');
process.exitCode = holds ? 0 : 1;

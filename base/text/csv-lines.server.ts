import { setImmediate as turn } from 'node:timers/promises';
import { CsvError, parse } from 'csv-parse';
import { z } from 'zod';

/** The cells of a line, and its number in the file. */
export interface CsvLine {
  readonly line: number;
  readonly cells: readonly string[];
}

/** No export has longer lines. */
export const longestLine = 20_000;

/** No export has more columns. */
const mostColumns = 100;

/** With its separators and quotes, which `max_record_size` does not count. */
const longestRawLine = 2 * longestLine;

const tooLong = () => new CsvError('CSV_MAX_RECORD_SIZE', 'a line is too long');

/** The one that texts hold less often comes first: it is taken where several do as well. */
const separators = ['\t', ';', ','] as const;

/** The most lines at its beginning by which the separator of a file is found. */
const mostJudgedLines = 20;

/** The cells of a line as they are written. A quote at the beginning of one holds it together. */
function cellsBy(separator: string, line: string): string[] {
  const cells: string[] = [];
  let cell = '';
  let isQuoted = false;
  for (const sign of line) {
    if (sign === separator && !isQuoted) {
      cells.push(cell);
      cell = '';
      continue;
    }
    if (sign === '"' && (cell === '' || cell.startsWith('"'))) isQuoted = !isQuoted;
    cell += sign;
  }
  return [...cells, cell];
}

/**
 * In how many cells other separators are left; infinite: it does not split the line. The right one leaves them in a text alone; a sign of that text
 * leaves the right one on both sides of it.
 */
function leftOver(separator: string, line: string): number {
  const cells = cellsBy(separator, line);
  if (cells.length === 1) return Number.POSITIVE_INFINITY;
  const others = separators.filter((sign) => sign !== separator);
  return cells.filter((cell) => others.some((sign) => cell.includes(sign))).length;
}

/** The separator that splits the first lines best: the first line that tells them apart decides, since a head and most lines do. */
function separatorOf(text: string): string {
  let best: readonly string[] = separators;
  for (const line of text.slice(0, longestRawLine).split(/\r\n|\n|\r/, mostJudgedLines)) {
    const found = best.map((sign) => ({ sign, left: leftOver(sign, line) }));
    const least = Math.min(...found.map(({ left }) => left));
    best = found.flatMap(({ sign, left }) => (left === least ? [sign] : []));
  }
  return best[0] ?? ',';
}

const parsedLine = z.object({ record: z.array(z.string()), info: z.object({ lines: z.int() }) });

/** Reads the lines of a CSV file without holding the event loop. Throws `CsvError` for one that cannot be read. */
export async function* readCsv(chunks: Iterable<string>): AsyncGenerator<CsvLine> {
  let parser: ReturnType<typeof parse> | undefined;
  let fault: Error | undefined;
  let held = '';
  let rawLine = 0;
  for (const chunk of chunks) {
    const lastEnd = Math.max(chunk.lastIndexOf('\n'), chunk.lastIndexOf('\r'));
    rawLine = chunk.length - 1 - lastEnd + (lastEnd === -1 ? rawLine : 0);
    if (rawLine > longestRawLine) throw tooLong();
    const text = held + chunk;
    held = text.endsWith('\r') ? '\r' : '';
    if (parser === undefined) {
      parser = parse({
        delimiter: separatorOf(text),
        info: true,
        max_record_size: longestLine,
        relax_column_count: true,
        relax_quotes: true,
        skip_empty_lines: true,
      });
      parser.on('error', (error) => {
        fault = error;
      });
    }
    // It counts both signs of a line's end within quotes. The second one may begin the next chunk.
    parser.write(text.slice(0, text.length - held.length).replaceAll('\r\n', '\n'));
    await turn();
    if (fault !== undefined) throw fault;
    for (let read: unknown = parser.read(); read !== null; read = parser.read()) yield lineOf(read);
  }
  parser?.end(held);
  for await (const read of parser ?? []) yield lineOf(read);
}

function lineOf(read: unknown): CsvLine {
  const { record, info } = parsedLine.parse(read);
  if (record.length > mostColumns) throw tooLong();
  return { line: info.lines, cells: record };
}

import { CsvError } from 'csv-parse';
import { z } from 'zod';
import { fromMain } from '#base/money/money.ts';
import { readCsv } from '#base/text/csv-lines.server.ts';
import { chunksOf } from '#base/text/file-chunks.server.ts';
import { idForm } from '#base/text/id-form.ts';
import type { BookedPayment, BookPeriod } from '../systems/system-books.server.ts';

const columns = ['id', 'amount', 'state', 'time'] as const;
type Column = (typeof columns)[number];

/** A line of a statement: the system's id, the amount in main units, the state and the time. */
const line = z.object({
  id: z
    .string()
    .min(1)
    .max(200)
    .regex(/^\P{Cc}+$/u),
  amount: z
    .string()
    .regex(/^\d{1,13}(?:\.\d{1,2})?$/)
    .transform((text) => fromMain(Number(text))),
  state: z.enum(['paid', 'refunded', 'unpaid']),
  time: z.iso
    .datetime({ offset: true })
    .transform((text) => new Date(text))
    .refine((at) => at.getUTCFullYear() >= 2_000 && at.getUTCFullYear() < 2_100),
}) satisfies z.ZodType<Record<Column, unknown>>;

/** The most lines of a statement. */
const mostStatementLines = 100_000;

/** The most days between the first and the last line: all payments in between are read. */
const mostDays = 100;

/** The books of a system as its operator has saved them, whole from the first to the last line. */
export interface Statement {
  readonly period: BookPeriod;
  /** `providerId`: as in the file, either the system's id or ours. */
  readonly entries: readonly BookedPayment[];
}

/**
 * What is wrong with a statement: it is no CSV, has no head of all columns, no line, too many, or too many days; a column of a line is wrong; or a
 * line says something else of an id than one before (`otherLine`).
 */
export type StatementProblem = 'noCsv' | 'noHead' | 'noLine' | 'tooLong' | 'tooWide' | 'otherLine' | Column;

/** A statement that cannot be read. `line`: its number in the file; 0: it is about the whole. `before`: the line of the same id; else 0. */
export class StatementFault extends Error {
  override name = 'StatementFault';
  readonly problem: StatementProblem;
  readonly line: number;
  readonly before: number;

  constructor(problem: StatementProblem, at = 0, before = 0) {
    super(`${problem} in line ${at} of the statement`);
    this.problem = problem;
    this.line = at;
    this.before = before;
  }
}

/** The place of each column, by the head. */
function placesOf(cells: readonly string[]): Readonly<Record<Column, number>> {
  const names = cells.map((cell) => cell.trim().toLowerCase());
  const [id = -1, amount = -1, state = -1, time = -1] = columns.map((column) => names.indexOf(column));
  if (Math.min(id, amount, state, time) < 0) throw new StatementFault('noHead');
  return { id, amount, state, time };
}

function readLine(cells: readonly string[], places: Readonly<Record<Column, number>>, at: number) {
  const cellOf = (column: Column) => cells[places[column]]?.trim() ?? '';
  const found = line.safeParse({
    id: cellOf('id'),
    amount: cellOf('amount'),
    state: cellOf('state'),
    time: cellOf('time'),
  });
  if (found.success) return found.data;
  const wrong = columns.find((column) => found.error.issues.some(({ path }) => path[0] === column));
  throw new StatementFault(wrong ?? 'noCsv', at);
}

type Line = z.output<typeof line>;

/** An id as it is compared: ours is the same in capitals. */
const idKey = (id: string) => (idForm.test(id) ? id.toLowerCase() : id);

const isSame = (one: Line, other: Line) =>
  one.amount === other.amount && one.state === other.state && one.time.getTime() === other.time.getTime();

/** Collects lines, each id once. Only the last state of a payment may be in a statement: a `paid` before it would hide it. */
class LineCollector {
  readonly #lines = new Map<string, { readonly at: number; readonly said: Line }>();

  take(said: Line, at: number): void {
    const key = idKey(said.id);
    const before = this.#lines.get(key);
    if (before === undefined) this.#lines.set(key, { at, said });
    else if (!isSame(before.said, said)) throw new StatementFault('otherLine', at, before.at);
  }

  all(): Line[] {
    return [...this.#lines.values()].map(({ said }) => said);
  }
}

async function readLines(bytes: Buffer): Promise<Line[]> {
  const collector = new LineCollector();
  let count = 0;
  let places: Readonly<Record<Column, number>> | null = null;
  for await (const { line: at, cells } of readCsv(chunksOf(bytes))) {
    if (places === null) {
      places = placesOf(cells);
      continue;
    }
    count += 1;
    if (count > mostStatementLines) throw new StatementFault('tooLong');
    collector.take(readLine(cells, places, at), at);
  }
  return collector.all();
}

/** Reads the lines below a head of `id,amount,state,time`, by commas or semicolons, without holding the event loop. A line that is repeated counts once. Throws `StatementFault`. */
export async function readStatement(bytes: Buffer): Promise<Statement> {
  const lines = await readLines(bytes).catch((error: unknown) => {
    throw error instanceof CsvError ? new StatementFault('noCsv') : error;
  });
  if (lines.length === 0) throw new StatementFault('noLine');
  const times = lines.map(({ time }) => time.getTime());
  const from = new Date(times.reduce((one, other) => Math.min(one, other)));
  const to = new Date(times.reduce((one, other) => Math.max(one, other)));
  if (to.getTime() - from.getTime() > mostDays * 86_400_000) throw new StatementFault('tooWide');
  const entries = lines.map(({ id, amount, state }) => ({
    id,
    providerId: id,
    state,
    amount,
    currency: null,
    refunded: null,
  }));
  return { period: { from, to }, entries };
}

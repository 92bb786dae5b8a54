import { readFile } from 'node:fs/promises';
import { parse } from 'csv-parse/sync';
import { z } from 'zod';
import type { BookedPayment, BookPeriod } from '#app/payments/systems/system-books.server.ts';
import { fromMain } from '#base/money/money.ts';

/** A line of a statement: the system's id, the amount in main units, the state and the time. */
const line = z.object({
  id: z.string().trim().min(1).max(200),
  amount: z
    .string()
    .trim()
    .regex(/^\d{1,13}(?:\.\d{1,2})?$/, { error: 'an amount is written as 15000 or 15000.50' })
    .transform((text) => fromMain(Number(text))),
  state: z.enum(['paid', 'refunded', 'unpaid'], { error: 'a state is paid, refunded or unpaid' }),
  time: z
    .string()
    .trim()
    .pipe(z.iso.datetime({ offset: true, error: 'a time is written as 2026-11-01T09:30:00+05:00' }))
    .transform((text) => new Date(text)),
});
type Line = z.output<typeof line>;

/** The books of a system as its operator has saved them, whole from the first to the last line. */
export interface Statement {
  readonly period: BookPeriod;
  /** `providerId`: as in the file, either the system's id or ours. */
  readonly entries: readonly BookedPayment[];
}

const bookedOf = ({ id, amount, state }: Line): BookedPayment => ({
  id,
  providerId: id,
  state,
  amount,
  currency: null,
  refunded: null,
});

/** Reads the lines below a head of `id,amount,state,time`, by commas or semicolons. Throws what is wrong with which line. */
export function parseStatement(text: string): Statement {
  const read: unknown = parse(text, {
    columns: (head: string[]) => head.map((name) => name.trim().toLowerCase()),
    delimiter: [',', ';'],
    bom: true,
    skip_empty_lines: true,
  });
  const lines = z.array(z.unknown()).parse(read);
  if (lines.length === 0) throw new Error('the statement has no line');
  const parsed = lines.map((one, index) => {
    const found = line.safeParse(one);
    if (found.success) return found.data;
    const [issue] = found.error.issues;
    throw new Error(`the statement, line ${index + 2}, ${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}`);
  });
  const times = parsed.map(({ time }) => time.getTime());
  const earliest = times.reduce((one, other) => Math.min(one, other));
  const latest = times.reduce((one, other) => Math.max(one, other));
  return { period: { from: new Date(earliest), to: new Date(latest) }, entries: parsed.map(bookedOf) };
}

export async function readStatement(file: string): Promise<Statement> {
  return parseStatement(await readFile(file, 'utf8'));
}

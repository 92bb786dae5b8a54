import { setImmediate as turn } from 'node:timers/promises';
import { CsvError } from 'csv-parse';
import { v5 as uuidV5 } from 'uuid';
import { failures, isCallFailure } from '#base/calls/errors.ts';
import type { Minor } from '#base/money/money.ts';
import { cleanLine, cleanText } from '#base/text/clean-text.ts';
import { type CsvLine, readCsv } from '#base/text/csv-lines.server.ts';
import { chunksOf } from '#base/text/file-chunks.server.ts';
import { donorKeyOf, nameMaxLength } from '../donation-rules.ts';
import { apiColumns, readApiPages } from './api-pages.server.ts';
import { type ImportSource, type LineFault, mostLines, mostShownFaults } from './import-rules.ts';
import { amountOf, hasDayFirst, momentOf } from './line-values.ts';
import { type Columns, columnsOf, isNobody } from './source-columns.ts';

/** A donation of another service. */
export interface HistoryLine {
  /** The same whenever the same line is read for the same project. */
  readonly id: string;
  readonly donorKey: string;
  readonly name: string | null;
  readonly message: string | null;
  readonly amount: Minor;
  /** Null: the currency of the country. */
  readonly currency: string | null;
  readonly givenAt: Date;
}

/** What a file says. */
interface History {
  readonly lines: readonly HistoryLine[];
  /** The first of the lines that are left out. */
  readonly faults: readonly { readonly line: number; readonly reason: LineFault }[];
  readonly faultCount: number;
}

/** A file to be read for a project. */
interface HistoryFile {
  readonly projectId: string;
  readonly source: ImportSource;
  /** Of lines that name none. */
  readonly currency: string;
  /** The country's. */
  readonly homeCurrency: string;
  readonly bytes: Buffer;
}

const mostMessage = 1_000;

const refuse = (text: string) => failures.validationFailed({ message: text, fields: { file: text } });

const noColumns = 'В файле нет столбцов с суммой и датой. Проверьте, из того ли он сервиса';
const unreadable = 'Не получается прочитать файл. Скачайте его из сервиса ещё раз';

const cut = (text: string, most: number) => [...text].slice(0, most).join('').trim();

function nameOf(text: string): string | null {
  const name = cut(cleanLine(text) ?? '', nameMaxLength);
  return name === '' || isNobody(name) ? null : name;
}

/** Cells of a line by what they mean. */
const cellsOf = ({ cells }: CsvLine, columns: Columns) => {
  const at = (place: number) => cells[place]?.trim() ?? '';
  const { id, name, message, amount, currency, moment } = columns;
  return {
    id: at(id),
    name: at(name),
    message: at(message),
    amount: at(amount),
    currency: at(currency).toUpperCase(),
    moment: at(moment),
  };
};

type Cells = ReturnType<typeof cellsOf>;

/** What tells a line from all others of its service. An export of Boosty is made anew every day with greater totals. */
function identityOf(source: ImportSource, { id, name, message, amount, currency, moment }: Cells): string {
  // JSON may name half a sign.
  if (id !== '') return `${source} ${id.toWellFormed()}`;
  const parts = source === 'Boosty' ? [name, moment] : [name, message, amount, currency, moment];
  return JSON.stringify([source, ...parts]);
}

function lineOf(cells: Cells, file: HistoryFile, isDayFirst: boolean): Omit<HistoryLine, 'id'> | LineFault {
  if (/^0*(?:[.,]0*)?$/.test(cells.amount)) return 'Income';
  const amount = amountOf(cells.amount);
  if (amount === null) return 'Amount';
  const givenAt = momentOf(cells.moment, isDayFirst);
  if (givenAt === null) return 'Moment';
  const currency = cells.currency === '' ? file.currency : cells.currency;
  if (!/^[A-Z]{3}$/.test(currency)) return 'Currency';
  const name = nameOf(cells.name);
  const message = cut(cleanText(cells.message) ?? '', mostMessage);
  return {
    donorKey: donorKeyOf({ personId: null, name, isAnonymous: false }),
    name,
    message: message === '' ? null : message,
    amount,
    currency: currency === file.homeCurrency ? null : currency,
    givenAt,
  };
}

interface RawLines {
  readonly lines: CsvLine[];
  readonly columns: Columns;
  /** Whether dates with slashes begin with the day. */
  readonly isDayFirst: boolean;
}

/** Reads all lines. Throws 400 for a file that is none of its service's, or too long. */
async function rawLines({ source, bytes }: HistoryFile): Promise<RawLines> {
  const isApi = source === 'DonationAlerts' && /^\s*[[{]/.test(bytes.toString('utf8', 0, 64).replace('\ufeff', ''));
  let columns = isApi ? columnsOf(source, apiColumns) : null;
  const lines: CsvLine[] = [];
  let isDayFirst = false;
  try {
    for await (const line of (isApi ? readApiPages : readCsv)(chunksOf(bytes))) {
      if (columns !== null) {
        lines.push(line);
        isDayFirst ||= hasDayFirst(line.cells[columns.moment] ?? '');
      } else {
        columns = columnsOf(source, line.cells);
        if (columns === null) throw refuse(noColumns);
      }
      if (lines.length > mostLines) throw refuse('В файле больше 50 000 строк. Разделите его на части');
    }
  } catch (error) {
    if (!isCallFailure(error) && (error instanceof CsvError || isApi)) throw refuse(unreadable);
    throw error;
  }
  if (columns === null) throw refuse(noColumns);
  return { lines, columns, isDayFirst };
}

/** Reads a file without holding the event loop. Throws 400 with the fault in `fields.file`. */
export async function readHistory(file: HistoryFile): Promise<History> {
  const { lines: raw, columns, isDayFirst } = await rawLines(file);
  const lines: HistoryLine[] = [];
  const faults: { line: number; reason: LineFault }[] = [];
  const times = new Map<string, number>();
  let faultCount = 0;
  for (const [at, one] of raw.entries()) {
    if (at % 100 === 99) await turn();
    const cells = cellsOf(one, columns);
    const read = lineOf(cells, file, isDayFirst);
    if (typeof read === 'string') {
      faultCount += 1;
      if (faults.length < mostShownFaults) faults.push({ line: one.line, reason: read });
      continue;
    }
    const identity = identityOf(file.source, cells);
    const time = (times.get(identity) ?? 0) + 1;
    times.set(identity, time);
    // Equal lines without a number of the service are different donations; equal numbers are the same one.
    if (time > 1 && cells.id !== '') continue;
    lines.push({ id: uuidV5(`${identity} ${time}`, file.projectId), ...read });
  }
  return { lines, faults, faultCount };
}

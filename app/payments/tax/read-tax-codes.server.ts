import { setImmediate as turn } from 'node:timers/promises';
import { CsvError } from 'csv-parse';
import { failures, isCallFailure } from '#base/calls/errors.ts';
import { cleanLine } from '#base/text/clean-text.ts';
import { type CsvLine, readCsv } from '#base/text/csv-lines.server.ts';
import { chunksOf } from '#base/text/file-chunks.server.ts';
import { formMessages } from '#base/text/form-rules.ts';
import { type TaxItemDraft, taxItemFaults, taxItemOfDraft } from '../tax-item.ts';
import type { TaxCode } from './tax-codes-store.server.ts';
import { wrongTaxCodes } from './tax-failures.ts';
import { longestCodeName, mostListLines, mostNamedLines } from './tax-rules.ts';

const refuse = (text: string) => failures.validationFailed({ message: text, fields: { file: text } });

/** The name of a line, else what is wrong with it. */
function nameOf(cell: string): { readonly name: string } | string {
  const name = cleanLine(cell);
  if (name === null) return 'Название: заполните поле';
  return name.length > longestCodeName ? `Название длиннее ${longestCodeName} символов` : { name };
}

/** Without the sign of percents. No pattern: one would look anew from each of the blanks within a hostile cell. */
const withoutPercent = (cell: string) => (cell.endsWith('%') ? cell.slice(0, -1).trimEnd() : cell);

/** The code of a line, else what is wrong with it. */
function codeOf({ cells }: CsvLine): TaxCode | string {
  const at = (place: number) => cells[place]?.trim() ?? '';
  const draft: TaxItemDraft = { code: at(0), packageCode: at(2), unit: at(3), vat: withoutPercent(at(4)) };
  const [fault] = Object.values(taxItemFaults(draft));
  // Only this one does not say which column it is about.
  if (fault === formMessages.required) return 'НДС: заполните поле';
  if (fault !== undefined) return fault;
  const item = taxItemOfDraft(draft);
  const named = nameOf(at(1));
  if (typeof named === 'string') return named;
  return item === null ? 'Код: заполните поле' : { ...item, ...named };
}

const isHead = ({ cells: [code = ''] }: CsvLine) => !/\d/.test(code);

/** Collects codes, each once, and the lines that are wrong. */
class CodeCollector {
  readonly codes: TaxCode[] = [];
  /** What is wrong with the first of them. */
  readonly wrong: string[] = [];
  wrongCount = 0;
  readonly #lines = new Map<string, number>();

  take(line: CsvLine): void {
    const code = this.#once(line);
    if (typeof code !== 'string') this.codes.push(code);
    else this.#refuse(line.line, code);
  }

  /** The code of a line, else what is wrong with it, as another line with the same code. */
  #once(line: CsvLine): TaxCode | string {
    const code = codeOf(line);
    if (typeof code === 'string') return code;
    const key = `${code.code} ${code.packageCode}`;
    const before = this.#lines.get(key);
    if (before !== undefined) return `То же, что в строке ${before}`;
    this.#lines.set(key, line.line);
    return code;
  }

  #refuse(line: number, fault: string): void {
    this.wrongCount += 1;
    if (this.wrong.length < mostNamedLines) this.wrong.push(`Строка ${line}: ${fault}`);
  }
}

/** A few milliseconds of work. */
const linesAtOnce = 500;

async function collect(bytes: Buffer): Promise<CodeCollector> {
  const collector = new CodeCollector();
  let isFirst = true;
  let lines = 0;
  for await (const line of readCsv(chunksOf(bytes))) {
    lines += 1;
    if (lines > mostListLines) throw refuse('В файле больше 100 000 строк');
    if (lines % linesAtOnce === 0) await turn();
    if (!isFirst || !isHead(line)) collector.take(line);
    isFirst = false;
  }
  return collector;
}

/**
 * Reads a list of codes without holding the event loop. Throws 400 with the fault in `fields.file` for what is no list, and `WrongTaxCodes` if any
 * line is wrong.
 */
export async function readTaxCodes(bytes: Buffer): Promise<readonly TaxCode[]> {
  const collector = await collect(bytes).catch((error: unknown) => {
    if (!isCallFailure(error) && error instanceof CsvError) throw refuse('Не получается прочитать файл: нужен CSV');
    throw error;
  });
  const { codes, wrong, wrongCount } = collector;
  const [first] = wrong;
  if (first !== undefined) {
    throw wrongTaxCodes({ fields: { file: first }, details: { lines: wrong, count: wrongCount } });
  }
  if (codes.length === 0) throw refuse('В файле нет ни одного кода');
  return codes;
}

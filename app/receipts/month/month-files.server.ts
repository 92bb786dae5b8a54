import { setImmediate as turn } from 'node:timers/promises';
import type { FileAnswer } from '#base/calls/call.ts';
import type { Database } from '#base/db/db.server.ts';
import { formatAmount, type Minor, toMain } from '#base/money/money.ts';
import { openPaper, type PaperColumn } from '#base/pdf/paper.server.ts';
import { attachment } from '#base/text/attachment.ts';
import { csvLine, csvMark } from '#base/text/csv.ts';
import type { Locale } from '#base/text/locales.ts';
import { type Printing, pdfAnswer, printOperator, readOperator } from '../printed.server.ts';
import { addSums, type MonthLine, type MonthSums, monthLines, noSums } from './month-turnover.server.ts';
import { monthWords } from './month-words.server.ts';

const sumNames = ['donations', 'orders', 'refunds', 'commission', 'payouts', 'left'] as const;

interface AskedMonth extends Printing {
  /** `YYYY-MM`, of the country's time zone. */
  readonly month: string;
}

const namingHeads = [monthWords.userName, monthWords.creator, monthWords.taxNumber];

const headsOf = (language: Locale) => sumNames.map((name) => monthWords[name][language]);

function nameOf({ creatorName, isDelivery }: MonthLine, language: Locale): string {
  return creatorName ?? (isDelivery ? monthWords.delivery : monthWords.nobody)[language];
}

function cellsOf<Cell>(sums: MonthSums, shown: (amount: Minor) => Cell): Cell[] {
  return sumNames.map((name) => shown(sums[name]));
}

const linesOf = (db: Database, { month, country }: AskedMonth) => monthLines(db, { month, timeZone: country.timeZone });

/** Digits that a spreadsheet leaves as they are: as a number the last ones would be lost. */
const asText = (digits: string) => (digits === '' ? '' : `'${digits}`);

async function* tableOf(db: Database, asked: AskedMonth): AsyncGenerator<string> {
  const { language } = asked;
  let total = noSums;
  yield csvMark + csvLine([...namingHeads.map((word) => word[language]), ...headsOf(language)], language);
  for await (const lines of linesOf(db, asked)) {
    for (const line of lines) total = addSums(total, line);
    yield lines
      .map((line) =>
        csvLine([line.userName, nameOf(line, language), asText(line.taxNumber), ...cellsOf(line, toMain)], language),
      )
      .join('');
  }
  yield csvLine([monthWords.total[language], '', '', ...cellsOf(total, toMain)], language);
}

/** The month as a table. Sums are numbers of main units. */
export function monthTable(db: Database, asked: AskedMonth): FileAnswer {
  return {
    contentType: 'text/csv; charset=utf-8',
    bytes: tableOf(db, asked),
    headers: attachment(`month-${asked.month}.csv`),
  };
}

const columns: readonly PaperColumn[] = [{ share: 0.22 }, ...sumNames.map(() => ({ share: 0.13, isNumber: true }))];

const rowsPerTurn = 50;

/** The month as a document. */
export async function monthPaper(db: Database, asked: AskedMonth): Promise<FileAnswer> {
  const { month, language, country } = asked;
  const operator = await readOperator(db, language);
  const title = `${monthWords.title[language]} ${month}`;
  const paper = await openPaper({ title, language, footer: `${operator.name} · ${title}`, isWide: true });
  const small = { size: 8 };
  const shown = (amount: Minor) => formatAmount(toMain(amount));
  printOperator(paper, operator, language);
  paper.text(title, { size: 18, isBold: true });
  paper.text(`${country.currencyCode} · ${country.timeZone}`, { size: 9, isQuiet: true });
  paper.text(monthWords.about[language], { size: 9, isQuiet: true });
  paper.space(12);
  paper.row(columns, [monthWords.creator[language], ...headsOf(language)], { ...small, isQuiet: true });
  paper.rule();
  let total = noSums;
  for await (const lines of linesOf(db, asked)) {
    for (const [at, line] of lines.entries()) {
      // A page of rows takes 20 ms, in which nothing else is answered.
      if (at % rowsPerTurn === 0) await turn();
      total = addSums(total, line);
      const name = [nameOf(line, language), line.taxNumber].filter(Boolean).join(', ');
      paper.row(columns, [name, ...cellsOf(line, shown)], small);
    }
  }
  paper.rule();
  paper.row(columns, [monthWords.total[language], ...cellsOf(total, shown)], { ...small, isBold: true });
  return pdfAnswer(paper, `month-${month}`);
}

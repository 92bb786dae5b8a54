import type { Locale } from './locales.ts';

/** The byte order mark at the beginning of a CSV file, which makes spreadsheets read it as UTF-8. */
export const csvMark = '\uFEFF';

/** A spreadsheet runs a cell that begins with one of these as a formula; some also read the full-width signs. */
const formulaSigns = new Set('=+-@|%＝＋－＠｜％﹦﹢﹣﹫﹪−');

/** Characters after which a spreadsheet may begin a new cell, because not all of them respect quotes. */
const separators = new Set(',;\t\r\n\v\f\u0085\u2028\u2029，；');

/** Characters that may precede the formula in a cell. */
const isBlank = (char: string) => char === '"' || /^[\s\p{C}]$/u.test(char);

/** Inserts an apostrophe before every character that would begin a formula. */
function withoutFormulas(text: string): string {
  let safe = '';
  let isAtStart = true;
  for (const char of text) {
    const isFormula = isAtStart && formulaSigns.has(char);
    safe += isFormula ? `'${char}` : char;
    isAtStart = separators.has(char) || (isAtStart && isBlank(char));
  }
  return safe;
}

/** The decimal sign of a language's spreadsheets, and the sign between cells. */
const signsOf = (language: Locale) =>
  language === 'en' ? { point: '.', separator: ',' } : { point: ',', separator: ';' };

/** Returns what writes moments as cells, in a time zone. It is made once for a file: a formatter costs more than a line. */
export function timeCells(timeZone: string): (moment: Date) => string {
  const format = new Intl.DateTimeFormat('sv', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  return (moment) => format.format(moment).replace(',', '');
}

/**
 * Makes a line of a CSV file, including its end, as spreadsheets in a language read it: Russian and Uzbek ones take `;` between cells and a
 * comma in numbers. Every cell is in quotes; texts that look like formulas get an apostrophe.
 */
export function csvLine(cells: readonly (string | number)[], language: Locale): string {
  const { point, separator } = signsOf(language);
  const cellOf = (value: string | number) => {
    const text = typeof value === 'string' ? withoutFormulas(value) : String(value).replace('.', point);
    return `"${text.replaceAll('"', '""')}"`;
  };
  return `${cells.map(cellOf).join(separator)}\r\n`;
}

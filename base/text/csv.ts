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

function cellOf(value: string | number): string {
  const text = typeof value === 'string' ? withoutFormulas(value) : String(value);
  return `"${text.replaceAll('"', '""')}"`;
}

/** Makes a line of a CSV file (RFC 4180), including its end. Texts that look like formulas get an apostrophe. */
export function csvLine(cells: readonly (string | number)[]): string {
  return `${cells.map(cellOf).join(',')}\r\n`;
}

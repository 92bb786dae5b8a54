/** What stands at the front of a CSV file, so that spreadsheets read it as UTF-8. */
export const csvMark = '\uFEFF';

/** A spreadsheet takes a cell that begins so for a formula and would run it. */
const formulaStart = /^[=+\-@\t\r|%]/;

function cellOf(value: string | number): string {
  const text = typeof value === 'string' && formulaStart.test(value) ? `'${value}` : String(value);
  return /[",\r\n;]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** One line of a CSV file (RFC 4180), its end included. Texts that look like formulas get an apostrophe in front. */
export function csvLine(cells: readonly (string | number)[]): string {
  return `${cells.map(cellOf).join(',')}\r\n`;
}

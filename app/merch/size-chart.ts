import { z } from 'zod';
import { seenLine } from '#base/calls/text-wire.ts';

/** The rows of a size chart; the first one holds the headings. */
export type SizeChart = readonly (readonly string[])[];

const mostRows = 20;
const mostColumns = 8;
const longestCell = 40;

const sameLength = 'В каждой строке таблицы размеров должно быть столько же ячеек, сколько в первой';

/** A size chart in the input: 2 to 20 rows of 2 to 8 cells. */
export const sizeChart = z
  .array(
    z
      .array(seenLine().max(longestCell, { error: `В ячейке не больше ${String(longestCell)} символов` }))
      .min(2, { error: 'В строке таблицы размеров не меньше двух ячеек' })
      .max(mostColumns, { error: `В таблице размеров не больше ${String(mostColumns)} столбцов` }),
  )
  .min(2, { error: 'В таблице размеров нужны заголовки и хотя бы одна строка' })
  .max(mostRows, { error: `В таблице размеров не больше ${String(mostRows)} строк` })
  .refine((rows) => rows.every(({ length }) => length === rows[0]?.length), { error: sameLength });

/** Reads a chart typed as lines, or pasted from a spreadsheet; null when nothing was typed. */
export function readChart(text: string): string[][] | null {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  if (lines.length === 0) return null;
  return lines.map((line) => line.split(line.includes('\t') ? '\t' : ';').map((cell) => cell.trim()));
}

/** The chart as lines, as `readChart` reads them. */
export function writeChart(chart: SizeChart | null): string {
  const separator = chart?.flat().some((cell) => cell.includes(';')) ? '\t' : '; ';
  return (chart ?? []).map((row) => row.join(separator)).join('\n');
}

/** What is wrong with a typed chart; null: nothing. */
export function chartFault(text: string): string | null {
  const chart = readChart(text);
  return chart === null ? null : (sizeChart.safeParse(chart).error?.issues[0]?.message ?? null);
}

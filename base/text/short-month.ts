import { uzbekMonths } from './dates.ts';

/** The month of `YYYY-MM` as it stands under a chart: `нояб.`, `noy`, `Nov`. */
export function shortMonthText(month: string, locale: string): string {
  const first = new Date(`${month}-01T12:00:00Z`);
  if (locale !== 'uz') return first.toLocaleString(locale, { month: 'short', timeZone: 'UTC' });
  const name = uzbekMonths[first.getUTCMonth()] ?? '';
  // «iyun» and «iyul» differ in their last letter.
  return name.length > 4 ? name.slice(0, 3) : name;
}

import { dayText } from './dates.ts';

/** The month of `YYYY-MM` as it stands under a chart: `нояб.`, `noy`, `Nov`. */
export function shortMonthText(month: string, locale: string): string {
  if (locale !== 'uz') {
    return new Date(`${month}-01T12:00:00Z`).toLocaleString(locale, { month: 'short', timeZone: 'UTC' });
  }
  const name = dayText(`${month}-01`, locale, 'month');
  // «iyun» and «iyul» differ in their last letter.
  return name.length > 4 ? name.slice(0, 3) : name;
}

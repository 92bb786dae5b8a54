const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

/** After this many days the date is shown. */
const daysAgoAtMost = 6;

const dates = new Map<string, Intl.DateTimeFormat>();

function dateIn(locale: string, withYear: boolean): Intl.DateTimeFormat {
  const key = `${locale}${withYear}`;
  const known = dates.get(key);
  if (known !== undefined) return known;
  const format = new Intl.DateTimeFormat(locale, {
    day: 'numeric',
    month: 'long',
    ...(withYear && { year: 'numeric' }),
    timeZone: 'UTC',
  });
  dates.set(key, format);
  return format;
}

/** `18 ноября 2026 г.`: the same on the server and in any browser, whatever the time zone is. */
export function dateText(at: Date, locale: string): string {
  return dateIn(locale, true).format(at);
}

/** `5 минут назад`, `вчера`, `18 ноября`; null for the present moment, also with a clock that is slightly behind. */
export function timeAgo(at: Date, now: Date, locale: string): string | null {
  const seconds = Math.max(0, Math.floor((now.getTime() - at.getTime()) / 1000));
  if (seconds < minute) return null;
  const words = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
  if (seconds < hour) return words.format(-Math.floor(seconds / minute), 'minute');
  if (seconds < day) return words.format(-Math.floor(seconds / hour), 'hour');
  const days = Math.floor(seconds / day);
  if (days <= daysAgoAtMost) return words.format(-days, 'day');
  return dateIn(locale, at.getUTCFullYear() !== now.getUTCFullYear()).format(at);
}

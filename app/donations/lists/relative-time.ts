import { agoText, dateText } from '#base/text/dates.ts';
import { dayIn, daysIn } from '#base/text/days.ts';

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

/** After this many days the date is shown. */
const daysAgoAtMost = 6;

/**
 * `5 минут назад`, `вчера`, `18 ноября`, by the days of a time zone; null for the present moment, also with a clock that is slightly behind.
 */
export function timeAgo(at: Date, now: Date, locale: string, timeZone: string): string | null {
  const seconds = Math.max(0, Math.floor((now.getTime() - at.getTime()) / 1000));
  if (seconds < minute) return null;
  if (seconds < hour) return agoText(Math.floor(seconds / minute), 'minute', locale);
  if (seconds < day) return agoText(Math.floor(seconds / hour), 'hour', locale);
  const from = dayIn(timeZone, at);
  const to = dayIn(timeZone, now);
  // A day with a change of clocks may have 25 hours.
  const days = Math.max(1, daysIn({ from, to }) - 1);
  if (days <= daysAgoAtMost) return agoText(days, 'day', locale);
  const isThisYear = from.slice(0, 4) === to.slice(0, 4);
  return dateText(at, locale, { date: isThisYear ? 'dayMonth' : 'long', timeZone });
}

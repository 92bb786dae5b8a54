import { dayAndTime } from './days.ts';
import { uzbekUnits } from './unit-text.ts';

/** How a moment is written. */
export interface Shape {
  /** `22.11.2026`, `22 нояб. 2026 г.`, `22 ноября 2026 г.`, `22 ноября`, `ноябрь`. */
  readonly date?: 'short' | 'medium' | 'long' | 'dayMonth' | 'month';
  /** `14:30` or `14:30:05`. */
  readonly time?: 'short' | 'medium';
  /** In screens `useDateText` fills in the zone of days. */
  readonly timeZone: string;
}

/** The months in Uzbek, which browsers do not know. */
const uzbekMonths = 'yanvar fevral mart aprel may iyun iyul avgust sentabr oktabr noyabr dekabr'.split(' ');

function uzbekText(at: Date, { date, time, timeZone }: Shape): string {
  const [day, clock] = dayAndTime(timeZone, at);
  const [year, month, dayOfMonth] = day.split('-');
  const name = uzbekMonths[Number(month) - 1];
  const words = `${Number(dayOfMonth)}-${name}`;
  const dates = {
    short: `${dayOfMonth}.${month}.${year}`,
    dayMonth: words,
    medium: `${words}, ${year}`,
    month: name,
  };
  const shown = [date && dates[date === 'long' ? 'medium' : date], time && clock.slice(0, time === 'short' ? 5 : 8)];
  return shown.filter(Boolean).join(', ');
}

/** A moment in words. Browsers have no Uzbek dates, so its words stand here: the server and every browser show the same. */
export function dateText(at: Date | string, locale: string, shape: Shape): string {
  const { date, time, timeZone } = shape;
  const moment = new Date(at);
  if (locale === 'uz') return uzbekText(moment, shape);
  const clock = time && ({ hour: '2-digit', minute: '2-digit' } as const);
  const language = locale === 'en' ? 'en-GB' : locale;
  if (date === 'month') return moment.toLocaleString(language, { timeZone, month: 'long' });
  return moment.toLocaleString(language, {
    timeZone,
    ...(date === 'dayMonth' ? { day: 'numeric', month: 'long', ...clock } : { dateStyle: date, timeStyle: time }),
  });
}

/** A day `YYYY-MM-DD` in words; by default as people type it: `21.11.2026`, in English `21/11/2026`. */
export function dayText(day: string, locale: string, date: Shape['date'] = 'short'): string {
  return dateText(`${day}T12:00:00Z`, locale, { date, timeZone: 'UTC' });
}

/** A month `YYYY-MM` in words: `Октябрь 2026`. */
export function monthText(month: string, locale: string): string {
  const first = new Date(`${month}-01T12:00:00Z`);
  const named = first.toLocaleString(locale === 'en' ? 'en-GB' : locale, { month: 'long', timeZone: 'UTC' });
  const name = locale === 'uz' ? (uzbekMonths[first.getUTCMonth()] ?? '') : named;
  return `${name.slice(0, 1).toLocaleUpperCase(locale)}${name.slice(1)} ${month.slice(0, 4)}`;
}

/** `5 минут назад`, `вчера`. */
export function agoText(count: number, unit: 'minute' | 'hour' | 'day', locale: string): string {
  if (locale !== 'uz') return new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(-count, unit);
  return unit === 'day' && count === 1 ? 'kecha' : `${count} ${uzbekUnits[unit]} oldin`;
}

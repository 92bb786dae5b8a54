import { uzbekUnits } from './unit-text.ts';

interface Shape {
  /** `22.11.2026`, `22 нояб. 2026 г.`, `22 ноября 2026 г.`, `22 ноября`. */
  readonly date?: 'short' | 'medium' | 'long' | 'dayMonth';
  /** `14:30` or `14:30:05`. */
  readonly time?: 'short' | 'medium';
  /** Without it, the zone of the reader; the server must name one. */
  readonly timeZone?: string;
}

const months = 'yanvar fevral mart aprel may iyun iyul avgust sentabr oktabr noyabr dekabr'.split(' ');

function uzbekText(at: Date, { date, time, timeZone }: Shape): string {
  const [day = '', clock = ''] = at.toLocaleString('sv', { timeZone }).split(' ');
  const [year, month, dayOfMonth] = day.split('-');
  const words = `${Number(dayOfMonth)}-${months[Number(month) - 1]}`;
  const dates = { short: `${dayOfMonth}.${month}.${year}`, dayMonth: words, medium: `${words}, ${year}` };
  const shown = [date && dates[date === 'long' ? 'medium' : date], time && clock.slice(0, time === 'short' ? 5 : 8)];
  return shown.filter(Boolean).join(', ');
}

/** A moment in words. Browsers have no Uzbek dates, so its words stand here: the server and every browser show the same. */
export function dateText(at: Date | string, locale: string, shape: Shape): string {
  const { date, time, timeZone } = shape;
  const moment = new Date(at);
  if (locale === 'uz') return uzbekText(moment, shape);
  const clock = time && ({ hour: '2-digit', minute: '2-digit' } as const);
  return moment.toLocaleString(locale === 'en' ? 'en-GB' : locale, {
    timeZone,
    ...(date === 'dayMonth' ? { day: 'numeric', month: 'long', ...clock } : { dateStyle: date, timeStyle: time }),
  });
}

/** `5 минут назад`, `вчера`. */
export function agoText(count: number, unit: 'minute' | 'hour' | 'day', locale: string): string {
  if (locale !== 'uz') return new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(-count, unit);
  return unit === 'day' && count === 1 ? 'kecha' : `${count} ${uzbekUnits[unit]} oldin`;
}

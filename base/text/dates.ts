import { uzbekUnits } from './unit-text.ts';

/** How a date is shown: `22.11.2026`, `22 нояб. 2026 г.`, `22 ноября 2026 г.`, `22 ноября`. */
type DateStyle = 'short' | 'medium' | 'long' | 'dayMonth';

interface Shape {
  readonly date?: DateStyle;
  /** `14:30` or `14:30:05`. */
  readonly time?: 'short' | 'medium';
  /** Without it, the zone of the reader; the server must name one. */
  readonly timeZone?: string;
}

const months = 'yanvar fevral mart aprel may iyun iyul avgust sentabr oktabr noyabr dekabr'.split(' ');
const shortMonths = 'yan fev mar apr may iyn iyl avg sen okt noy dek'.split(' ');

const numeric = { year: 'numeric', month: '2-digit', day: '2-digit' } as const;
const dates: Readonly<Record<DateStyle, Intl.DateTimeFormatOptions>> = {
  short: numeric,
  medium: { ...numeric, day: 'numeric', month: 'short' },
  long: { ...numeric, day: 'numeric', month: 'long' },
  dayMonth: { day: 'numeric', month: 'long' },
};
const clock = { hour: '2-digit', minute: '2-digit' } as const;
const times = { short: clock, medium: { ...clock, second: '2-digit' } } as const;

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = locale + JSON.stringify(options);
  const format = formats.get(key) ?? new Intl.DateTimeFormat(locale, options);
  formats.set(key, format);
  return format;
}

function uzbekDate(at: Date, style: DateStyle, timeZone: string | undefined): string {
  const parts = formatOf('en-GB', { ...numeric, timeZone }).formatToParts(at);
  const [day = '', month = '', year = ''] = parts.filter(({ type }) => type !== 'literal').map(({ value }) => value);
  if (style === 'short') return `${day}.${month}.${year}`;
  const words = `${Number(day)}-${(style === 'medium' ? shortMonths : months)[Number(month) - 1]}`;
  return style === 'dayMonth' ? words : `${words}, ${year}`;
}

/** A moment in words. Browsers have no Uzbek dates, so its words stand here: the server and every browser show the same. */
export function dateText(at: Date | string, locale: string, { date, time, timeZone }: Shape): string {
  const moment = new Date(at);
  const timeOptions = time && times[time];
  if (locale !== 'uz')
    return formatOf(locale === 'en' ? 'en-GB' : locale, { ...(date && dates[date]), ...timeOptions, timeZone }).format(
      moment,
    );
  const words = [
    date && uzbekDate(moment, date, timeZone),
    timeOptions && formatOf('en-GB', { ...timeOptions, timeZone }).format(moment),
  ];
  return words.filter(Boolean).join(', ');
}

/** `5 минут назад`, `вчера`. */
export function agoText(count: number, unit: 'minute' | 'hour' | 'day', locale: string): string {
  if (locale !== 'uz') return new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(-count, unit);
  return unit === 'day' && count === 1 ? 'kecha' : `${count} ${uzbekUnits[unit]} oldin`;
}

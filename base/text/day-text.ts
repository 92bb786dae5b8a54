import { isDay } from './days.ts';

/** The first and the last day that is read. */
export const firstDay = '1900-01-01';
export const lastDay = '2099-12-31';

const shapes = [
  /^(?<day>\d{1,2})[\s./-]+(?<month>\d{1,2})[\s./-]+(?<year>\d{4}|\d\d)$/,
  /^(?<day>\d\d)(?<month>\d\d)(?<year>\d{4}|\d\d)$/,
  /^(?<year>\d{4})-(?<month>\d{1,2})-(?<day>\d{1,2})$/,
];

/** The year, month and day of a typed text; null: it has no form of a day. */
function partsOf(text: string) {
  for (const shape of shapes) {
    const { day, month, year } = shape.exec(text.trim())?.groups ?? {};
    if (day !== undefined && month !== undefined && year !== undefined) return { day, month, year };
  }
  return null;
}

/** `YYYY-MM-DD`, though the calendar may have no such day. */
const written = ({ day, month, year }: { day: string; month: string; year: string }) =>
  `${year.padStart(4, '20')}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;

/**
 * The day that a typed text names: day, month and year in this order, with any separators or none, or `YYYY-MM-DD`. Null: none. While
 * somebody is typing, a year of two digits is not yet the year that he means: `isTyping` leaves it out.
 */
export function parseDay(text: string, { isTyping = false } = {}): string | null {
  const parts = partsOf(text);
  if (parts === null || (parts.year.length < 4 && isTyping)) return null;
  const day = written(parts);
  return isDay(day) && firstDay <= day && day <= lastDay ? day : null;
}

/**
 * Why a text that has the form of a day is refused: the calendar lacks it (`31.02.2026`), or it is before the first or after the last that may be
 * meant. Null: it may, or it has another form.
 */
export function dayFault(text: string, first = firstDay, last = lastDay): 'none' | 'early' | 'late' | null {
  const parts = partsOf(text);
  if (parts === null) return null;
  const day = written(parts);
  if (!isDay(day)) return 'none';
  if (day < first) return 'early';
  return day > last ? 'late' : null;
}

/** The time `HH:MM` that a typed text names: `9:30`, `09.30`, `0930`. Null: none. */
export function parseTime(text: string): string | null {
  const { hour, minute } = /^(?<hour>\d{1,2})\D?(?<minute>\d\d)$/.exec(text.trim())?.groups ?? {};
  if (hour === undefined || minute === undefined || Number(hour) > 23 || Number(minute) > 59) return null;
  return `${hour.padStart(2, '0')}:${minute}`;
}

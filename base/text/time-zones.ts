import { dayAfter, isDay } from './days.ts';

/** V8 also accepts abbreviations such as `NET` or `BST`, which PostgreSQL lacks or reads as another zone. These are names of zones. */
const shortNames = new Set('CET EET EST GMT HST MET MST PRC ROC ROK UCT UTC WET'.split(' '));

/** Whether it is the name of a time zone, as browsers report it: `Asia/Tashkent`, `UTC`. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]+(?:[/_+-][A-Za-z0-9_+-]+)*$/.test(name)) return false;
  if (name.length === 3 && !shortNames.has(name.toUpperCase())) return false;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

/** The moment at which a day starts in a time zone. */
export const startOfDay = (day: string, timeZone: string): Date => momentIn(timeZone, day, '00:00');

/** The moment of a day and a time `HH:MM` in a time zone. */
export function momentIn(timeZone: string, day: string, time: string): Date {
  const wanted = Date.parse(`${day}T${time}:00Z`);
  // The offset from UTC may differ before and after a change of clocks, so it is read again at the first result.
  const first = wanted - offsetAt(timeZone, wanted);
  return new Date(wanted - offsetAt(timeZone, first));
}

/** A period from its first moment to the one after its last; null: no bound on that side. */
export interface Period {
  readonly from: Date | null;
  readonly to: Date | null;
}

/** What a call's `From` and `To` mean: a day is meant whole, in the time zone; a moment as `To` is the first one after the period. */
export function periodOf(
  { From, To }: { readonly From?: string | undefined; readonly To?: string | undefined },
  timeZone: string,
): Period {
  const momentOf = (text: string, after: number) =>
    isDay(text) ? startOfDay(dayAfter(text, after), timeZone) : new Date(text);
  return {
    from: From === undefined ? null : momentOf(From, 0),
    to: To === undefined ? null : momentOf(To, 1),
  };
}

function offsetAt(timeZone: string, moment: number): number {
  const parts = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  }).formatToParts(moment);
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((one) => one.type === type)?.value ?? '0';
  const local = `${part('year')}-${part('month')}-${part('day')}T${part('hour')}:${part('minute')}:${part('second')}Z`;
  return Date.parse(local) - Math.floor(moment / 1_000) * 1_000;
}

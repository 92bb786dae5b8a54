const dayMilliseconds = 86_400_000;

/** All days from one to another, inclusive, as `2026-01-31`. */
export function daysBetween(from: string, to: string): string[] {
  const days: string[] = [];
  for (let at = Date.parse(from); at <= Date.parse(to); at += dayMilliseconds) {
    days.push(new Date(at).toISOString().slice(0, 10));
  }
  return days;
}

/** The day so many days later, or earlier where negative. */
export function dayAfter(day: string, days: number): string {
  return new Date(Date.parse(day) + days * dayMilliseconds).toISOString().slice(0, 10);
}

/** The day of a moment in a time zone. */
export function dayOf(moment: Date, timeZone: string): string {
  return new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(moment);
}

/** The first moment of a day in a time zone. */
export function startOfDay(day: string, timeZone: string): Date {
  const clock = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  const wanted = Date.parse(`${day}T00:00:00Z`);
  const shown = Date.parse(`${clock.format(new Date(wanted)).replace(' ', 'T')}Z`);
  return new Date(wanted - (shown - wanted));
}

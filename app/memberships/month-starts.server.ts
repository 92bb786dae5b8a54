/** The moment of the first month; every month begins at its day and time of the time zone. */
export interface MonthAnchor {
  readonly at: Date;
  readonly timeZone: string;
}

const inZone = (moment: Date, timeZone: string) =>
  Temporal.Instant.fromEpochMilliseconds(moment.getTime()).toZonedDateTimeISO(timeZone);

/**
 * The first start of a month after a moment. Counted from the anchor each time, so that a month without its day, or a time that a change of
 * clocks leaves out, moves only its own start (docs/rules.md#memberships).
 */
export function nextMonthStart({ at, timeZone }: MonthAnchor, after: Date): Date {
  const first = inZone(at, timeZone);
  const passed = inZone(after, timeZone);
  for (let months = (passed.year - first.year) * 12 + passed.month - first.month; ; months += 1) {
    const start = new Date(first.add({ months }).epochMilliseconds);
    if (start > after) return start;
  }
}

/** The first day of the calendar month of a moment, `2026-11-01`. */
export function calendarMonth(moment: Date, timeZone: string): string {
  return inZone(moment, timeZone).toPlainDate().with({ day: 1 }).toString();
}

/** A calendar month, `2026-11-01`, and those before it: `count` in all, the oldest first. */
export function monthsUntil(month: string, count: number): string[] {
  const last = Temporal.PlainDate.from(month);
  return Array.from({ length: count }, (_, at) => last.subtract({ months: count - 1 - at }).toString());
}

/** The end of so many months in a row that begin with a moment. */
export function endOfMonths(anchor: MonthAnchor, count: number): Date {
  let end = anchor.at;
  for (let month = 0; month < count; month += 1) end = nextMonthStart(anchor, end);
  return end;
}

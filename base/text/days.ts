/** A period of whole days, both included; days are written `YYYY-MM-DD`. In a filter an empty one is no bound on its side. */
export interface DayPeriod {
  readonly from: string;
  readonly to: string;
}

const milliseconds = 86_400_000;

/** The day and the time `HH:MM:SS` of a moment in a time zone. */
export function dayAndTime(timeZone: string, moment: Date): readonly [day: string, time: string] {
  const [day = '', time = ''] = moment.toLocaleString('sv', { timeZone }).split(' ');
  return [day, time];
}

/** The day in a time zone at a moment. */
export const dayIn = (timeZone: string, moment: Date): string => dayAndTime(timeZone, moment)[0];

/** The day `days` days later, or earlier for a negative number. */
export function dayAfter(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * milliseconds).toISOString().slice(0, 10);
}

/** How many days a period has, both ends included; 0 or less where it ends before it starts. */
export function daysIn({ from, to }: DayPeriod): number {
  return (Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / milliseconds + 1;
}

/** All days of a period in order. */
export function eachDay(period: DayPeriod): string[] {
  return Array.from({ length: Math.max(0, daysIn(period)) }, (_, at) => dayAfter(period.from, at));
}

/** Whether a text is a day of the calendar. */
export function isDay(text: string): boolean {
  return (
    /^\d{4}-\d\d-\d\d$/.test(text) && Number.isFinite(Date.parse(`${text}T00:00:00Z`)) && dayAfter(text, 0) === text
  );
}

/** The day `months` months later, or earlier for a negative number; the 31st becomes the last day of a shorter month. */
export function monthAfter(day: string, months: number): string {
  const [year = 0, month = 0, dayOfMonth = 0] = day.split('-').map(Number);
  const lastOfMonth = new Date(Date.UTC(year, month + months, 0));
  lastOfMonth.setUTCDate(Math.min(dayOfMonth, lastOfMonth.getUTCDate()));
  return lastOfMonth.toISOString().slice(0, 10);
}

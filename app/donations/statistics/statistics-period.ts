import { dayAfter } from '#base/text/days.ts';

/** The longest period of statistics in days. */
export const mostDays = 1_098;

/** A day, or the last one that statistics from `from` reach if it is later. */
export function withinReach(day: string, from: string): string {
  if (from === '') return day;
  const last = dayAfter(from, mostDays - 1);
  return day < last ? day : last;
}

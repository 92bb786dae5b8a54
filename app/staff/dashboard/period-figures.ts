import { percentText } from '#base/text/percent-text.ts';

interface ReviewedDay {
  readonly decisions: number;
  readonly reviewSeconds: number | null;
}

/** The sum of a figure over days. */
export function sumOf<Day>(days: readonly Day[], value: (day: Day) => number): number {
  return days.reduce((sum, day) => sum + value(day), 0);
}

/** The mean of the daily medians in seconds, weighted by decisions; null: nothing was decided. */
export function reviewTime(days: readonly ReviewedDay[]): number | null {
  const decided = sumOf(days, ({ decisions }) => decisions);
  if (decided === 0) return null;
  return sumOf(days, ({ decisions, reviewSeconds }) => decisions * (reviewSeconds ?? 0)) / decided;
}

/** The change from the period before in whole per cent, `+12 %`; null: there is nothing to compare with, or it says nothing. */
export function growthOf(now: number | null, before: number | null, locale: string): string | null {
  if (now === null || before === null || before === 0) return null;
  const percent = Math.round((now / before - 1) * 100);
  if (percent === 0 || percent > 999) return null;
  return `${percent > 0 ? '+' : '−'}${percentText(Math.abs(percent), locale)}`;
}

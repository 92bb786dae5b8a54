import { dateText } from '#base/text/dates.ts';
import type { ShownGoal } from './widget-shapes.ts';

interface Reader {
  readonly now: Date;
  readonly locale: string;
  /** Of days. */
  readonly timeZone: string;
}

/** From when on donations count for a goal that has not begun, in words; null: they count already, or not donations do but members. */
export function goalStart(
  { since, members }: Pick<ShownGoal, 'since' | 'members'>,
  { now, locale, timeZone }: Reader,
): string | null {
  const isLater = since !== null && members === null && Date.parse(since) > now.getTime();
  if (!isLater) return null;
  // The day and its time are read in one line.
  return dateText(since, locale, { date: 'long', time: 'short', timeZone }).replaceAll(' ', '\u00a0');
}

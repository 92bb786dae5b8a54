import { useLingui } from '@lingui/react';
import { useDayZone } from '#base/pages/day-zone.ts';
import { dateText, type Shape } from '#base/text/dates.ts';

/** Returns what writes a moment in the visitor's language and the time zone of days. */
export function useDateText(): (at: Date | string, shape: Omit<Shape, 'timeZone'>) => string {
  const { i18n } = useLingui();
  const timeZone = useDayZone();
  return (at, shape) => dateText(at, i18n.locale, { ...shape, timeZone });
}

import { useLingui } from '@lingui/react';
import { useDayZone } from '#base/pages/day-zone.ts';
import { dateText } from '#base/text/dates.ts';
import { dayIn } from '#base/text/days.ts';
import { serverNow } from '#base/text/server-clock.ts';

/** Returns what writes the day and the time of a moment; its year only where it is another than this one. */
export function useMomentText(): (at: Date | string) => string {
  const { i18n } = useLingui();
  const timeZone = useDayZone();
  const yearOf = (at: Date) => dayIn(timeZone, at).slice(0, 4);
  return (at) => {
    const date = yearOf(new Date(at)) === yearOf(serverNow()) ? 'dayMonth' : 'medium';
    return dateText(at, i18n.locale, { date, time: 'short', timeZone });
  };
}

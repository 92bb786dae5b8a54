import { useLingui } from '@lingui/react/macro';
import { unitText } from '#base/text/unit-text.ts';

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

/** Formats seconds in their largest unit: `3 ч`. */
export function useDuration(): (seconds: number) => string {
  const { i18n } = useLingui();
  const unit = (value: number, name: 'minute' | 'hour' | 'day') =>
    unitText(value, name, i18n.locale, value < 10 ? 1 : 0);
  return (seconds) => {
    if (seconds >= 2 * day) return unit(seconds / day, 'day');
    return seconds >= hour ? unit(seconds / hour, 'hour') : unit(Math.round(seconds / minute), 'minute');
  };
}

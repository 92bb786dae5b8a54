import { useLingui } from '@lingui/react/macro';

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

/** Formats seconds in their largest unit: `3 ч`. */
export function useDuration(): (seconds: number) => string {
  const { i18n } = useLingui();
  const unit = (value: number, name: 'minute' | 'hour' | 'day') =>
    i18n.number(value, { style: 'unit', unit: name, unitDisplay: 'short', maximumFractionDigits: value < 10 ? 1 : 0 });
  return (seconds) => {
    if (seconds >= 2 * day) return unit(seconds / day, 'day');
    return seconds >= hour ? unit(seconds / hour, 'hour') : unit(Math.round(seconds / minute), 'minute');
  };
}

import { Trans, useLingui } from '@lingui/react/macro';
import { dayText } from '#base/text/dates.ts';

/** Days from one to another, both `YYYY-MM-DD`, in words: `28–30 ноября`, `28 ноября – 2 декабря`, `28 ноября`. */
function dayRangeText(from: string, to: string, locale: string): string {
  if (from === to) return dayText(from, locale, 'dayMonth');
  if (locale === 'uz') {
    const [first, last] = [from, to].map((day) => dayText(day, locale, 'dayMonth'));
    return from.slice(0, 7) === to.slice(0, 7) ? `${Number(from.slice(8))}–${last}` : `${first} – ${last}`;
  }
  const days = new Intl.DateTimeFormat(locale === 'en' ? 'en-GB' : locale, {
    day: 'numeric',
    month: 'long',
    timeZone: 'UTC',
  });
  return days.formatRange(new Date(`${from}T12:00:00Z`), new Date(`${to}T12:00:00Z`));
}

interface DaysProps {
  readonly from: string;
  readonly to: string;
}

/** Days from one to another. */
export function DayRange({ from, to }: DaysProps) {
  const { i18n } = useLingui();
  return <span>{dayRangeText(from, to, i18n.locale)}</span>;
}

/** The days in which a delivery is expected. */
export function ExpectedDays({ from, to }: DaysProps) {
  const { i18n } = useLingui();
  const days = dayRangeText(from, to, i18n.locale);
  return (
    <span>
      <Trans>Придёт {days}</Trans>
    </span>
  );
}

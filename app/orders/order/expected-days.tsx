import { Trans, useLingui } from '@lingui/react/macro';
import { dateText } from '#base/text/dates.ts';

/** Days from one to another, both `YYYY-MM-DD`, in words: `28–30 ноября`, `28 ноября – 2 декабря`, `28 ноября`. */
function dayRangeText(from: string, to: string, locale: string): string {
  const shape = { date: 'dayMonth', timeZone: 'UTC' } as const;
  if (from === to) return dateText(`${from}T12:00:00Z`, locale, shape);
  if (locale === 'uz') {
    const [first, last] = [from, to].map((day) => dateText(`${day}T12:00:00Z`, locale, shape));
    return from.slice(0, 7) === to.slice(0, 7) ? `${Number(from.slice(8))}–${last}` : `${first} – ${last}`;
  }
  const days = new Intl.DateTimeFormat(locale === 'en' ? 'en-GB' : locale, {
    ...{ day: 'numeric', month: 'long', timeZone: 'UTC' },
  });
  return days.formatRange(new Date(`${from}T12:00:00Z`), new Date(`${to}T12:00:00Z`));
}

/** The days in which a delivery is expected. */
export function ExpectedDays({ from, to }: { readonly from: string; readonly to: string }) {
  const { i18n } = useLingui();
  const days = dayRangeText(from, to, i18n.locale);
  return (
    <span>
      <Trans>Придёт {days}</Trans>
    </span>
  );
}

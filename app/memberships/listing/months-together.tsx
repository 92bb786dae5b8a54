import { Plural, useLingui } from '@lingui/react/macro';
import { dateText } from '#base/text/dates.ts';

/** Since which day a membership is there, and how many months were paid. */
export function MonthsTogether({ since, months }: { readonly since: string; readonly months: number }) {
  const { i18n } = useLingui();
  return (
    <>
      {dateText(since, i18n.locale, { date: 'short' })}{' '}
      <small>
        <Plural value={months} one="# месяц" few="# месяца" many="# месяцев" other="# месяца" />
      </small>
    </>
  );
}

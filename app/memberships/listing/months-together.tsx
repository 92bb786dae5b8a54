import { Plural } from '@lingui/react/macro';
import { useDateText } from '#base/ui/dates/use-date-text.ts';

/** Since which day a membership is there, and how many months were paid. */
export function MonthsTogether({ since, months }: { readonly since: string; readonly months: number }) {
  const dateText = useDateText();
  return (
    <>
      {dateText(since, { date: 'short' })}{' '}
      <small>
        <Plural value={months} one="# месяц" few="# месяца" many="# месяцев" other="# месяца" />
      </small>
    </>
  );
}

import { Plural } from '@lingui/react/macro';
import { useDateText } from '#base/ui/dates/use-date-text.ts';

interface MonthsTogetherProps {
  readonly since: string;
  readonly months: number;
  /** As all days in the lists of the staff are written. */
  readonly isForStaff?: boolean;
}

/** Since which day a membership is there, and how many months were paid. */
export function MonthsTogether({ since, months, isForStaff = false }: MonthsTogetherProps) {
  const dateText = useDateText();
  return (
    <>
      {dateText(since, { date: isForStaff ? 'short' : 'medium' })}{' '}
      <small>
        <Plural value={months} one="# месяц" few="# месяца" many="# месяцев" other="# месяца" />
      </small>
    </>
  );
}

import { useLingui } from '@lingui/react/macro';
import type { DayPeriod } from '#base/text/days.ts';
import { Stack } from '#base/ui/layout/parts.tsx';
import { DayField } from './day-field.tsx';
import classes from './day-range.module.css';

interface DayRangeProps extends DayPeriod {
  /** The last day that may be chosen; empty: no bound. */
  readonly max?: string;
  /** The label of the first day where «С» alone would be unclear. */
  readonly fromLabel?: string;
  readonly toLabel?: string;
  readonly onChoose: (period: DayPeriod) => void;
}

/** The first and the last day of a period; neither passes the other. */
export function DayRange({ from, to, max = '', fromLabel, toLabel, onChoose }: DayRangeProps) {
  const { t } = useLingui();
  return (
    <Stack className={classes.range} gap={12}>
      <DayField
        label={fromLabel ?? t`С`}
        value={from}
        max={to === '' ? max : to}
        onChoose={(day) => onChoose({ from: day, to })}
        onChoosePeriod={onChoose}
      />
      <DayField
        label={toLabel ?? t`По`}
        value={to}
        min={from}
        max={max}
        onChoose={(day) => onChoose({ from, to: day })}
        onChoosePeriod={onChoose}
      />
    </Stack>
  );
}

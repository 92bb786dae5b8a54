import { Trans, useLingui } from '@lingui/react/macro';
import { useSearchParams } from 'react-router';
import { Field } from '#base/ui/fields/field.tsx';
import { HiddenLegend } from '#base/ui/fields/hidden-legend.tsx';
import { dayAfter, dayIn } from './statistics-period.ts';
import classes from './statistics-screen.module.css';

interface PeriodPickerProps {
  /** The shown days, both included; empty: no bound on that side. */
  readonly from: string;
  readonly to: string;
  /** Whether all time can be chosen. */
  readonly hasAll?: boolean;
}

const spans = [7, 30, 90, 365] as const;

/** The period of a screen, stored in the address as `from` and `to`. */
export function PeriodPicker({ from, to, hasAll = false }: PeriodPickerProps) {
  const { t } = useLingui();
  const [, setParams] = useSearchParams();
  const today = dayIn(Intl.DateTimeFormat().resolvedOptions().timeZone, new Date());
  const names = { 7: t`7 дней`, 30: t`30 дней`, 90: t`90 дней`, 365: t`Год` };

  function choose(period: { from: string; to: string }) {
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        next.delete('page');
        for (const [name, day] of Object.entries(period)) {
          if (day === '') next.delete(name);
          else next.set(name, day);
        }
        return next;
      },
      { preventScrollReset: true },
    );
  }

  return (
    <div className={classes.period}>
      <fieldset className={classes.measures}>
        <HiddenLegend>{t`Период`}</HiddenLegend>
        {hasAll && (
          <button type="button" aria-pressed={from === '' && to === ''} onClick={() => choose({ from: '', to: '' })}>
            <Trans>Всё время</Trans>
          </button>
        )}
        {spans.map((days) => {
          const start = dayAfter(today, 1 - days);
          return (
            <button
              key={days}
              type="button"
              aria-pressed={from === start && to === today}
              onClick={() => choose({ from: start, to: today })}
            >
              {names[days]}
            </button>
          );
        })}
      </fieldset>
      <div className={classes.days}>
        <Field
          label={t`С`}
          type="date"
          value={from}
          max={to === '' ? today : to}
          onChange={(event) => choose({ from: event.currentTarget.value, to: to === '' && !hasAll ? today : to })}
        />
        <Field
          label={t`По`}
          type="date"
          value={to}
          min={from}
          max={today}
          onChange={(event) => choose({ from, to: event.currentTarget.value })}
        />
      </div>
    </div>
  );
}

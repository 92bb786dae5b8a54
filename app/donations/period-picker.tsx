import { useLingui } from '@lingui/react/macro';
import { useDayZone } from '#base/pages/day-zone.ts';
import { dayAfter, dayIn } from '#base/text/days.ts';
import { serverNow } from '#base/text/server-clock.ts';
import { Choice } from '#base/ui/choices/choice.tsx';
import { ChoiceRows } from '#base/ui/choices/choice-rows.tsx';
import { DayRange } from '#base/ui/dates/day-range.tsx';
import { useAddressPeriod } from '#base/ui/lists/address-period.ts';
import { withinReach } from './statistics/statistics-period.ts';

interface PeriodPickerProps {
  /** The shown days, both included; empty: no bound on that side. */
  readonly from: string;
  readonly to: string;
  /** Whether all time can be chosen. */
  readonly hasAll?: boolean;
}

/** The period of a screen, stored in the address as `from` and `to`. */
export function PeriodPicker({ from, to, hasAll = false }: PeriodPickerProps) {
  const { t } = useLingui();
  const [, choose] = useAddressPeriod();
  const today = dayIn(useDayZone(), serverNow());
  const all = { value: 'all', content: t`Всё время`, period: { from: '', to: '' } };
  const last = (days: number, content: string) => ({
    value: String(days),
    content,
    period: { from: dayAfter(today, 1 - days), to: today },
  });
  const spans = [
    ...(hasAll ? [all] : []),
    last(1, t`Сегодня`),
    last(7, t`7 дней`),
    last(30, t`30 дней`),
    last(90, t`90 дней`),
    last(365, t`Год`),
  ];
  const choice = (
    <Choice
      label={t`Период`}
      options={spans}
      value={spans.find(({ period }) => period.from === from && period.to === to)?.value}
      onChange={(chosen) => choose(spans.find(({ value }) => value === chosen)?.period ?? all.period)}
    />
  );
  return (
    <>
      {/* Five short ones find room in one line of a phone. */}
      {hasAll ? <ChoiceRows>{choice}</ChoiceRows> : choice}
      <DayRange
        from={from}
        to={to}
        max={hasAll ? today : withinReach(today, from)}
        onChoose={(period) => choose(hasAll ? period : { ...period, to: withinReach(period.to || today, period.from) })}
      />
    </>
  );
}

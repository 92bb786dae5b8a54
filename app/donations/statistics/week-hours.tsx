import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { formatAmount } from '#base/money/money.ts';
import { Choice } from '#base/ui/choices/choice.tsx';
import { useSumText } from '#base/ui/page/use-sum-text.ts';
import { Section } from '#base/ui/panel/section.tsx';
import classes from './week-hours.module.css';

interface HourOfWeek {
  /** 1 for Monday to 7. */
  readonly weekday: number;
  readonly hour: number;
  readonly count: number;
  readonly amount: number;
}

const hours = Array.from({ length: 24 }, (_, hour) => hour);
const levels = 4;

const clock = (hour: number) => `${String(hour).padStart(2, '0')}:00`;

/** When donations come: each hour of the week, the darker the more. */
export function WeekHours({ found, currency }: { readonly found: readonly HourOfWeek[]; readonly currency: string }) {
  const { t } = useLingui();
  const sumText = useSumText(currency);
  const [isMoney, setMoney] = useState(false);
  const days = [t`Пн`, t`Вт`, t`Ср`, t`Чт`, t`Пт`, t`Сб`, t`Вс`];
  const measure = (one: HourOfWeek) => (isMoney ? one.amount : one.count);
  const words = isMoney ? sumText : formatAmount;
  const known = new Map(found.map((one) => [one.weekday * 24 + one.hour, measure(one)]));
  const most = Math.max(0, ...known.values());
  const best = found.find((one) => measure(one) === most);
  const [bestDay, bestHour] = best ? [days[best.weekday - 1] ?? '', clock(best.hour)] : ['', ''];
  return (
    <Section title={<Trans>Когда вас поддерживают</Trans>} card>
      <Choice
        label={t`Что показать по часам`}
        options={[
          { value: 'count', content: t`Донаты` },
          { value: 'amount', content: t`Сумма` },
        ]}
        value={isMoney ? 'amount' : 'count'}
        onChange={(shown) => setMoney(shown === 'amount')}
      />
      {best !== undefined && (
        <p>
          <Trans>
            Больше всего: {bestDay}, {bestHour}
          </Trans>
        </p>
      )}
      <table className={classes.week} aria-label={t`По часам недели`}>
        <thead>
          <tr>
            <td />
            {[0, 6, 12, 18].map((hour) => (
              <th key={hour} scope="colgroup" colSpan={6}>
                {clock(hour)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {days.map((day, at) => (
            <tr key={day}>
              <th scope="row">{day}</th>
              {hours.map((hour) => {
                const value = known.get((at + 1) * 24 + hour) ?? 0;
                const text = words(value);
                return (
                  <td
                    key={hour}
                    data-level={value === 0 ? 0 : Math.ceil((value / most) * levels)}
                    title={`${day}, ${clock(hour)}: ${text}`}
                  >
                    {value > 0 && <span className="spoken">{`${clock(hour)}: ${text}`}</span>}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  );
}

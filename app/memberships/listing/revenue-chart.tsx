import { useLingui } from '@lingui/react/macro';
import { useSearchParams } from 'react-router';
import type { CallAnswer } from '#base/calls/call.ts';
import { dayText } from '#base/text/dates.ts';
import { shortMonthText } from '#base/text/short-month.ts';
import { BarChart } from '#base/ui/chart/bar-chart.tsx';
import { ViewLinks } from '#base/ui/choices/view-links.tsx';
import { usePercentText } from '#base/ui/page/use-percent-text.ts';
import { useAmountText, useSumText } from '#base/ui/page/use-sum-text.ts';
import panel from '#base/ui/panel/panel.module.css';
import type { membersCalls } from '../members.calls.ts';

type Month = CallAnswer<typeof membersCalls.revenue>['months'][number];

const measures = ['recurring', 'moves', 'churn'] as const;

interface RevenueChartProps {
  readonly months: readonly Month[];
  readonly currency: string;
}

/** Recurring revenue, members who came and went, or churn, by month; the choice is in the address. */
export function RevenueChart({ months, currency }: RevenueChartProps) {
  const { t, i18n } = useLingui();
  const amountText = useAmountText();
  const sumText = useSumText(currency);
  const percentText = usePercentText();
  const [params] = useSearchParams();
  const shown = measures.find((measure) => measure === params.get('show')) ?? 'recurring';
  const charts = {
    recurring: {
      title: t`Доход`,
      valuesOf: ({ recurring }: Month) => [recurring],
      partNames: [t`Доход`],
      words: sumText,
    },
    moves: {
      title: t`Пришли и ушли`,
      valuesOf: ({ started, ended }: Month) => [started, ended],
      partNames: [t`Пришли`, t`Ушли`],
      words: amountText,
    },
    churn: {
      title: t`Отток`,
      valuesOf: ({ churn }: Month) => [churn ?? 0],
      partNames: [t`Отток`],
      words: percentText,
    },
  };
  const { title, valuesOf, partNames, words } = charts[shown];
  const bars = months.map((month) => ({
    key: month.month,
    name: dayText(`${month.month}-15`, i18n.locale, 'month'),
    parts: valuesOf(month),
    label: { text: shortMonthText(month.month, i18n.locale), below: month.month.slice(0, 4) },
  }));
  return (
    <section className={panel.panel} aria-label={t`По месяцам`}>
      <ViewLinks
        label={t`Что показать по месяцам`}
        name="show"
        current={shown}
        views={measures.map((value) => ({ value, title: charts[value].title }))}
      />
      <BarChart title={t`${title} по месяцам`} bars={bars} partNames={partNames} words={words} />
    </section>
  );
}

import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from 'react-router';
import type { CallAnswer } from '#base/calls/call.ts';
import { Text } from '#base/ui/layout/parts.tsx';
import table from '#base/ui/lists/staff-list.module.css';
import { useSumText } from '#base/ui/page/use-sum-text.ts';
import type { overviewCalls } from '../overview.calls.ts';
import { useDuration } from '../people/use-duration.ts';
import classes from './dashboard-screen.module.css';
import { DayChart } from './day-chart.tsx';
import { growthOf, reviewTime, sumOf } from './period-figures.ts';

type Figures = CallAnswer<typeof overviewCalls.dashboard>;
type Day = Figures['days'][number];

interface Chart {
  readonly title: string;
  /** The list behind the figures. */
  readonly to: string;
  readonly note: string;
  /** The figure of a period; null: nothing to measure. */
  readonly total: (days: readonly Day[]) => number | null;
  readonly value: (day: Day) => number;
  readonly say: (value: number) => string;
  readonly isTrouble?: boolean;
}

function useCharts({ from, to, days }: Figures, currency: string): readonly Chart[] {
  const { t } = useLingui();
  const duration = useDuration();
  const money = useSumText(currency);
  const period = `from=${from}&to=${to}`;
  return [
    {
      title: t`Донаты`,
      to: `/admin/payments?state=paid&kind=donation&${period}`,
      note: t`донатов: ${sumOf(days, ({ donations }) => donations)}`,
      total: (all) => sumOf(all, ({ donationSum }) => donationSum),
      value: ({ donationSum }) => donationSum,
      say: money,
    },
    {
      title: t`Заказы`,
      to: `/admin/orders?${period}`,
      note: t`заказов: ${sumOf(days, ({ orders }) => orders)}`,
      total: (all) => sumOf(all, ({ orderSum }) => orderSum),
      value: ({ orderSum }) => orderSum,
      say: money,
    },
    {
      title: t`Регистрации`,
      to: '/admin/blogers?role=user',
      note: t`все, кто завёл аккаунт`,
      total: (all) => sumOf(all, ({ registered }) => registered),
      value: ({ registered }) => registered,
      say: String,
    },
    {
      title: t`Новые авторы`,
      to: '/admin/blogers',
      note: t`появились в списке авторов`,
      total: (all) => sumOf(all, ({ creators }) => creators),
      value: ({ creators }) => creators,
      say: String,
    },
    {
      title: t`Время проверки`,
      to: '/admin/blogers?view=queue',
      note: t`решений: ${sumOf(days, ({ decisions }) => decisions)}`,
      total: reviewTime,
      value: ({ reviewSeconds }) => reviewSeconds ?? 0,
      say: duration,
    },
    {
      title: t`Платежи не прошли`,
      to: `/admin/payments?state=failed&${period}`,
      note: t`отказы и просроченные`,
      total: (all) => sumOf(all, ({ failedPayments }) => failedPayments),
      value: ({ failedPayments }) => failedPayments,
      say: String,
      isTrouble: true,
    },
  ];
}

interface DashboardChartsProps {
  readonly figures: Figures;
  /** The days of the period before, as many. */
  readonly before: readonly Day[];
  readonly currency: string;
}

/** The figures of the period by day, each beside that of the period before. */
export function DashboardCharts({ figures, before, currency }: DashboardChartsProps) {
  const charts = useCharts(figures, currency);
  return (
    <div className={classes.charts}>
      {charts.map((chart) => (
        <ChartCard key={chart.title} chart={chart} days={figures.days} before={before} />
      ))}
    </div>
  );
}

interface ChartCardProps {
  readonly chart: Chart;
  readonly days: readonly Day[];
  readonly before: readonly Day[];
}

function ChartCard({ chart, days, before }: ChartCardProps) {
  const { t, i18n } = useLingui();
  const { title, to, note, total, value, say, isTrouble = false } = chart;
  const now = total(days);
  const earlier = total(before);
  const growth = growthOf(now, earlier, i18n.locale);
  const earlierText = earlier === null ? '—' : say(earlier);
  return (
    <Text as="section" className={classes.card} shrinks card aria-label={title}>
      <h2>
        <Link to={to}>{title}</Link>
      </h2>
      <p className={classes.total}>{now === null ? '—' : say(now)}</p>
      <p className={table.quiet}>{note}</p>
      <p className={table.quiet}>
        {growth === null ? (
          <Trans>до этого: {earlierText}</Trans>
        ) : (
          <Trans>
            до этого: {earlierText} ({growth})
          </Trans>
        )}
      </p>
      <DayChart
        label={t`${title} по дням`}
        days={days.map((day) => ({ day: day.day, value: value(day) }))}
        say={say}
        isTrouble={isTrouble}
      />
    </Text>
  );
}

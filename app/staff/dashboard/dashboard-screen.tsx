import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from 'react-router';
import { call } from '#app/call.ts';
import { PageHead } from '#base/pages/page-head.tsx';
import { dayAfter } from '#base/text/days.ts';
import { ChoiceLinks } from '#base/ui/choices/choice-links.tsx';
import { Row, Text } from '#base/ui/layout/parts.tsx';
import table from '#base/ui/lists/staff-list.module.css';
import { PageTitle } from '#base/ui/page/page-frame.tsx';
import { useSumText } from '#base/ui/page/use-sum-text.ts';
import { useDuration } from '../people/use-duration.ts';
import { useFreshView } from '../staff-counts.ts';
import type { Route } from './+types/dashboard-screen';
import classes from './dashboard-screen.module.css';
import { DashboardTable } from './dashboard-table.tsx';
import { DayChart } from './day-chart.tsx';
import { WaitingTiles } from './waiting-tiles.tsx';

const periods = [7, 30, 90] as const;

/** How many memberships are charged, wait for another try, or have stopped after all tries. */
async function loadMemberships(signal: AbortSignal) {
  const count = async (State: 'Active' | 'Overdue' | 'Paused') =>
    (await call('GET Moderator/Memberships', { query: { State, Take: 1 } }, { signal })).count;
  const [active, overdue, paused] = await Promise.all([count('Active'), count('Overdue'), count('Paused')]);
  return { active, overdue, paused };
}

/** The figures of the last `length` days. The server determines the time zone: its last day is the end of the period. */
async function loadFigures(length: number, signal: AbortSignal) {
  const whole = await call('GET Moderator/Dashboard', {}, { signal });
  if (length === 30) return whole;
  const query = { From: dayAfter(whole.to, 1 - length), To: whole.to };
  return call('GET Moderator/Dashboard', { query }, { signal });
}

export async function clientLoader({ request: { url, signal } }: Route.ClientLoaderArgs) {
  const asked = Number(new URL(url).searchParams.get('days'));
  const length = periods.find((one) => one === asked) ?? 30;
  const [figures, memberships, config] = await Promise.all([
    loadFigures(length, signal),
    loadMemberships(signal),
    call('GET Config', {}, { signal }),
  ]);
  return { length, figures, memberships, currency: config.country.currencyLabel };
}

/** Pending work and the figures of the last days; each figure links to its list. */
export default function DashboardScreen({ loaderData }: Route.ComponentProps) {
  const { t } = useLingui();
  useFreshView();
  const { length, figures, memberships, currency } = loaderData;
  return (
    <div className={table.page}>
      <PageHead title={t`Обзор`} noIndex />
      <div className={table.head}>
        <PageTitle>
          <Trans>Обзор</Trans>
        </PageTitle>
        <ChoiceLinks label={t`За сколько дней`}>
          {periods.map((days) => (
            <Link key={days} to={`/admin/dashboard?days=${days}`} aria-current={days === length ? 'page' : undefined}>
              <Trans>{days} дней</Trans>
            </Link>
          ))}
        </ChoiceLinks>
      </div>
      <WaitingTiles memberships={memberships} />
      <Charts figures={figures} currency={currency} />
      <DashboardTable days={figures.days} currency={currency} />
    </div>
  );
}

type Figures = Route.ComponentProps['loaderData']['figures'];
type Day = Figures['days'][number];

const sumOf = (days: readonly Day[], value: (day: Day) => number) => days.reduce((sum, day) => sum + value(day), 0);

/** The mean of the daily medians, weighted by decisions. */
function reviewTime(days: readonly Day[]): number | null {
  const decided = sumOf(days, ({ decisions }) => decisions);
  return decided === 0
    ? null
    : sumOf(days, ({ decisions, reviewSeconds }) => decisions * (reviewSeconds ?? 0)) / decided;
}

function Charts({ figures: { from, to, days }, currency }: { readonly figures: Figures; readonly currency: string }) {
  const { t } = useLingui();
  const duration = useDuration();
  const period = `from=${from}&to=${to}`;
  const money = useSumText(currency);
  const review = reviewTime(days);
  const charts = [
    {
      title: t`Донаты`,
      to: `/admin/payments?state=paid&kind=donation&${period}`,
      total: money(sumOf(days, ({ donationSum }) => donationSum)),
      note: t`донатов: ${sumOf(days, ({ donations }) => donations)}`,
      value: ({ donationSum }: Day) => donationSum,
      say: money,
    },
    {
      title: t`Заказы`,
      to: `/admin/orders?${period}`,
      total: money(sumOf(days, ({ orderSum }) => orderSum)),
      note: t`заказов: ${sumOf(days, ({ orders }) => orders)}`,
      value: ({ orderSum }: Day) => orderSum,
      say: money,
    },
    {
      title: t`Новые авторы`,
      to: '/admin/blogers',
      total: String(sumOf(days, ({ creators }) => creators)),
      note: t`зарегистрировались: ${sumOf(days, ({ registered }) => registered)}`,
      value: ({ creators }: Day) => creators,
      say: String,
    },
    {
      title: t`Время проверки`,
      to: '/admin/blogers?view=queue',
      total: review === null ? '—' : duration(review),
      note: t`решений: ${sumOf(days, ({ decisions }) => decisions)}`,
      value: ({ reviewSeconds }: Day) => reviewSeconds ?? 0,
      say: duration,
    },
    {
      title: t`Платежи не прошли`,
      to: `/admin/payments?state=failed&${period}`,
      total: String(sumOf(days, ({ failedPayments }) => failedPayments)),
      note: t`отказы и просроченные`,
      value: ({ failedPayments }: Day) => failedPayments,
      say: String,
    },
  ];
  return (
    <Row gap={12}>
      {charts.map(({ title, to: place, total, note, value, say }) => (
        <Text key={title} as="section" className={classes.card} shrinks card aria-label={title}>
          <h2>
            <Link to={place}>{title}</Link>
          </h2>
          <p className={classes.total}>{total}</p>
          <p className={table.quiet}>{note}</p>
          <DayChart
            label={t`${title} по дням`}
            days={days.map((day) => ({ day: day.day, value: value(day) }))}
            say={say}
          />
        </Text>
      ))}
    </Row>
  );
}

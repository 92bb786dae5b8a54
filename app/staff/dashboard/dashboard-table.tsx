import { Trans, useLingui } from '@lingui/react/macro';
import type { CallAnswer } from '#base/calls/call.ts';
import { dayText } from '#base/text/dates.ts';
import { type Column, StaffTable } from '#base/ui/lists/staff-table.tsx';
import { Sum } from '#base/ui/page/sum.tsx';
import type { overviewCalls } from '../overview.calls.ts';
import { useDuration } from '../people/use-duration.ts';
import classes from './dashboard-screen.module.css';

type Days = CallAnswer<typeof overviewCalls.dashboard>['days'];

interface DashboardTableProps {
  readonly days: Days;
  readonly currency: string;
}

/** The figures of the charts by day, the latest first. */
export function DashboardTable({ days, currency }: DashboardTableProps) {
  const { t, i18n } = useLingui();
  const duration = useDuration();
  const columns: readonly Column<Days[number]>[] = [
    {
      title: t`День`,
      cell: ({ day }) => dayText(day, i18n.locale, 'dayMonth'),
      look: 'nowrap',
      isName: true,
    },
    {
      title: t`Донаты`,
      cell: ({ donations, donationSum }) => <CountAndSum count={donations} sum={donationSum} currency={currency} />,
      look: 'number',
    },
    {
      title: t`Заказы`,
      cell: ({ orders, orderSum }) => <CountAndSum count={orders} sum={orderSum} currency={currency} />,
      look: 'number',
    },
    { title: t`Новые авторы`, cell: ({ creators }) => creators, look: 'number' },
    { title: t`Решения`, cell: ({ decisions }) => decisions, look: 'number' },
    {
      title: t`Время проверки`,
      cell: ({ reviewSeconds }) => (reviewSeconds === null ? '—' : duration(reviewSeconds)),
      look: 'number',
    },
    { title: t`Платежи не прошли`, cell: ({ failedPayments }) => failedPayments, look: 'number' },
  ];
  return (
    <details className={classes.figures}>
      <summary>
        <Trans>Цифры таблицей</Trans>
      </summary>
      <StaffTable label={t`Цифры по дням`} rows={days.toReversed()} keyOf={({ day }) => day} columns={columns} />
    </details>
  );
}

interface CountAndSumProps {
  readonly count: number;
  readonly sum: number;
  readonly currency: string;
}

function CountAndSum({ count, sum, currency }: CountAndSumProps) {
  return (
    <>
      {count} · <Sum amount={sum} currency={currency} />
    </>
  );
}

import { Trans, useLingui } from '@lingui/react/macro';
import type { CallAnswer } from '#base/call.ts';
import table from '#base/ui/staff-list.module.css';
import { Sum } from '#base/ui/sum.tsx';
import { TableScroll } from '#base/ui/table-scroll.tsx';
import classes from './dashboard-screen.module.css';
import type { overviewCalls } from './overview.calls.ts';
import { useDuration } from './use-duration.ts';

interface DashboardTableProps {
  readonly days: CallAnswer<typeof overviewCalls.dashboard>['days'];
  readonly currency: string;
}

/** The figures of the charts, day by day, the last one first. */
export function DashboardTable({ days, currency }: DashboardTableProps) {
  const { t, i18n } = useLingui();
  const duration = useDuration();
  return (
    <details className={classes.figures}>
      <summary>
        <Trans>Цифры таблицей</Trans>
      </summary>
      <TableScroll label={t`Цифры по дням`}>
        <table className={table.table}>
          <thead>
            <tr>
              <th scope="col">
                <Trans>День</Trans>
              </th>
              <th scope="col" className={table.number}>
                <Trans>Подарки</Trans>
              </th>
              <th scope="col" className={table.number}>
                <Trans>Заказы</Trans>
              </th>
              <th scope="col" className={table.number}>
                <Trans>Новые авторы</Trans>
              </th>
              <th scope="col" className={table.number}>
                <Trans>Решения</Trans>
              </th>
              <th scope="col" className={table.number}>
                <Trans>Время проверки</Trans>
              </th>
              <th scope="col" className={table.number}>
                <Trans>Платежи не прошли</Trans>
              </th>
            </tr>
          </thead>
          <tbody>
            {days.toReversed().map((one) => (
              <tr key={one.day}>
                <td className={table.nowrap}>
                  {i18n.date(new Date(`${one.day}T12:00:00`), { day: 'numeric', month: 'long' })}
                </td>
                <td className={table.number}>
                  {one.gifts} · <Sum amount={one.giftSum} currency={currency} />
                </td>
                <td className={table.number}>
                  {one.orders} · <Sum amount={one.orderSum} currency={currency} />
                </td>
                <td className={table.number}>{one.creators}</td>
                <td className={table.number}>{one.decisions}</td>
                <td className={table.number}>{one.reviewSeconds === null ? '—' : duration(one.reviewSeconds)}</td>
                <td className={table.number}>{one.failedPayments}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </TableScroll>
    </details>
  );
}

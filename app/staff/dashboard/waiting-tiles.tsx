import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { type OrderStatus, statusOf } from '#app/orders/order-status.ts';
import table from '#base/ui/lists/staff-list.module.css';
import { useDuration } from '../people/use-duration.ts';
import { useStaffCounts } from '../staff-counts.ts';
import classes from './dashboard-screen.module.css';

interface TileProps {
  readonly to: string;
  readonly count: number;
  readonly title: ReactNode;
  readonly note?: ReactNode;
  /** Something has gone wrong, rather than waits. */
  readonly isTrouble?: boolean;
}

function Tile({ to, count, title, note, isTrouble = false }: TileProps) {
  const state = isTrouble ? 'trouble' : 'waits';
  return (
    <Link to={to} className={classes.tile} data-state={count > 0 ? state : undefined}>
      <span>
        {title}
        <small className={table.quiet}>{note}</small>
      </span>
      <b>{count}</b>
    </Link>
  );
}

/** The orders of a status that waits for the staff. */
function OrdersIn({ status }: { readonly status: OrderStatus | null }) {
  switch (status) {
    case 'Paid':
      return <Trans>Оплаченные заказы</Trans>;
    case 'Processing':
      return <Trans>Заказы на сборке</Trans>;
    case 'Shipped':
      return <Trans>Заказы в пути</Trans>;
    case 'ReadyForPickup':
      return <Trans>Заказы к выдаче</Trans>;
    default:
      return <Trans>Заказы</Trans>;
  }
}

interface WaitingTilesProps {
  /** How many memberships are in each of these states. */
  readonly memberships: { readonly active: number; readonly overdue: number; readonly paused: number };
}

/** Pending work of the staff; each figure links to its list. */
export function WaitingTiles({ memberships }: WaitingTilesProps) {
  const { active, overdue, paused } = memberships;
  const counts = useStaffCounts();
  const duration = useDuration();
  const oldest = counts?.oldest ?? null;
  const waited = oldest === null ? '' : duration(Math.max((Date.now() - Date.parse(oldest)) / 1000, 0));
  return (
    <div className={classes.waiting} aria-busy={counts === null}>
      <Tile
        to="/admin/blogers?view=queue"
        count={counts?.people ?? 0}
        title={<Trans>Ждут проверки</Trans>}
        note={oldest === null ? null : <Trans>дольше всех: {waited}</Trans>}
      />
      {counts?.orders.map(({ status, count }) => (
        <Tile
          key={status}
          to={`/admin/orders?status=${status}`}
          count={count}
          title={<OrdersIn status={statusOf(status)} />}
        />
      ))}
      <Tile
        to="/admin/payments?state=problem"
        count={counts?.problemPayments ?? 0}
        title={<Trans>Платежи требуют внимания</Trans>}
        isTrouble
      />
      <Tile
        to="/admin/payments?state=failed"
        count={counts?.failedPayments ?? 0}
        title={<Trans>Платежи не прошли</Trans>}
        note={<Trans>за сутки</Trans>}
        isTrouble
      />
      <Tile
        to="/admin/memberships"
        count={overdue}
        title={<Trans>Списания не прошли</Trans>}
        note={<Trans>подписок действует: {active}</Trans>}
        isTrouble
      />
      <Tile to="/admin/memberships?state=Paused" count={paused} title={<Trans>Подписки на паузе</Trans>} />
    </div>
  );
}

import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { type OrderStatus, statusOf } from '#app/orders/order-status.ts';
import table from '#base/ui/lists/staff-list.module.css';
import { type StateLook, stateLooks } from '#base/ui/states/state-looks.ts';
import { useDuration } from '../people/use-duration.ts';
import { useStaffCounts } from '../staff-counts.ts';
import { staffOrderLook } from '../staff-order-look.ts';
import classes from './dashboard-screen.module.css';

interface TileProps {
  readonly to: string;
  readonly count: number;
  readonly title: ReactNode;
  readonly note?: ReactNode;
  /** Of what it counts. */
  readonly look: StateLook;
}

function Tile({ to, count, title, note, look }: TileProps) {
  return (
    <Link to={to} className={classes.tile} data-look={count > 0 ? look : undefined}>
      <span>
        {title}
        <small className={table.quiet}>{note}</small>
      </span>
      <b>{count}</b>
    </Link>
  );
}

/** The orders of a status that the staff has in hand. */
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
        look={stateLooks.field.Awaiting}
        title={<Trans>Ждут проверки</Trans>}
        note={oldest === null ? null : <Trans>дольше всех: {waited}</Trans>}
      />
      {counts?.orders.map(({ status, count }) => (
        <Tile
          key={status}
          to={`/admin/orders?status=${status}`}
          count={count}
          look={staffOrderLook(status)}
          title={<OrdersIn status={statusOf(status)} />}
        />
      ))}
      <Tile
        to="/admin/payments?state=problem"
        count={counts?.problemPayments ?? 0}
        title={<Trans>Платежи требуют внимания</Trans>}
        look="trouble"
      />
      <Tile
        to="/admin/payments?state=failed"
        count={counts?.failedPayments ?? 0}
        title={<Trans>Платежи не прошли</Trans>}
        note={<Trans>за сутки</Trans>}
        look={stateLooks.payment.Failed}
      />
      <Tile
        to="/admin/memberships"
        count={overdue}
        title={<Trans>Списания не прошли</Trans>}
        note={<Trans>подписок действует: {active}</Trans>}
        look={stateLooks.membership.Overdue}
      />
      <Tile
        to="/admin/memberships?state=Paused"
        count={paused}
        title={<Trans>Подписки на паузе</Trans>}
        look={stateLooks.membership.Paused}
      />
    </div>
  );
}

import { Trans, useLingui } from '@lingui/react/macro';
import { data, Link, useRevalidator } from 'react-router';
import { PageHead } from '#app/document/page-head.public.tsx';
import { isCallFailure } from '#base/errors.ts';
import { ActionButton } from '#base/ui/link-button.tsx';
import { Skeleton } from '#base/ui/skeleton.tsx';
import { call } from '../call.ts';
import type { Route } from './+types/admin-order-screen';
import { AdminOrderHistory } from './admin-order-history.tsx';
import { AdminOrderMoves } from './admin-order-moves.tsx';
import { AdminOrderPeople } from './admin-order-people.tsx';
import classes from './admin-order-screen.module.css';
import { OrderItems } from './order-items.tsx';
import { OrderTime, StatusMark } from './order-marks.tsx';
import type { Order } from './order-shapes.ts';
import { PackingSlip } from './packing-slip.tsx';

async function findOrder(orderId: string, signal: AbortSignal): Promise<Order> {
  try {
    return await call('GET Order/Order', { query: { orderId } }, { signal });
  } catch (error) {
    const isUnknown = isCallFailure(error) && (error.status === 404 || error.status === 400);
    throw isUnknown ? data(null, { status: 404 }) : error;
  }
}

export async function clientLoader({ params: { id }, request: { signal } }: Route.ClientLoaderArgs) {
  const [order, { country }] = await Promise.all([findOrder(id, signal), call('GET Config', {}, { signal })]);
  if (order.statusName === 'Basket') throw data(null, { status: 404 });
  return { order, currency: country.currencyLabel };
}

export function HydrateFallback() {
  return (
    <div className={classes.page} aria-busy>
      <Skeleton width="min(320px, 70%)" height={36} />
      <Skeleton height={220} radius={12} />
      <Skeleton height={160} radius={12} />
    </div>
  );
}

/** Everything of one order, and what the staff may do with it (specification, /admin/order/{id}). */
export default function AdminOrderScreen({ loaderData, params }: Route.ComponentProps) {
  const { order, currency } = loaderData;
  const { t, i18n } = useLingui();
  const { revalidate } = useRevalidator();
  const number = order.number ?? '';
  return (
    <div className={classes.page} key={params.id}>
      <PageHead title={t`Заказ № ${number}`} noIndex />
      <Link className={classes.back} to="/admin/orders">
        <Trans>Все заказы</Trans>
      </Link>
      <div className={classes.head}>
        <h1>
          <Trans>Заказ № {number}</Trans>
        </h1>
        <StatusMark status={order.statusName} />
        <span className={classes.when}>
          <OrderTime at={order.createdAt} locale={i18n.locale} />
        </span>
        <ActionButton look="quiet" className={classes.print ?? ''} onClick={() => window.print()}>
          <Trans>Печать листа сборки</Trans>
        </ActionButton>
      </div>
      <AdminOrderMoves order={order} currency={currency} onMoved={revalidate} />
      <div className={classes.columns}>
        <section className={classes.panel} aria-labelledby="lines">
          <h2 id="lines">
            <Trans>Что в заказе</Trans>
          </h2>
          <OrderItems order={order} currency={currency} />
        </section>
        <div className={classes.side}>
          <AdminOrderPeople order={order} currency={currency} />
          <AdminOrderHistory order={order} />
        </div>
      </div>
      <PackingSlip order={order} />
    </div>
  );
}

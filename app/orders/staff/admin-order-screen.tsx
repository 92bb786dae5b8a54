import { Trans, useLingui } from '@lingui/react/macro';
import { Link, useRevalidator } from 'react-router';
import { call } from '#app/call.ts';
import { idInAddress, notFoundPage, orNotFound } from '#base/pages/not-found.ts';
import { PageHead } from '#base/pages/page-head.tsx';
import { Row, Stack } from '#base/ui/layout/parts.tsx';
import { PageTitle } from '#base/ui/page/page-frame.tsx';
import panel from '#base/ui/panel/panel.module.css';
import { OrderItems } from '../order/order-items.tsx';
import { OrderTime, StatusMark } from '../order-marks.tsx';
import { AdminRefundLines } from '../refunds/admin-refund-lines.tsx';
import type { Route } from './+types/admin-order-screen';
import { AdminOrderHistory } from './admin-order-history.tsx';
import { AdminOrderMoves } from './admin-order-moves.tsx';
import { AdminOrderPeople } from './admin-order-people.tsx';
import classes from './admin-order-screen.module.css';
import { PackingSlip } from './packing-slip.tsx';

export async function clientLoader({ params: { id }, request: { signal } }: Route.ClientLoaderArgs) {
  const orderId = idInAddress(id);
  const [order, { country }] = await Promise.all([
    orNotFound(call('GET Order/Order', { query: { orderId } }, { signal })),
    call('GET Config', {}, { signal }),
  ]);
  if (order.statusName === 'Basket') throw notFoundPage();
  return { order, currency: country.currencyLabel };
}

/** One order for staff, with the actions on it. */
export default function AdminOrderScreen({ loaderData, params }: Route.ComponentProps) {
  const { order, currency } = loaderData;
  const { t } = useLingui();
  const { revalidate } = useRevalidator();
  const number = order.number ?? '';
  return (
    <Stack className={classes.page} gap={16} key={params.id}>
      <PageHead title={t`Заказ № ${number}`} noIndex />
      <Link className={classes.back} to="/admin/orders">
        <Trans>Все заказы</Trans>
      </Link>
      <Row className={classes.head} gap={16} rowGap={8} align="center">
        <PageTitle>
          <Trans>Заказ № {number}</Trans>
        </PageTitle>
        <StatusMark order={order} isForStaff />
        <span className={classes.when}>
          <OrderTime at={order.createdAt} isForStaff />
        </span>
      </Row>
      <AdminOrderMoves order={order} currency={currency} onMoved={revalidate} />
      <Stack className={classes.columns} gap={16} align="start">
        <section className={panel.panel} aria-labelledby="lines">
          <h2 id="lines">
            <Trans>Что в заказе</Trans>
          </h2>
          <OrderItems order={order} currency={currency} />
          <AdminRefundLines order={order} currency={currency} onDone={revalidate} />
        </section>
        <Stack className={classes.people} gap={16}>
          <AdminOrderPeople order={order} currency={currency} />
        </Stack>
        <AdminOrderHistory order={order} />
      </Stack>
      <PackingSlip order={order} />
    </Stack>
  );
}

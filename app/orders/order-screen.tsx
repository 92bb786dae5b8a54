import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { data, useRevalidator } from 'react-router';
import { PageHead } from '#app/document/page-head.public.tsx';
import { CallFailure, failures, isCallFailure } from '#base/errors.ts';
import { ConfirmDialog } from '#base/ui/confirm-dialog.tsx';
import { ErrorNotice } from '#base/ui/error-notice.tsx';
import { PageFrame } from '#base/ui/page-frame.tsx';
import { Skeleton } from '#base/ui/skeleton.tsx';
import { call } from '../call.ts';
import { useCelebration } from '../donations/use-celebration.ts';
import type { Route } from './+types/order-screen';
import { OrderDelivery } from './order-delivery.tsx';
import { OrderHead } from './order-head.tsx';
import { OrderItems } from './order-items.tsx';
import { OrderPayment } from './order-payment.tsx';
import classes from './order-screen.module.css';
import type { Order } from './order-shapes.ts';
import { numberOf } from './order-status.ts';
import { OrderSteps } from './order-steps.tsx';
import { OrderThanks } from './order-thanks.tsx';
import { useOrderPayment } from './use-order-payment.ts';
import { useOrderProgress } from './use-order-progress.ts';

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
  // The open basket has no number and no page of its own.
  if (order.status === numberOf('Basket')) throw data(null, { status: 404 });
  return { order, currency: country.currencyLabel };
}

export default function OrderScreen({ loaderData, params }: Route.ComponentProps) {
  return <OrderFor key={params.id} loaded={loaderData.order} currency={loaderData.currency} />;
}

/** The cancelling, asked about first. */
function useCancelling(orderId: string, onDone: () => Promise<void>) {
  const [isAsked, setAsked] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<CallFailure | null>(null);

  async function cancel() {
    setBusy(true);
    setFailure(null);
    try {
      await call('POST Order/Cancel', { query: { orderId } });
    } catch (error) {
      setFailure(error instanceof CallFailure ? error : failures.internal.because());
    }
    await onDone();
    setBusy(false);
    setAsked(false);
  }

  return { isAsked, isBusy, failure, ask: () => setAsked(true), close: () => setAsked(false), cancel };
}

/** One order: its way, what was bought, where it comes to, and its payment while that is still missing. */
function OrderFor({ loaded, currency }: { readonly loaded: Order; readonly currency: string }) {
  const { t } = useLingui();
  const revalidator = useRevalidator();
  const { order, isOffline } = useOrderProgress(loaded);
  const paying = useOrderPayment(order, () => void revalidator.revalidate());
  const cancelling = useCancelling(order.orderId, () => revalidator.revalidate());
  const isUnpaid = order.status === numberOf('AwaitingPayment');
  const isPaid = order.status === numberOf('Paid');
  const [wasUnpaid] = useState(isUnpaid);
  const isThanked = wasUnpaid && isPaid;
  useCelebration(order.orderId, isThanked);
  const [paymentHeight, keepPaymentHeight] = useState(0);

  const { drop, payment } = paying;
  useEffect(() => {
    if (!isUnpaid && payment !== null) drop();
  });

  const number = order.number ?? '';
  return (
    <PageFrame>
      <PageHead title={t`Заказ № ${number}`} noIndex />
      <OrderHead order={order} />
      {isOffline && (
        <ErrorNotice>
          <Trans>Нет связи. Состояние заказа обновится, как только она появится.</Trans>
        </ErrorNotice>
      )}
      {cancelling.failure !== null && <ErrorNotice>{cancelling.failure.message}</ErrorNotice>}
      <div className={classes.columns}>
        <div className={classes.main}>
          {isUnpaid && (
            <OrderPayment
              order={order}
              paying={paying}
              currency={currency}
              onCancel={cancelling.ask}
              onGone={keepPaymentHeight}
            />
          )}
          {isThanked && <OrderThanks height={paymentHeight} />}
          <section className={classes.panel} aria-labelledby="items-title">
            <h2 id="items-title">
              <Trans>Что в заказе</Trans>
            </h2>
            <OrderItems order={order} currency={currency} />
          </section>
        </div>
        <div className={classes.side}>
          <section className={classes.panel} aria-labelledby="way-title">
            <h2 id="way-title">
              <Trans>Где заказ</Trans>
            </h2>
            <OrderSteps order={order} />
          </section>
          <OrderDelivery order={order} onChanged={() => revalidator.revalidate()} />
        </div>
      </div>
      <ConfirmDialog
        isOpen={cancelling.isAsked}
        title={<Trans>Отменить заказ № {number}?</Trans>}
        act={<Trans>Отменить заказ</Trans>}
        isBusy={cancelling.isBusy}
        onConfirm={() => void cancelling.cancel()}
        onClose={cancelling.close}
      >
        <Trans>Товары вернутся на витрину, и их сможет купить кто-то другой. Деньги не спишутся.</Trans>
      </ConfirmDialog>
    </PageFrame>
  );
}

/** The shape of an order while it is on its way. */
export function HydrateFallback() {
  const { t } = useLingui();
  return (
    <PageFrame>
      <PageHead title={t`Заказ`} noIndex />
      <div aria-busy>
        <Skeleton width="min(420px, 80%)" height={48} />
        <div className={classes.columns} style={{ marginTop: 32 }}>
          <div className={classes.main}>
            <Skeleton height={280} radius={20} />
          </div>
          <div className={classes.side}>
            <Skeleton height={320} radius={20} />
            <Skeleton height={200} radius={20} />
          </div>
        </div>
      </div>
    </PageFrame>
  );
}

import { Trans, useLingui } from '@lingui/react/macro';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useRevalidator } from 'react-router';
import { call } from '#app/call.ts';
import { useCelebration } from '#app/donations/use-celebration.ts';
import type { PaymentSystemName } from '#app/payments/payment-systems.ts';
import { idInAddress, notFoundPage, orNotFound } from '#base/pages/not-found.ts';
import { PageHead } from '#base/pages/page-head.tsx';
import { ConfirmDialog } from '#base/ui/dialogs/confirm-dialog.tsx';
import { Stack } from '#base/ui/layout/parts.tsx';
import { ErrorNotice } from '#base/ui/page/error-notice.tsx';
import { LinkButton } from '#base/ui/page/link-button.tsx';
import { PageFrame } from '#base/ui/page/page-frame.tsx';
import { useAction } from '#base/ui/page/use-action.ts';
import panel from '#base/ui/panel/panel.module.css';
import { paymentUnknown } from '../order-failures.ts';
import type { Order } from '../order-shapes.ts';
import { numberOf } from '../order-status.ts';
import type { Route } from './+types/order-screen';
import { OrderDelivery } from './order-delivery.tsx';
import { OrderHead } from './order-head.tsx';
import { OrderItems } from './order-items.tsx';
import { OrderPayment } from './order-payment.tsx';
import classes from './order-screen.module.css';
import { OrderSteps } from './order-steps.tsx';
import { OrderThanks } from './order-thanks.tsx';
import { CancellingNotice, ConfirmingNotice } from './order-waiting.tsx';
import { useOrderConfirming } from './use-order-confirming.ts';
import { useOrderPayment } from './use-order-payment.ts';
import { useOrderProgress } from './use-order-progress.ts';

// The order is complete without it.
const PushOffer = lazy(() => import('#app/notices/push-offer.tsx').catch(() => ({ default: () => null })));

export async function clientLoader({ params: { id }, request: { signal } }: Route.ClientLoaderArgs) {
  const orderId = idInAddress(id);
  const [order, { country, paymentSystems, downSystems }] = await Promise.all([
    orNotFound(call('GET Order/Order', { query: { orderId } }, { signal })),
    call('GET Config', {}, { signal }),
  ]);
  // An open basket has no order page.
  if (order.status === numberOf('Basket')) throw notFoundPage();
  return { order, currency: country.currencyLabel, paymentSystems, downSystems };
}

export default function OrderScreen({ loaderData, params }: Route.ComponentProps) {
  const { order, currency, paymentSystems: systems, downSystems: down } = loaderData;
  return <OrderFor key={params.id} loaded={order} currency={currency} systems={systems} down={down} />;
}

/** Cancels the order after a confirmation. */
function useCancelling(orderId: string, onDone: () => Promise<void>) {
  const [isAsked, setAsked] = useState(false);
  const { isBusy, failure, act } = useAction();

  async function cancel() {
    await act(async () => {
      try {
        await call('POST Order/Cancel', { query: { orderId } });
      } catch (error) {
        // The order itself shows then that it is being cancelled.
        if (!paymentUnknown.is(error)) throw error;
      } finally {
        await onDone();
      }
    });
    setAsked(false);
  }

  return { isAsked, isBusy, failure, ask: () => setAsked(true), close: () => setAsked(false), cancel };
}

/** One order: its steps, items and delivery, and its payment while it is unpaid. */
interface OrderForProps {
  readonly loaded: Order;
  readonly currency: string;
  readonly systems: readonly PaymentSystemName[];
  readonly down: readonly PaymentSystemName[] | undefined;
}

function OrderFor({ loaded, currency, systems, down }: OrderForProps) {
  const { t } = useLingui();
  const revalidator = useRevalidator();
  const { order, isOffline } = useOrderProgress(loaded);
  const paying = useOrderPayment(order, systems, () => void revalidator.revalidate());
  const cancelling = useCancelling(order.orderId, () => revalidator.revalidate());
  const isUnpaid = order.status === numberOf('AwaitingPayment');
  const isPaid = order.status === numberOf('Paid');
  const { isConfirming, isDenied } = useOrderConfirming(order, () => void revalidator.revalidate());
  const isPayable = isUnpaid && !order.isCancelling && !isConfirming;
  // A buyer who comes back from the page of a payment system finds the order paid already.
  const [wasUnpaid] = useState(isUnpaid || paying.payment !== null);
  const isThanked = wasUnpaid && isPaid;
  useCelebration(order.orderId, isThanked);
  const [paymentHeight, keepPaymentHeight] = useState(0);

  const { drop, payment } = paying;
  useEffect(() => {
    if ((!isUnpaid || order.isCancelling) && payment !== null) drop();
  });

  const number = order.number ?? '';
  return (
    <PageFrame>
      <PageHead title={t`Заказ № ${number}`} noIndex />
      <OrderHead order={order} isConfirming={isConfirming} />
      {isOffline && (
        <ErrorNotice>
          <Trans>Нет связи. Состояние заказа обновится, как только она появится.</Trans>
        </ErrorNotice>
      )}
      {isDenied && (
        <ErrorNotice>
          <Trans>Платёжная система не подтвердила оплату. Заказ можно оплатить ещё раз.</Trans>
        </ErrorNotice>
      )}
      {cancelling.failure !== null && <ErrorNotice>{cancelling.failure.message}</ErrorNotice>}
      <Stack className={classes.columns} gap={24} align="start">
        <div className={classes.main}>
          {isUnpaid && order.isCancelling && !isConfirming && <CancellingNotice />}
          {isConfirming && <ConfirmingNotice height={paymentHeight} />}
          {isPayable && (
            <OrderPayment
              order={order}
              paying={paying}
              down={down}
              currency={currency}
              onCancel={cancelling.ask}
              onGone={keepPaymentHeight}
            />
          )}
          {isThanked && <OrderThanks height={paymentHeight} />}
          {isThanked && (
            <Suspense>
              <PushOffer about="order" />
            </Suspense>
          )}
          <section className={panel.panel} aria-labelledby="items-title">
            <h2 id="items-title">
              <Trans>Что в заказе</Trans>
            </h2>
            <OrderItems order={order} currency={currency} />
            {(order.payment?.status === 'Paid' || order.payment?.status === 'Refunded') && (
              <LinkButton look="quiet" to={`/receipt/${order.orderId}`}>
                <Trans>Чек</Trans>
              </LinkButton>
            )}
          </section>
        </div>
        <div className={classes.side}>
          <section className={panel.panel} aria-labelledby="way-title">
            <h2 id="way-title">
              <Trans>Где заказ</Trans>
            </h2>
            <OrderSteps order={order} isConfirming={isConfirming} />
          </section>
          <OrderDelivery order={order} onChanged={() => revalidator.revalidate()} />
        </div>
      </Stack>
      <ConfirmDialog
        isOpen={cancelling.isAsked}
        title={<Trans>Отменить заказ № {number}?</Trans>}
        act={<Trans>Отменить заказ</Trans>}
        isBusy={cancelling.isBusy}
        onConfirm={() => cancelling.cancel()}
        onClose={cancelling.close}
      >
        <Trans>Товары вернутся на витрину, и их сможет купить кто-то другой. Деньги не спишутся.</Trans>
      </ConfirmDialog>
    </PageFrame>
  );
}

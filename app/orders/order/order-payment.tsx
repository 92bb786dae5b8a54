import { Trans } from '@lingui/react/macro';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { CardPayment } from '#app/payments/card-payment.tsx';
import type { PaymentSystemName } from '#app/payments/payment-systems.ts';
import { SystemChoice } from '#app/payments/system-choice.tsx';
import { FailureText } from '#base/ui/failures/failure-text.tsx';
import { Stack } from '#base/ui/layout/parts.tsx';
import { ActionButton } from '#base/ui/page/link-button.tsx';
import { useSumText } from '#base/ui/page/use-sum-text.ts';
import panel from '#base/ui/panel/panel.module.css';
import { OrderTime } from '../order-marks.tsx';
import type { Order } from '../order-shapes.ts';
import classes from './order-payment.module.css';
import type { OrderPaying } from './use-order-payment.ts';

interface OrderPaymentProps {
  readonly order: Order;
  readonly paying: OrderPaying;
  /** The payment systems that do not answer; absent: there is none. */
  readonly down: readonly PaymentSystemName[] | undefined;
  readonly currency: string;
  readonly onCancel: () => void;
  /** Called when it unmounts with its height in pixels, so that its replacement takes the same space. */
  readonly onGone: (height: number) => void;
}

/** The payment of an order: a button to begin it, the card and the code, or the state of a payment in another tab. */
export function OrderPayment({ order, paying, down, currency, onCancel, onGone }: OrderPaymentProps) {
  const sumText = useSumText(currency);
  const { payment, elsewhere, failure, isMaking } = paying;
  const box = useRef<HTMLElement>(null);
  const { isNew } = paying;
  useEffect(() => {
    if (isNew) box.current?.scrollIntoView({ block: 'nearest' });
  }, [isNew]);
  useLayoutEffect(() => {
    const panel = box.current;
    return () => onGone(panel?.offsetHeight ?? 0);
  }, [onGone]);
  const sum = sumText(order.payment?.amount ?? order.total);
  return (
    <section ref={box} className={panel.panel} aria-labelledby="pay-title">
      <h2 id="pay-title">
        <Trans>Оплата</Trans>
      </h2>
      {failure !== null && (
        <p className={classes.trouble} role="alert">
          <FailureText>{failure.message}</FailureText>
        </p>
      )}
      {elsewhere !== null && <Elsewhere paying={paying} />}
      {elsewhere === null && payment !== null && <Card payment={payment} paying={paying} currency={currency} />}
      {elsewhere === null && payment === null && (
        <>
          <p>
            {order.payUntil === null ? (
              <Trans>Заказ ждёт оплаты.</Trans>
            ) : (
              <Trans>
                Товары отложены для вас до <OrderTime at={order.payUntil} />.
              </Trans>
            )}
          </p>
          <SystemChoice systems={paying.systems.length > 1 || down !== undefined ? paying.systems : []} down={down} />
          <ActionButton onClick={() => void paying.make()} aria-busy={isMaking} disabled={isMaking}>
            {isMaking ? <Trans>Готовим оплату…</Trans> : <Trans>Оплатить заказ на {sum}</Trans>}
          </ActionButton>
        </>
      )}
      <button type="button" className={classes.cancel} onClick={onCancel}>
        <Trans>Отменить заказ</Trans>
      </button>
    </section>
  );
}

interface CardProps {
  readonly payment: NonNullable<OrderPaying['payment']>;
  readonly paying: OrderPaying;
  readonly currency: string;
}

function Card({ payment, paying, currency }: CardProps) {
  const { paymentUrl, amount, expiresAt } = payment;
  if (paying.isResuming) {
    return (
      <p role="status">
        <Trans>Возвращаемся к оплате…</Trans>
      </p>
    );
  }
  return (
    <CardPayment
      key={payment.payId}
      paymentUrl={paymentUrl}
      isOnPage={payment.isOnPage}
      payer={payment.payer}
      amount={amount}
      expiresAt={expiresAt}
      currencyLabel={currency}
      askStatus={paying.askStatus}
      resumed={paying.isNew ? undefined : payment}
      onPaid={paying.paid}
      onRefused={paying.refused}
      onRestart={() => void paying.restart()}
      onStore={paying.keep}
      onOther={paying.systems.length > 1 ? paying.leave : undefined}
    />
  );
}

/** The state and the result of a payment of this order in another tab. */
function Elsewhere({ paying }: { readonly paying: OrderPaying }) {
  const phase = paying.elsewhere?.phase;
  if (phase === 'paid') {
    return (
      <p role="status">
        <Trans>Заказ оплачен в другой вкладке.</Trans>
      </p>
    );
  }
  if (phase === 'closed') {
    return (
      <Stack role="status" gap={12}>
        <p>
          <Trans>В другой вкладке оплата не прошла, деньги не списаны.</Trans>
        </p>
        <ActionButton onClick={paying.forgetElsewhere}>
          <Trans>Оплатить здесь</Trans>
        </ActionButton>
      </Stack>
    );
  }
  return (
    <Stack role="status" gap={12}>
      <p>
        <Trans>Этот заказ оплачивается в другой вкладке. Как только оплата пройдёт, вы увидите это и здесь.</Trans>
      </p>
      <ActionButton onClick={paying.takeOver}>
        <Trans>Продолжить здесь</Trans>
      </ActionButton>
    </Stack>
  );
}

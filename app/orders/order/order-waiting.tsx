import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Stack } from '#base/ui/layout/parts.tsx';
import panel from '#base/ui/panel/panel.module.css';

interface OrderWaitingProps {
  /** The height in pixels of the payment that it replaces, so that nothing below moves. */
  readonly height?: number;
  readonly title: ReactNode;
  readonly children: ReactNode;
}

/** Replaces the payment while the buyer can only wait. */
function OrderWaiting({ height = 0, title, children }: OrderWaitingProps) {
  return (
    <section className={panel.panel} style={{ minHeight: height }} aria-labelledby="pay-title">
      <h2 id="pay-title">
        <Trans>Оплата</Trans>
      </h2>
      <Stack gap={12} role="status">
        <p>
          <b>{title}</b>
        </p>
        <p>{children}</p>
      </Stack>
    </section>
  );
}

/** The order will be cancelled once it is known to be unpaid. */
export function CancellingNotice() {
  return (
    <OrderWaiting title={<Trans>Заказ отменяется</Trans>}>
      <Trans>
        Ждём ответа платёжной системы, не оплачен ли он. Если нет, он отменится сам. Если деньги уже списаны, заказ
        останется оплаченным.
      </Trans>
    </OrderWaiting>
  );
}

/** The provider has reported the payment, the server has not confirmed it yet. */
export function ConfirmingNotice({ height }: { readonly height: number }) {
  return (
    <OrderWaiting height={height} title={<Trans>Оплата принята, подтверждаем</Trans>}>
      <Trans>Платить ещё раз не нужно. Страница обновится сама, как только придёт подтверждение.</Trans>
    </OrderWaiting>
  );
}

import { Trans } from '@lingui/react/macro';
import { useEffect, useEffectEvent, useState } from 'react';
import { CabinetRefund } from '#app/payments/cabinet-refund.tsx';
import { ActionButton } from '#base/ui/page/link-button.tsx';
import type { Order } from '../order-shapes.ts';

const pauseMilliseconds = 4_000;

interface CabinetRefundNoticeProps {
  readonly order: Order;
  /** Loads the order again, to notice that it was refunded there. */
  readonly onLook: () => Promise<void>;
}

/** A button that tells staff how to refund an order whose payment system refunds in its own cabinet only. */
export function CabinetRefundNotice({ order, onLook }: CabinetRefundNoticeProps) {
  const [isOpen, setOpen] = useState(false);
  const look = useEffectEvent(onLook);
  useEffect(() => {
    if (!isOpen) return;
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void look();
    }, pauseMilliseconds);
    return () => clearInterval(timer);
  }, [isOpen]);
  if (!isOpen) {
    return (
      <ActionButton look="quiet" onClick={() => setOpen(true)}>
        <Trans>Вернуть деньги</Trans>
      </ActionButton>
    );
  }
  return (
    <p role="status">
      <CabinetRefund reference={order.orderId} />
    </p>
  );
}

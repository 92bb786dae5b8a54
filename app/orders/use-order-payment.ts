import { useRef, useState, useSyncExternalStore } from 'react';
import { CallFailure, failures } from '#base/errors.ts';
import { call } from '../call.ts';
import { type KeptPayment, keptPaymentOf } from '../payments/kept-payment.ts';
import type { PaymentStatus } from '../payments/payment-status.ts';
import type { TabPhase } from '../payments/payment-tabs.ts';
import type { AskedStatus } from '../payments/use-payment.ts';
import { usePaymentTabs } from '../payments/use-payment-tabs.ts';
import { isOpenedHere, type OrderToPay, openOrderPayment } from './open-order-payment.ts';
import type { Order } from './order-shapes.ts';
import { numberOf } from './order-status.ts';

type PaymentState = Pick<Order, 'status' | 'payment'>;

/** What has become of one payment of an order, which may have had several. */
function paymentStatusOf({ status, payment }: PaymentState, payId: string): PaymentStatus {
  if (payment?.id === payId) return payment.status;
  return status === numberOf('AwaitingPayment') || status === numberOf('Cancelled') ? 'Failed' : 'Paid';
}

/** The order as it is to be paid again: recipient and gift stay as they were when it was placed. */
function toPayAgain({ orderId, recipient, total }: Order): OrderToPay {
  return {
    orderId,
    recipientName: recipient?.name ?? '',
    recipientPhone: recipient?.phone ?? '',
    expectedTotal: total,
    gift: null,
  };
}

/** All that paying for an order keeps and does: the payment under way, the making of another, the other tabs. */
export function useOrderPayment(order: Order, onChanged: () => void) {
  const { orderId } = order;
  const [kept] = useState(() => keptPaymentOf(orderId));
  const payment = useSyncExternalStore(kept.subscribe, kept.read, kept.readEmpty);
  const tabs = usePaymentTabs(orderId, payment, kept);
  const [isMaking, setMaking] = useState(false);
  const [failure, setFailure] = useState<CallFailure | null>(null);
  const isBusy = useRef(false);
  const payId = payment?.payId ?? null;
  const isNew = payId !== null && isOpenedHere(payId);

  async function make(): Promise<void> {
    if (isBusy.current) return;
    isBusy.current = true;
    setMaking(true);
    setFailure(null);
    try {
      kept.write(await openOrderPayment(toPayAgain(order)));
    } catch (error) {
      setFailure(error instanceof CallFailure ? error : failures.internal.because());
      onChanged();
    }
    isBusy.current = false;
    setMaking(false);
  }

  const tell = (phase: TabPhase) => {
    if (payment !== null) tabs.tell({ payment, phase });
  };

  return {
    payment,
    isNew,
    isResuming: payId !== null && !isNew && !tabs.isSettled,
    isMaking,
    failure,
    elsewhere: tabs.elsewhere,
    make,
    keep(change: Pick<KeptPayment, 'code' | 'isCardRemembered'>) {
      const current = kept.read();
      if (current !== null && current.payId === payId) kept.write({ ...current, ...change });
    },
    async askStatus(signal: AbortSignal): Promise<AskedStatus> {
      const state = await call('GET Order/Payment', { query: { orderId } }, { signal });
      return { status: paymentStatusOf(state, payId ?? ''), isChecked: state.isChecked };
    },
    paid() {
      tell('paid');
      kept.write(null);
      onChanged();
    },
    /** The payment is closed unpaid: the next one is a new one. */
    refused: () => tell('closed'),
    restart() {
      kept.write(null);
      return make();
    },
    /** Nothing is to be paid any more: by another tab, or because the order was cancelled. */
    drop: () => kept.write(null),
    takeOver: tabs.takeOver,
    forgetElsewhere: tabs.forget,
  };
}

export type OrderPaying = ReturnType<typeof useOrderPayment>;

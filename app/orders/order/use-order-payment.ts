import { useState, useSyncExternalStore } from 'react';
import { call } from '#app/call.ts';
import { notePaid } from '#app/payments/paid-notes.ts';
import type { PaymentStatus } from '#app/payments/payment-status.ts';
import type { PaymentSystemName } from '#app/payments/payment-systems.ts';
import type { TabPhase } from '#app/payments/payment-tabs.ts';
import { chosenOf, type StoredPayment, storedPaymentOf } from '#app/payments/stored-payment.ts';
import type { ServerStatus } from '#app/payments/use-payment.ts';
import { usePaymentTabs } from '#app/payments/use-payment-tabs.ts';
import { useAction } from '#base/ui/page/use-action.ts';
import type { Order } from '../order-shapes.ts';
import { numberOf } from '../order-status.ts';
import { isOpenedHere, type OrderToPay, openOrderPayment } from './open-order-payment.ts';

type PaymentState = Pick<Order, 'status' | 'payment'>;

/** The status of one of the payments of an order. */
function paymentStatusOf({ status, payment }: PaymentState, payId: string): PaymentStatus {
  if (payment?.id === payId) return payment.status;
  return status === numberOf('AwaitingPayment') || status === numberOf('Cancelled') ? 'Failed' : 'Paid';
}

/** The request for another payment: recipient and donation stay as they were when the order was placed. */
function toPayAgain({ orderId, recipient, total }: Order, systems: readonly PaymentSystemName[]): OrderToPay {
  return {
    orderId,
    recipientName: recipient?.name ?? '',
    recipientPhone: recipient?.phone ?? '',
    expectedTotal: total,
    version: null,
    promoCode: null,
    donation: null,
    system: chosenOf(systems),
  };
}

/** The payment of an order: the one in progress, opening another one, and the state of other tabs. */
export function useOrderPayment(order: Order, systems: readonly PaymentSystemName[], onChanged: () => void) {
  const { orderId } = order;
  const [stored] = useState(() => storedPaymentOf(orderId));
  const payment = useSyncExternalStore(stored.subscribe, stored.read, stored.readEmpty);
  const tabs = usePaymentTabs(orderId, payment, stored);
  const { isBusy: isMaking, failure, act } = useAction();
  const payId = payment?.payId ?? null;
  const isNew = payId !== null && isOpenedHere(payId);

  async function make(): Promise<void> {
    const isMade = await act(async () => stored.write(await openOrderPayment(toPayAgain(order, systems))));
    if (!isMade) onChanged();
  }

  const notifyTabs = (phase: TabPhase) => {
    if (payment !== null) tabs.announce({ payment, phase });
  };

  return {
    systems,
    payment,
    isNew,
    isResuming: payId !== null && !isNew && !tabs.isSettled,
    isMaking,
    failure,
    elsewhere: tabs.elsewhere,
    make,
    keep(change: Pick<StoredPayment, 'code' | 'isCardRemembered'>) {
      const current = stored.read();
      if (current !== null && current.payId === payId) stored.write({ ...current, ...change });
    },
    async askStatus(signal: AbortSignal): Promise<ServerStatus> {
      const state = await call('GET Order/Payment', { query: { orderId } }, { signal });
      return {
        status: paymentStatusOf(state, payId ?? ''),
        isChecked: state.isChecked,
        isRefused: state.isRefused === true && state.payment?.id === payId,
      };
    },
    paid() {
      if (payId !== null) notePaid(orderId, payId);
      notifyTabs('paid');
      stored.write(null);
      onChanged();
    },
    /** The payment was closed unpaid: the next try opens a new one. */
    refused: () => notifyTabs('closed'),
    restart() {
      stored.write(null);
      return make();
    },
    /** Leaves the payment for one at another system, which closes this one where it can. */
    leave() {
      notifyTabs('left');
      stored.write(null);
    },
    /** Forgets the payment: another tab has paid, or the order was cancelled. */
    drop: () => stored.write(null),
    takeOver: tabs.takeOver,
    forgetElsewhere: tabs.forget,
  };
}

export type OrderPaying = ReturnType<typeof useOrderPayment>;

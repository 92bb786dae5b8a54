import { useState } from 'react';
import { call } from '#app/call.ts';
import { isOpen, type PaymentStatus } from '#app/payments/payment-status.ts';
import { useProgress } from '#base/ui/page/use-progress.ts';
import { type AlertDelivery, isFinal, pauseAfter } from './alert-way.ts';

interface DonationProgress {
  readonly status: PaymentStatus;
  /** The provider has confirmed the status; an end by our clock alone is not confirmed. */
  readonly isChecked: boolean;
  /** The payment system has given up the last attempt. */
  readonly isRefused: boolean;
  readonly delivery: AlertDelivery;
}

async function ask(payId: string, known: DonationProgress, signal: AbortSignal): Promise<DonationProgress> {
  const query = { payId };
  const isEnded = !isOpen(known.status) && known.isChecked;
  const {
    status,
    isChecked,
    isRefused = false,
  } = isEnded ? known : await call('GET ProjectPay/Status', { query }, { signal });
  if (status !== 'Paid') return { ...known, status, isChecked, isRefused };
  return { status, isChecked, isRefused, delivery: await call('GET ProjectPay/Delivery', { query }, { signal }) };
}

function isOver({ status, isChecked, delivery }: DonationProgress): boolean {
  return isChecked && !isOpen(status) && (status !== 'Paid' || isFinal(delivery));
}

/** The progress of a donation from the bank to the screen, polled until nothing more can happen. */
export function useDonationProgress(
  payId: string,
  loaded: DonationProgress,
): DonationProgress & { readonly isOffline: boolean; readonly watchAgain: () => void } {
  const [first, setFirst] = useState(loaded);
  const { known, isOffline } = useProgress(first, {
    ask: (before, signal) => ask(payId, before, signal),
    isOver,
    pauseAfter: (tries, before) => (tries === 0 ? 0 : pauseAfter(isOpen(before.status) ? 1 : tries)),
  });

  // A finished donation may start again: a rejected message that was replaced.
  const watchAgain = () => setFirst({ ...known, delivery: { ...known.delivery, state: 'held', reason: null } });

  return { ...known, isOffline, watchAgain };
}

import { useState } from 'react';
import { useProgress } from '#base/ui/use-progress.ts';
import { call } from '../call.ts';
import { isOpen, type PaymentStatus } from '../payments/payment-status.ts';
import { type AlertDelivery, isFinal, pauseAfter } from './alert-way.ts';

interface GiftProgress {
  readonly status: PaymentStatus;
  readonly delivery: AlertDelivery;
}

async function ask(payId: string, known: GiftProgress, signal: AbortSignal): Promise<GiftProgress> {
  const query = { payId };
  const status = isOpen(known.status)
    ? (await call('GET ProjectPay/Status', { query }, { signal })).status
    : known.status;
  if (status !== 'Paid') return { ...known, status };
  return { status, delivery: await call('GET ProjectPay/Delivery', { query }, { signal }) };
}

function isOver({ status, delivery }: GiftProgress): boolean {
  return !isOpen(status) && (status !== 'Paid' || isFinal(delivery));
}

/** A gift on its way from the bank to the screen: asked for politely until nothing more can happen. */
export function useGiftProgress(
  payId: string,
  loaded: GiftProgress,
): GiftProgress & { readonly isOffline: boolean; readonly watchAgain: () => void } {
  const [first, setFirst] = useState(loaded);
  const { known, isOffline } = useProgress(first, {
    ask: (before, signal) => ask(payId, before, signal),
    isOver,
    pauseAfter: (tries) => (tries === 0 ? 0 : pauseAfter(tries)),
  });

  // What is over may begin anew: a rejected message that was worded otherwise.
  const watchAgain = () =>
    setFirst({ status: known.status, delivery: { ...known.delivery, state: 'held', reason: null } });

  return { ...known, isOffline, watchAgain };
}

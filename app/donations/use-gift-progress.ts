import { useState } from 'react';
import { useProgress } from '#base/ui/use-progress.ts';
import { call } from '../call.ts';
import { isOpen, type PaymentStatus } from '../payments/payment-status.ts';
import { type AlertDelivery, isFinal, pauseAfter } from './alert-way.ts';

interface GiftProgress {
  readonly status: PaymentStatus;
  /** The status is the provider's word; an end by our clock alone is not. */
  readonly isChecked: boolean;
  readonly delivery: AlertDelivery;
}

async function ask(payId: string, known: GiftProgress, signal: AbortSignal): Promise<GiftProgress> {
  const query = { payId };
  const isEnded = !isOpen(known.status) && known.isChecked;
  const { status, isChecked } = isEnded ? known : await call('GET ProjectPay/Status', { query }, { signal });
  if (status !== 'Paid') return { ...known, status, isChecked };
  return { status, isChecked, delivery: await call('GET ProjectPay/Delivery', { query }, { signal }) };
}

function isOver({ status, isChecked, delivery }: GiftProgress): boolean {
  return isChecked && !isOpen(status) && (status !== 'Paid' || isFinal(delivery));
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
  const watchAgain = () => setFirst({ ...known, delivery: { ...known.delivery, state: 'held', reason: null } });

  return { ...known, isOffline, watchAgain };
}

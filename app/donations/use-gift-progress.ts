import { useEffect, useState } from 'react';
import { CallFailure } from '#base/errors.ts';
import { call } from '../call.ts';
import { isOpen, type PaymentStatus } from '../payments/payment-status.ts';
import { type AlertDelivery, isFinal, pauseAfter } from './alert-way.ts';

interface GiftProgress {
  readonly status: PaymentStatus;
  readonly delivery: AlertDelivery;
}

/** Waits, and while nobody looks at the page waits until somebody does. */
function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const go = () => {
      if (document.visibilityState === 'hidden' && !signal.aborted) return;
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', go);
      resolve();
    };
    const timer = setTimeout(go, milliseconds);
    document.addEventListener('visibilitychange', go);
    signal.addEventListener('abort', go, { once: true });
  });
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
  const [progress, setProgress] = useState(loaded);
  const [isOffline, setOffline] = useState(false);
  const [first, setFirst] = useState(loaded);

  useEffect(() => {
    const leaving = new AbortController();
    const { signal } = leaving;
    const watch = async () => {
      let known = first;
      for (let tries = 0; !signal.aborted && !isOver(known); tries += 1) {
        await pause(tries === 0 ? 0 : pauseAfter(tries), signal);
        if (signal.aborted) return;
        try {
          known = await ask(payId, known, signal);
          setProgress(known);
          setOffline(false);
        } catch (error) {
          if (error instanceof CallFailure) setOffline(true);
        }
      }
    };
    void watch();
    return () => leaving.abort();
  }, [payId, first]);

  // What is over may begin anew: a rejected message that was worded otherwise.
  const watchAgain = () => {
    const anew = { status: progress.status, delivery: { ...progress.delivery, state: 'held', reason: null } } as const;
    setProgress(anew);
    setFirst(anew);
  };

  return { ...progress, isOffline, watchAgain };
}

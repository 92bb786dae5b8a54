import { useEffect, useEffectEvent, useState } from 'react';
import { call } from '#app/call.ts';
import { forgetPaid, isDoubtful, type PaidNote, usePaidNote } from '#app/payments/paid-notes.ts';
import { isOpen } from '#app/payments/payment-status.ts';
import { useProgress } from '#base/ui/page/use-progress.ts';
import type { Order } from '../order-shapes.ts';
import { numberOf } from '../order-status.ts';

interface Confirming {
  readonly note: PaidNote | null;
  /** `denied`: the provider has reported that the order is not paid after all. */
  readonly verdict: 'waiting' | 'settled' | 'denied';
}

const nothing: Confirming = { note: null, verdict: 'settled' };
const waiting = new WeakMap<PaidNote, Confirming>();

/** Returns the same value for the same note, so that polling starts once. */
function waitingFor(note: PaidNote): Confirming {
  const known = waiting.get(note) ?? { note, verdict: 'waiting' };
  waiting.set(note, known);
  return known;
}

async function ask({ note }: Confirming, signal: AbortSignal): Promise<Confirming> {
  if (note === null) return nothing;
  const { subject: orderId, paymentId } = note;
  const { status, payment, isChecked } = await call('GET Order/Payment', { query: { orderId } }, { signal });
  if (status !== numberOf('AwaitingPayment')) return { note, verdict: 'settled' };
  if (payment?.id !== paymentId) return { note, verdict: 'denied' };
  const isDenied = isChecked && (!isOpen(payment.status) || isDoubtful(note));
  return { note, verdict: isDenied ? 'denied' : 'waiting' };
}

const watch = {
  ask,
  isOver: ({ verdict }: Confirming) => verdict !== 'waiting',
  pauseAfter: () => 1_000,
};

/** Polls the server after the provider has reported a payment to the browser, until the server confirms or denies it. */
export function useOrderConfirming({ orderId, status }: Pick<Order, 'orderId' | 'status'>, onChanged: () => void) {
  const isUnpaid = status === numberOf('AwaitingPayment');
  const note = usePaidNote(orderId);
  const { known } = useProgress(isUnpaid && note !== null ? waitingFor(note) : nothing, watch);
  const [isDenied, setDenied] = useState(false);
  const verdict = note !== null && known.note === note ? known.verdict : 'waiting';
  const reload = useEffectEvent(onChanged);
  const isOver = note !== null && (!isUnpaid || verdict === 'denied');
  useEffect(() => {
    if (verdict === 'settled' && note !== null) reload();
    if (!isOver) return;
    if (verdict === 'denied') setDenied(true);
    forgetPaid(orderId);
  }, [verdict, isOver, note, orderId]);
  useEffect(() => {
    if (note !== null) setDenied(false);
  }, [note]);
  return {
    isConfirming: isUnpaid && note !== null && verdict !== 'denied',
    isDenied: isDenied && isUnpaid && note === null,
  };
}

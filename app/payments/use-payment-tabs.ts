import { useEffect, useRef, useState } from 'react';
import type { StoredValue } from '#base/stored-value.ts';
import type { KeptPayment } from './kept-payment.ts';
import { PaymentTabs, type TabPayment } from './payment-tabs.ts';

/** Another tab answers within a few milliseconds; nobody waits longer for it. */
const answerMilliseconds = 250;
/** A tab that crashed says nothing: it is asked again so often. */
const askAgainMilliseconds = 5_000;

function newTabId(): string {
  return String(crypto.getRandomValues(new Uint32Array(2)).join('-'));
}

/**
 * The other tabs of this browser that pay for the same subject. `own`: this tab's payment as it is kept in `place`. `isSettled`
 * turns true when the other tabs have had their time to answer; until then a kept payment must not be gone on with.
 */
export function usePaymentTabs(subject: string, own: KeptPayment | null, place: StoredValue<KeptPayment | null>) {
  const [elsewhere, setElsewhere] = useState<TabPayment | null>(null);
  const [isSettled, setSettled] = useState(false);
  const tabs = useRef<PaymentTabs | null>(null);
  const heardAt = useRef(0);

  useEffect(() => {
    const opened = new PaymentTabs({
      channel: new BroadcastChannel(`payment:${subject}`),
      id: newTabId(),
      onElsewhere: (heard) => {
        heardAt.current = Date.now();
        // A tab that was duplicated has a copy of the payment; once it is over there, it is over here.
        const isOver = heard !== null && heard.phase !== 'paying';
        if (isOver && place.read()?.payId === heard.payment.payId) place.write(null);
        setElsewhere(heard);
      },
      onTaken: () => place.write(null),
    });
    tabs.current = opened;
    opened.ask();
    const settle = setTimeout(() => setSettled(true), answerMilliseconds);
    const onHide = () => opened.leave();
    const onShow = (event: PageTransitionEvent) => {
      if (event.persisted) opened.ask();
    };
    window.addEventListener('pagehide', onHide);
    window.addEventListener('pageshow', onShow);
    return () => {
      clearTimeout(settle);
      window.removeEventListener('pagehide', onHide);
      window.removeEventListener('pageshow', onShow);
      tabs.current = null;
      opened.close();
    };
  }, [subject, place]);

  const isMine = own !== null && isSettled && elsewhere === null;
  useEffect(() => {
    if (own !== null && isMine) tabs.current?.tell({ payment: own, phase: 'paying' });
  }, [own, isMine]);

  const isPaidElsewhere = elsewhere?.phase === 'paying';
  useEffect(() => {
    if (!isPaidElsewhere) return;
    const timer = setInterval(() => {
      if (Date.now() - heardAt.current > 2 * askAgainMilliseconds) tabs.current?.lose();
      else tabs.current?.ask();
    }, askAgainMilliseconds);
    return () => clearInterval(timer);
  }, [isPaidElsewhere]);

  return {
    elsewhere,
    isSettled,
    tell: (payment: TabPayment) => tabs.current?.tell(payment),
    /** The other tab's payment is no business of this one. */
    forget: () => {
      if (place.read()?.payId === elsewhere?.payment.payId) place.write(null);
      tabs.current?.forget();
    },
    /** Goes on here with the payment of the other tab. */
    takeOver: () => {
      if (elsewhere === null) return;
      tabs.current?.take(elsewhere.payment.payId);
      place.write(elsewhere.payment);
    },
  };
}

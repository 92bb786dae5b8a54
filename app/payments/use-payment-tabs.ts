import { useEffect, useRef, useState } from 'react';
import type { StoredValue } from '#base/text/stored-value.ts';
import { PaymentTabs, type TabPayment } from './payment-tabs.ts';
import type { StoredPayment } from './stored-payment.ts';

/** Other tabs answer within a few milliseconds; this is how long we wait for them. */
const answerMilliseconds = 250;
/** How often the other tab is asked whether it is still there: a crashed tab sends nothing. */
const askAgainMilliseconds = 5_000;

function newTabId(): string {
  return String(crypto.getRandomValues(new Uint32Array(2)).join('-'));
}

/**
 * The other tabs of this browser that pay for the same subject. `own`: this tab's payment as stored in `place`. `isSettled` becomes
 * true when the other tabs have had time to answer; a stored payment must not be resumed before.
 */
export function usePaymentTabs(subject: string, own: StoredPayment | null, place: StoredValue<StoredPayment | null>) {
  const [elsewhere, setElsewhere] = useState<TabPayment | null>(null);
  const [isSettled, setSettled] = useState(false);
  const tabs = useRef<PaymentTabs | null>(null);
  const answeredAt = useRef(0);

  useEffect(() => {
    const opened = new PaymentTabs({
      channel: new BroadcastChannel(`payment:${subject}`),
      id: newTabId(),
      onElsewhere: (found) => {
        answeredAt.current = Date.now();
        // A duplicated tab has a copy of the payment: when it ends there, it ends here.
        const isOver = found !== null && found.phase !== 'paying';
        if (isOver && place.read()?.payId === found.payment.payId) place.write(null);
        setElsewhere(found);
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
    if (own !== null && isMine) tabs.current?.announce({ payment: own, phase: 'paying' });
  }, [own, isMine]);

  const isPaidElsewhere = elsewhere?.phase === 'paying';
  useEffect(() => {
    if (!isPaidElsewhere) return;
    const timer = setInterval(() => {
      if (Date.now() - answeredAt.current > 2 * askAgainMilliseconds) tabs.current?.lose();
      else tabs.current?.ask();
    }, askAgainMilliseconds);
    return () => clearInterval(timer);
  }, [isPaidElsewhere]);

  return {
    elsewhere,
    isSettled,
    announce: (payment: TabPayment) => tabs.current?.announce(payment),
    /** Ignores the other tab's payment. */
    forget: () => {
      if (place.read()?.payId === elsewhere?.payment.payId) place.write(null);
      tabs.current?.forget();
    },
    /** Continues the other tab's payment in this one. */
    takeOver: () => {
      if (elsewhere === null) return;
      tabs.current?.take(elsewhere.payment.payId);
      place.write(elsewhere.payment);
    },
  };
}

import { useEffect, useEffectEvent, useReducer, useRef, useState } from 'react';
import { call } from '#app/call.ts';
import { bring } from '#base/pages/bring.ts';
import { serverNow } from '#base/text/server-clock.ts';
import { pauseBeforeAsking } from './card/asking-pauses.ts';
import { nextPayment, type PaymentEvent, type PaymentStart, startPayment } from './card/payment-machine.ts';
import type { PaymentStatus } from './payment-status.ts';
import { sendToProvider } from './systems/gateway/gateway-payer.ts';
import type { CardPayer, PaymentMeans, ProviderCard, ProviderOutcome, SendMeans } from './systems/payer-client.ts';

/** A payment's status from our server. Not checked: the provider did not answer, so this is the last known status. */
export interface ServerStatus {
  readonly status: PaymentStatus;
  readonly isChecked: boolean;
  /** The system has given up the last attempt, and another one may follow. Absent: it is not known. */
  readonly isRefused?: boolean | undefined;
}

/** Asks our server for the payment's status; the server asks the provider. May throw. */
export type AskStatus = (signal: AbortSignal) => Promise<ServerStatus>;

interface UsePaymentOptions extends PaymentStart {
  readonly paymentUrl: string;
  /** ISO 8601 */
  readonly expiresAt: string;
  readonly askStatus: AskStatus;
  /** Whose card form this is; null: the gateway's. */
  readonly payer: CardPayer | null;
  readonly savesCard: boolean;
}

/** How the entered card is sent. The client of another system than the gateway is loaded when it is needed. */
function senderOf(paymentUrl: string, payer: CardPayer | null): SendMeans {
  if (payer === null) return (means, { signal }) => sendToProvider(paymentUrl, means, signal);
  const loading = bring(() => import('./systems/payme-card/payme-payer.ts')).then(({ createPaymePayer }) =>
    createPaymePayer({
      paymentUrl,
      publicKey: payer.publicKey,
      confirm: (asked, signal) =>
        call('POST Payment/Confirm', { body: { system: payer.system, ...asked } }, { signal }),
    }),
  );
  const failed: ProviderOutcome = { kind: 'noAnswer', reason: 'network', message: null };
  return (means, options) => loading.then((send) => send(means, options)).catch(() => failed);
}

/** Allows for a difference between the provider's clock and ours. */
const endMargin = 2_000;

function eventOf(outcome: ProviderOutcome): PaymentEvent {
  if (outcome.kind === 'answer') return { kind: 'answered', answer: outcome, at: Date.now() };
  if (outcome.kind === 'failure') return { kind: 'failed', failure: outcome };
  const { message, reason } = outcome;
  return {
    kind: 'unanswered',
    problem: message === null ? { by: 'us', reason } : { by: 'provider', code: 'NoAnswer', words: message },
  };
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', onVisible);
      window.removeEventListener('online', done);
      resolve();
    };
    // A payer who returns from the bank's app wants to know at once.
    const onVisible = () => {
      if (document.visibilityState === 'visible') done();
    };
    const timer = setTimeout(done, milliseconds);
    document.addEventListener('visibilitychange', onVisible);
    window.addEventListener('online', done);
    signal.addEventListener('abort', done, { once: true });
  });
}

/** The state of a payment for the screen, and everything the payer can do. */
export function usePayment(options: UsePaymentOptions) {
  const { paymentUrl, expiresAt, askStatus, resumed, redirectUrl, payer, savesCard } = options;
  const [sendMeans] = useState(() => senderOf(paymentUrl, payer));
  const [state, dispatch] = useReducer(nextPayment, { resumed, redirectUrl }, startPayment);
  const [isOffline, setOffline] = useState(false);
  const [isRefused, setRefused] = useState(false);
  // In memory only, never stored: sent again to request a new code.
  const [latestMeans, setLatestMeans] = useState<PaymentMeans | null>(null);
  const [card, setCard] = useState<ProviderCard | null>(null);
  const sending = useRef<AbortController | null>(null);
  const ask = useEffectEvent(askStatus);
  const { step, code, isCodeOver } = state;

  useEffect(() => () => sending.current?.abort(), []);

  useEffect(() => {
    if (step !== 'checking' && step !== 'wallet') return;
    const leaving = new AbortController();
    const watch = async () => {
      let unanswered = 0;
      let unseen = 0;
      while (!leaving.signal.aborted) {
        const asked = await ask(leaving.signal).catch(() => null);
        if (leaving.signal.aborted) return;
        setOffline(asked === null);
        unanswered = asked === null ? unanswered + 1 : 0;
        unseen = document.visibilityState === 'hidden' ? unseen + 1 : 0;
        if (asked !== null) {
          setRefused(asked.isRefused ?? false);
          dispatch({ kind: 'statusReceived', status: asked.status, isChecked: asked.isChecked, at: Date.now() });
        }
        await pause(pauseBeforeAsking(Math.max(unanswered, unseen)), leaving.signal);
      }
    };
    void watch();
    return () => leaving.abort();
  }, [step]);

  const codeExpiresAt = step === 'code' && !isCodeOver ? (code?.expiresAt ?? null) : null;
  useEffect(() => {
    if (codeExpiresAt === null) return;
    const timer = setTimeout(() => dispatch({ kind: 'codeRanOut' }), Math.max(0, codeExpiresAt - Date.now()));
    return () => clearTimeout(timer);
  }, [codeExpiresAt]);

  useEffect(() => {
    const leaving = new AbortController();
    const checkEnd = async () => {
      const asked = await ask(leaving.signal).catch(() => null);
      if (asked !== null && !leaving.signal.aborted) dispatch({ kind: 'statusReceived', ...asked, at: Date.now() });
    };
    const timer = setTimeout(
      () => void checkEnd(),
      Math.max(0, Date.parse(expiresAt) + endMargin - serverNow().getTime()),
    );
    return () => {
      clearTimeout(timer);
      leaving.abort();
    };
  }, [expiresAt]);

  async function send(what: 'means' | 'code', means: PaymentMeans): Promise<ProviderOutcome | null> {
    if (sending.current !== null) return null;
    const controller = new AbortController();
    sending.current = controller;
    dispatch({ kind: 'sent', what });
    const outcome = await sendMeans(means, { signal: controller.signal, savesCard });
    sending.current = null;
    if (outcome.kind === 'answer' && outcome.card !== null) setCard(outcome.card);
    dispatch(eventOf(outcome));
    return outcome;
  }

  return {
    state,
    /** The server does not answer at the moment. */
    isOffline,
    /** The system has given up the last attempt. */
    isRefused,
    /** The card as reported by the provider, for saving it. */
    card,
    canSendAgain: latestMeans !== null,
    pay: (means: PaymentMeans) => {
      setLatestMeans('card' in means ? means : null);
      return send('means', means);
    },
    sendAgain: () => (latestMeans === null ? Promise.resolve(null) : send('means', latestMeans)),
    enterCode: (otp: string) => send('code', { otp }),
    cancel: () => sending.current?.abort(),
    chooseOther: () => dispatch({ kind: 'otherMeans' }),
  };
}

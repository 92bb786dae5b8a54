import { Trans } from '@lingui/react/macro';
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { unrecorded } from '#base/ui/theme/unrecorded.ts';
import { CodeStep } from './card/card-code-step.tsx';
import { CardEntry, type Charging, nothingEntered } from './card/card-entry.tsx';
import { type CodeWait, isOver, type PaymentProblem, type PaymentStep } from './card/payment-machine.ts';
import { ClosedNotice, WaitingNotice, WalletNotice } from './card/payment-notices.tsx';
import { RedirectNotice } from './card/redirect-notice.tsx';
import { savedCards, withCard } from './card/saved-cards.ts';
import classes from './card-payment.module.css';
import type { CardPayer, ProviderCard } from './systems/payer-client.ts';
import { type AskStatus, usePayment } from './use-payment.ts';

interface CardPaymentProps {
  /** The provider's address of this payment; the card is sent nowhere else. */
  readonly paymentUrl: string;
  /** The payment is paid there, on a page of its system. */
  readonly isOnPage?: boolean | undefined;
  /** The card goes to this system; absent: to the gateway. */
  readonly payer?: CardPayer | undefined;
  /** Main units. */
  readonly amount: number;
  /** Whether the card is charged again without the payer; by default it is not. */
  readonly charging?: Charging;
  /** When the provider closes the payment, ISO 8601. The server is asked then, so that the payer does not fill in a closed payment. */
  readonly expiresAt: string;
  /** Payment systems whose cards are not accepted now because too many were refused. */
  readonly closedSystems?: readonly string[] | undefined;
  readonly currencyLabel: string;
  /** Asks our server; called before any retry whenever the provider's answer is missing. */
  readonly askStatus: AskStatus;
  /** Set after a reload of the page: the status is requested first. */
  readonly resumed?: { readonly code: CodeWait | null; readonly isCardRemembered: boolean } | undefined;
  readonly onPaid: () => void;
  /** The payment is closed unpaid and a new one is needed. Called once. */
  readonly onRefused: (problem: PaymentProblem | null) => void;
  /** The payer asks for a new payment after this one was closed. */
  readonly onRestart: () => void;
  /** The payer goes back to the donation or order; absent if that is not possible. */
  readonly onBack?: () => void;
  /** The payer chooses another payment system; absent: there is no other. */
  readonly onOther?: (() => void) | undefined;
  /** Receives what to store over a reload; contains no card data. */
  readonly onStore?: (stored: { code: CodeWait | null; isCardRemembered: boolean }) => void;
}

const withEntry: readonly PaymentStep[] = ['entering', 'sending'];
const whileWaiting: readonly PaymentStep[] = ['sending', 'sendingCode', 'checking', 'paid'];

/**
 * The form that pays an open payment by card, saved card or wallet: number and expiry, then the code. It talks to the provider
 * (docs/rules.md#payment-gateway) and does not know what is being paid for.
 */
export function CardPayment(props: CardPaymentProps) {
  const { paymentUrl, isOnPage, amount, expiresAt, closedSystems, currencyLabel, askStatus, resumed, ...on } = props;
  const payer = props.payer ?? null;
  const redirectUrl = isOnPage ? paymentUrl : null;
  const [isCardRemembered, setCardRemembered] = useState(resumed?.isCardRemembered ?? false);
  const payment = usePayment({
    paymentUrl,
    expiresAt,
    askStatus,
    redirectUrl,
    payer,
    resumed: resumed ?? null,
    savesCard: isCardRemembered || payer?.savesCard === true,
  });
  const [entered, setEntered] = useState(nothingEntered);
  const { state, card } = payment;
  const { step, code } = state;
  const isSaving = on.charging === 'later';

  const store = useEffectEvent((stored: { code: CodeWait | null; isCardRemembered: boolean }) => on.onStore?.(stored));
  const notifyOwner = useEffectEvent((reached: PaymentStep) => {
    if (reached === 'paid') {
      if (isCardRemembered && card !== null) rememberCard(card, payer);
      on.onPaid();
    } else if (isOver(reached)) on.onRefused(state.problem);
  });
  // The card that waits for a code of another system is in memory only, so that its code is of no use after a reload.
  const storedCode = payer === null ? code : null;
  useEffect(() => store({ code: storedCode, isCardRemembered }), [storedCode, isCardRemembered]);
  useEffect(() => notifyOwner(step), [step]);
  const box = useHeightKept(whileWaiting.includes(step));

  return (
    <div ref={box} className={`${classes.payment} ${unrecorded}`}>
      {withEntry.includes(step) && (
        <CardEntry
          amount={amount}
          payer={payer}
          charging={on.charging ?? 'once'}
          currencyLabel={currencyLabel}
          closedSystems={closedSystems ?? []}
          isSending={step === 'sending'}
          problem={state.problem}
          takesFocus={resumed === undefined}
          entered={entered}
          onEnter={setEntered}
          isCardRemembered={isCardRemembered}
          onRemember={setCardRemembered}
          onPay={(means) => payment.pay(means)}
          onCancel={payment.cancel}
        />
      )}
      {(step === 'code' || step === 'sendingCode') && code !== null && (
        <CodeStep
          code={code}
          isOver={state.isCodeOver}
          isSending={step === 'sendingCode'}
          problem={state.problem}
          isSaving={isSaving}
          canSendAgain={payment.canSendAgain}
          onCode={payment.enterCode}
          onSendAgain={payment.sendAgain}
          onOtherCard={() => {
            setEntered(nothingEntered);
            payment.chooseOther();
          }}
        />
      )}
      {step === 'checking' && (
        <WaitingNotice problem={state.problem} isOffline={payment.isOffline} isSaving={isSaving} />
      )}
      {step === 'wallet' && isOnPage && (
        <RedirectNotice
          address={paymentUrl}
          isNew={resumed === undefined}
          isOffline={payment.isOffline}
          isRefused={payment.isRefused}
          onBack={on.onBack}
        />
      )}
      {step === 'wallet' && !isOnPage && state.redirectUrl !== null && (
        <WalletNotice address={state.redirectUrl} isOffline={payment.isOffline} onOther={payment.chooseOther} />
      )}
      {step === 'paid' && (
        <p className={classes.done} role="status">
          {isSaving ? <Trans>Карта сохранена</Trans> : <Trans>Оплачено</Trans>}
        </p>
      )}
      {(step === 'refused' || step === 'timedOut') && (
        <ClosedNotice
          problem={state.problem}
          isTimeOver={step === 'timedOut'}
          isSaving={isSaving}
          onRestart={on.onRestart}
        />
      )}
      {on.onOther && (step === 'entering' || (step === 'wallet' && isOnPage)) && (
        <button type="button" className={classes.back} onClick={on.onOther}>
          <Trans>Выбрать другой способ оплаты</Trans>
        </button>
      )}
      {on.onBack && (step === 'entering' || step === 'code') && (
        <button type="button" className={classes.back} onClick={on.onBack}>
          <Trans>Изменить сумму или сообщение</Trans>
        </button>
      )}
    </div>
  );
}

/** Keeps an element from getting lower while the payer can only wait, so that nothing below it moves by itself. */
function useHeightKept(isKept: boolean) {
  const box = useRef<HTMLDivElement>(null);
  const height = useRef(0);
  useLayoutEffect(() => {
    if (box.current === null) return;
    box.current.style.minHeight = isKept ? `${height.current}px` : '';
    height.current = box.current.offsetHeight;
  });
  return box;
}

function rememberCard({ token, maskedPan, expiry }: ProviderCard, payer: CardPayer | null): void {
  const data = payer === null ? { token } : { token, system: payer.system };
  savedCards.write(withCard(savedCards.read(), { pan: maskedPan, expire: expiry, data }));
}

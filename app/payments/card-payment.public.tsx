import { Trans } from '@lingui/react/macro';
import { useEffect, useEffectEvent, useState } from 'react';
import { CardEntry, nothingEntered } from './card-entry.tsx';
import classes from './card-payment.module.css';
import { CodeStep } from './code-step.tsx';
import { type CodeWait, isOver, type PaymentStep, type Told } from './payment-machine.ts';
import { ClosedNotice, WaitingNotice, WalletNotice } from './payment-notices.tsx';
import { savedCards, withCard } from './saved-cards.ts';
import { type AskStatus, usePayment } from './use-payment.ts';

interface CardPaymentProps {
  /** The provider's address of this payment; the card goes there and nowhere else. */
  readonly paymentUrl: string;
  /** Main units. */
  readonly amount: number;
  /** When the provider closes the payment, ISO 8601: then the server is asked, so that nobody types a card in vain. */
  readonly expiresAt: string;
  /** Payment systems whose cards are not taken now, since too many of them were refused. */
  readonly closedSystems?: readonly string[] | undefined;
  readonly currencyLabel: string;
  /** The server's word on the payment: asked whenever the provider's answer is missing, before anything is tried again. */
  readonly askStatus: AskStatus;
  /** The payment was under way before a reload: its state is asked for first. */
  readonly resumed?: { readonly code: CodeWait | null; readonly isCardRemembered: boolean } | undefined;
  readonly onPaid: () => void;
  /** The payment is closed unpaid: another one is needed. Called once. */
  readonly onRefused: (told: Told | null) => void;
  /** The payer wants to begin a new payment after this one was closed. */
  readonly onRestart: () => void;
  /** The payer wants to go back to what is paid for; absent where he may not. */
  readonly onBack?: () => void;
  /** What is worth keeping over a reload; nothing of the card is in it. */
  readonly onKeep?: (kept: { code: CodeWait | null; isCardRemembered: boolean }) => void;
}

const withEntry: readonly PaymentStep[] = ['entering', 'sending'];

/**
 * Pays an open payment by card, saved card or wallet: number and expiry, then the code, with every way out of trouble. It
 * speaks to the provider (contract, section 12) and knows nothing of what is paid for.
 */
export function CardPayment(props: CardPaymentProps) {
  const { paymentUrl, amount, expiresAt, closedSystems, currencyLabel, askStatus, resumed, ...on } = props;
  const payment = usePayment({ paymentUrl, expiresAt, askStatus, resumed: resumed ?? null });
  const [isCardRemembered, setCardRemembered] = useState(resumed?.isCardRemembered ?? false);
  const [entered, setEntered] = useState(nothingEntered);
  const { state, card } = payment;
  const { step, code } = state;

  const keep = useEffectEvent((kept: { code: CodeWait | null; isCardRemembered: boolean }) => on.onKeep?.(kept));
  const tellOwner = useEffectEvent((reached: PaymentStep) => {
    if (reached === 'paid') {
      if (isCardRemembered && card !== null) rememberCard(card);
      on.onPaid();
    } else if (isOver(reached)) on.onRefused(state.told);
  });
  useEffect(() => keep({ code, isCardRemembered }), [code, isCardRemembered]);
  useEffect(() => tellOwner(step), [step]);

  return (
    <div className={classes.payment}>
      {withEntry.includes(step) && (
        <CardEntry
          amount={amount}
          currencyLabel={currencyLabel}
          closedSystems={closedSystems ?? []}
          isSending={step === 'sending'}
          told={state.told}
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
          told={state.told}
          canSendAgain={payment.canSendAgain}
          onCode={payment.enterCode}
          onSendAgain={payment.sendAgain}
          onOtherCard={() => {
            setEntered(nothingEntered);
            payment.chooseOther();
          }}
        />
      )}
      {step === 'checking' && <WaitingNotice told={state.told} isOffline={payment.isOffline} />}
      {step === 'wallet' && state.redirectUrl !== null && (
        <WalletNotice address={state.redirectUrl} isOffline={payment.isOffline} onOther={payment.chooseOther} />
      )}
      {step === 'paid' && (
        <p className={classes.done} role="status">
          <Trans>Оплачено</Trans>
        </p>
      )}
      {(step === 'refused' || step === 'timedOut') && (
        <ClosedNotice told={state.told} isTimeOver={step === 'timedOut'} onRestart={on.onRestart} />
      )}
      {on.onBack && (step === 'entering' || step === 'code') && (
        <button type="button" className={classes.back} onClick={on.onBack}>
          <Trans>Изменить сумму или сообщение</Trans>
        </button>
      )}
    </div>
  );
}

function rememberCard({ token, maskedPan, expiry }: { token: string; maskedPan: string; expiry: string }): void {
  savedCards.write(withCard(savedCards.read(), { pan: maskedPan, expire: expiry, data: { token } }));
}

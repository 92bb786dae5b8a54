import { Trans } from '@lingui/react/macro';
import { type ReactNode, Suspense, useEffect, useRef } from 'react';
import { call } from '#app/call.ts';
import { CardPayment } from '#app/payments/card-payment.tsx';
import type { StoredPayment } from '#app/payments/stored-payment.ts';
import { cleanText } from '#base/text/clean-text.ts';
import { CutText } from '#base/ui/dialogs/cut-text.tsx';
import { FailureText } from '#base/ui/failures/failure-text.tsx';
import { useNames } from '#base/ui/page/use-names.ts';
import { useAmountText } from '#base/ui/page/use-sum-text.ts';
import type { DraftChoices } from '../donation-draft.ts';
import classes from '../donation-form.module.css';
import type { Donation } from './use-donation.ts';

interface DonationPaymentProps {
  readonly payment: StoredPayment;
  readonly currency: string;
  readonly donation: Donation;
  /** What a donation that is given once decides. */
  readonly chosen: (choices: DraftChoices) => ReactNode;
  readonly onBack: () => void;
}

/** The card step of a donation, loaded when the donor approaches it. */
export default function DonationPayment({ payment, currency, donation, chosen, onBack }: DonationPaymentProps) {
  const nameOf = useNames();
  const amountText = useAmountText();
  const { payId, amount, paymentUrl, expiresAt } = payment;
  const { draft, isMonthly } = donation;
  const message = cleanText(draft.message);
  // Another tab's payment, taken over, has nothing to do with this tab's draft.
  const hasChosen = draft.intent !== '' && !isMonthly && (draft.vote ?? draft.target ?? draft.reward) !== null;

  const step = useRef<HTMLDivElement>(null);
  const { isNew } = donation;

  useEffect(() => {
    if (!isNew) return;
    const behavior = window.matchMedia('(prefers-reduced-motion: reduce)').matches ? 'instant' : 'smooth';
    step.current?.scrollIntoView({ block: 'start', behavior });
  }, [isNew]);

  async function askStatus(signal: AbortSignal) {
    return call('GET ProjectPay/Status', { query: { payId } }, { signal });
  }

  return (
    <div ref={step} className={classes.step}>
      <div className={classes.summary}>
        <p className={classes.summarySum}>
          {amountText(amount)}{' '}
          <span>
            {nameOf(currency)} {isMonthly && <Trans>в месяц</Trans>}
          </span>
        </p>
        {hasChosen && (
          <Suspense>
            <div className={classes.chosen}>{chosen(draft)}</div>
          </Suspense>
        )}
        {message !== null && (
          <CutText className={classes.summaryMessage} title={<Trans>Ваше сообщение</Trans>}>
            {`«${message}»`}
          </CutText>
        )}
      </div>
      {donation.failure !== null && (
        <p className={classes.trouble} role="alert">
          <FailureText>{donation.failure.message}</FailureText>
        </p>
      )}
      {donation.isResuming ? (
        <p role="status">
          <Trans>Возвращаемся к оплате…</Trans>
        </p>
      ) : (
        <CardPayment
          paymentUrl={paymentUrl}
          isOnPage={payment.isOnPage}
          payer={payment.payer}
          amount={amount}
          charging={isMonthly ? 'monthly' : 'once'}
          expiresAt={expiresAt}
          closedSystems={payment.closedSystems}
          currencyLabel={currency}
          askStatus={askStatus}
          resumed={donation.isNew ? undefined : payment}
          onPaid={donation.paid}
          onRefused={donation.refused}
          onRestart={() => void donation.restart()}
          onBack={onBack}
          onStore={donation.store}
        />
      )}
    </div>
  );
}

import type { ReactNode } from 'react';
import form from '#app/donations/donation-form.module.css';
import { CardPayment } from '#app/payments/card-payment.tsx';
import { useSumText } from '#base/ui/page/use-sum-text.ts';
import type { Giving } from './use-giving.ts';

interface GivingPaymentProps {
  readonly giving: Giving;
  readonly currency: string;
  /** What is paid for. */
  readonly children: ReactNode;
}

/** The card in the place of the form: what is given, and its payment. */
export function GivingPayment({ giving, currency, children }: GivingPaymentProps) {
  const sumText = useSumText(currency);
  const { payment } = giving;
  if (payment === null) return null;
  return (
    <div className={form.step}>
      <p className={form.summarySum}>{sumText(payment.amount)}</p>
      {children}
      <CardPayment
        key={payment.payId}
        paymentUrl={payment.paymentUrl}
        isOnPage={payment.isOnPage}
        payer={payment.payer}
        amount={payment.amount}
        expiresAt={payment.expiresAt}
        closedSystems={payment.closedSystems}
        currencyLabel={currency}
        askStatus={giving.askStatus}
        resumed={giving.isNew ? undefined : payment}
        onPaid={giving.paid}
        onRefused={giving.refused}
        onRestart={giving.back}
        onBack={giving.back}
        onStore={giving.store}
      />
    </div>
  );
}

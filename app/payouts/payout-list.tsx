import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { Private } from '#app/document/private.public.tsx';
import { isCallFailure } from '#base/errors.ts';
import { ErrorNotice } from '#base/ui/error-notice.tsx';
import { PageNumbers } from '#base/ui/page-numbers.tsx';
import { Sum } from '#base/ui/sum.tsx';
import { TextButton } from '#base/ui/text-button.tsx';
import { call } from '../call.ts';
import classes from './balance-screen.module.css';
import type { Payout } from './own-money.ts';
import type { PayoutState } from './payout-state.ts';

/** The words of a request's states. */
export function usePayoutStates(): Readonly<Record<PayoutState, string>> {
  const { t } = useLingui();
  return { Requested: t`Ждёт оператора`, Paid: t`Выплачено`, Declined: t`Отклонено`, Cancelled: t`Отменено вами` };
}

interface PayoutListProps {
  readonly payouts: { readonly items: readonly Payout[]; readonly count: number };
  readonly take: number;
  readonly currency: string;
}

/** The creator's requests and what became of them. Nothing where he has never asked. */
export function PayoutList({ payouts, take, currency }: PayoutListProps) {
  const [fault, setFault] = useState<string | null>(null);
  const [busy, setBusy] = useState<string | null>(null);
  const revalidator = useRevalidator();
  if (payouts.count === 0) return null;

  async function cancel(payoutId: string) {
    setBusy(payoutId);
    setFault(null);
    try {
      await call('POST Payout/Cancel', { query: { payoutId } });
    } catch (error) {
      if (!isCallFailure(error)) throw error;
      setFault(error.message);
    }
    await revalidator.revalidate();
    setBusy(null);
  }

  return (
    <section className={classes.section}>
      <h2>
        <Trans>Заявки на выплату</Trans>
      </h2>
      {fault !== null && <ErrorNotice>{fault}</ErrorNotice>}
      <ul className={classes.lines}>
        {payouts.items.map((payout) => (
          <PayoutRow
            key={payout.id}
            payout={payout}
            currency={currency}
            isBusy={busy === payout.id}
            onCancel={() => void cancel(payout.id)}
          />
        ))}
      </ul>
      <PageNumbers count={payouts.count} take={take} name="payouts" />
    </section>
  );
}

interface PayoutRowProps {
  readonly payout: Payout;
  readonly currency: string;
  readonly isBusy: boolean;
  readonly onCancel: () => void;
}

function PayoutRow({ payout, currency, isBusy, onCancel }: PayoutRowProps) {
  const { i18n } = useLingui();
  const states = usePayoutStates();
  const { amount, cardMask, state, bankReference, reason, createdAt } = payout;
  return (
    <li>
      <div className={classes.what}>
        <b>{cardMask}</b>
        <span data-state={state}>{states[state]}</span>
        {bankReference !== null && (
          <span>
            <Trans>Перевод: {bankReference}</Trans>
          </span>
        )}
        {reason !== null && (
          <span>
            <Trans>Причина: {reason}. Деньги снова на счёте.</Trans>
          </span>
        )}
        <time dateTime={createdAt}>{i18n.date(createdAt, { dateStyle: 'medium', timeStyle: 'short' })}</time>
      </div>
      <div className={classes.money}>
        <span>
          <Private>
            <Sum amount={amount} currency={currency} />
          </Private>
        </span>
        {state === 'Requested' && (
          <TextButton disabled={isBusy} onClick={onCancel}>
            <Trans>Отменить</Trans>
          </TextButton>
        )}
      </div>
    </li>
  );
}

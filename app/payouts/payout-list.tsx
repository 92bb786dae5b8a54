import { Trans, useLingui } from '@lingui/react/macro';
import { useRevalidator } from 'react-router';
import { call } from '#app/call.ts';
import { dayText } from '#base/text/dates.ts';
import { useDateText } from '#base/ui/dates/use-date-text.ts';
import { useMomentText } from '#base/ui/dates/use-moment-text.ts';
import { Stack, Text } from '#base/ui/layout/parts.tsx';
import { BeyondLastPage, PageNumbers } from '#base/ui/lists/page-numbers.tsx';
import { Private } from '#base/ui/on-stream/private.tsx';
import { ErrorNotice } from '#base/ui/page/error-notice.tsx';
import { Sum } from '#base/ui/page/sum.tsx';
import { TextButton } from '#base/ui/page/text-button.tsx';
import { useAction } from '#base/ui/page/use-action.ts';
import { Section } from '#base/ui/panel/section.tsx';
import { stateLooks } from '#base/ui/states/state-looks.ts';
import { Tag } from '#base/ui/states/tag.tsx';
import { ActButton } from './act-button.tsx';
import classes from './balance-screen.module.css';
import type { Payout } from './own-money.ts';
import type { PayoutState } from './payout-state.ts';

/** The names of a request's states. */
export function usePayoutStates(): Readonly<Record<PayoutState, string>> {
  const { t } = useLingui();
  return { Requested: t`Ждёт оператора`, Paid: t`Выплачено`, Declined: t`Отклонено`, Cancelled: t`Отменено вами` };
}

interface PayoutListProps {
  readonly payouts: { readonly items: readonly Payout[]; readonly count: number };
  readonly take: number;
  readonly currency: string;
}

/** The creator's requests with their states; renders nothing if there are none. */
export function PayoutList({ payouts, take, currency }: PayoutListProps) {
  const { isBusy, failure, act } = useAction();
  const revalidator = useRevalidator();
  if (payouts.count === 0) return null;

  const cancel = (payoutId: string) =>
    act(() => call('POST Payout/Cancel', { query: { payoutId } }).finally(() => revalidator.revalidate()));

  return (
    <Section title={<Trans>Заявки на выплату</Trans>} card>
      {failure !== null && <ErrorNotice>{failure.message}</ErrorNotice>}
      {payouts.items.length === 0 && <BeyondLastPage count={payouts.count} take={take} name="payouts" />}
      <Stack as="ul" className={classes.lines}>
        {payouts.items.map((payout) => (
          <PayoutRow
            key={payout.id}
            payout={payout}
            currency={currency}
            isBusy={isBusy}
            onCancel={() => void cancel(payout.id)}
          />
        ))}
      </Stack>
      <PageNumbers count={payouts.count} take={take} name="payouts" />
    </Section>
  );
}

interface PayoutRowProps {
  readonly payout: Payout;
  readonly currency: string;
  readonly isBusy: boolean;
  readonly onCancel: () => void;
}

function PayoutRow({ payout, currency, isBusy, onCancel }: PayoutRowProps) {
  const momentText = useMomentText();
  const { amount, cardMask, state, bankReference, reason, createdAt } = payout;
  return (
    <li>
      <Text as="div" className={classes.what} shrinks>
        <b>{cardMask}</b>
        <Tag look={stateLooks.payout[state]} isLong>
          <StateWords payout={payout} />
        </Tag>
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
        {state !== 'Paid' && <time dateTime={createdAt}>{momentText(createdAt)}</time>}
      </Text>
      <div className={classes.money}>
        <span>
          <Private>
            <Sum amount={amount} currency={currency} />
          </Private>
        </span>
        {state === 'Paid' && <ActButton payout={payout} />}
        {state === 'Requested' && (
          <TextButton disabled={isBusy} onClick={onCancel}>
            <Trans>Отменить</Trans>
          </TextButton>
        )}
      </div>
    </li>
  );
}

/** The state with the day on which it was paid, or until which it waits. */
function StateWords({ payout: { state, decidedAt, dueDay, isOverdue } }: Pick<PayoutRowProps, 'payout'>) {
  const { i18n } = useLingui();
  const dateText = useDateText();
  const states = usePayoutStates();
  if (state === 'Paid' && decidedAt !== null) {
    const paidOn = dateText(decidedAt, { date: 'medium' });
    return <Trans>Выплачено {paidOn}</Trans>;
  }
  if (dueDay === null) return states[state];
  const last = dayText(dueDay, i18n.locale, 'dayMonth');
  return isOverdue ? <Trans>Ждёт оператора, срок был {last}</Trans> : <Trans>Оператор решит не позже {last}</Trans>;
}

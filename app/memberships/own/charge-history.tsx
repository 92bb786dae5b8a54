import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { Link } from 'react-router';
import { call } from '#app/call.ts';
import type { CallAnswer } from '#base/calls/call.ts';
import { useDateText } from '#base/ui/dates/use-date-text.ts';
import { ErrorNotice } from '#base/ui/page/error-notice.tsx';
import { Skeleton } from '#base/ui/page/skeleton.tsx';
import { Sum } from '#base/ui/page/sum.tsx';
import { TextButton } from '#base/ui/page/text-button.tsx';
import { useAction } from '#base/ui/page/use-action.ts';
import type { ownMembershipsCalls } from '../own-memberships.calls.ts';
import classes from './charge-history.module.css';

type Charge = CallAnswer<typeof ownMembershipsCalls.charges>['items'][number];

interface ChargeHistoryProps {
  readonly membershipId: string;
  readonly currency: string;
}

/** The months of a membership with what was charged for them, loaded when they are opened. */
export function ChargeHistory({ membershipId, currency }: ChargeHistoryProps) {
  const [charges, setCharges] = useState<readonly Charge[] | null>(null);
  const [count, setCount] = useState(0);
  const { isBusy, failure, act } = useAction();

  function load() {
    void act(async () => {
      const query = { membershipId, Skip: charges?.length ?? 0 };
      const page = await call('GET Membership/Charges', { query });
      setCharges([...(charges ?? []), ...page.items]);
      setCount(page.count);
    });
  }

  return (
    <details
      className={classes.history}
      onToggle={({ currentTarget }) => {
        if (currentTarget.open && charges === null) load();
      }}
    >
      <summary>
        <Trans>Что списали</Trans>
      </summary>
      {charges === null && failure === null && (
        <div aria-busy>
          <Skeleton height={44} />
        </div>
      )}
      <ul>
        {charges?.map((charge) => (
          <ChargeRow key={charge.month} charge={charge} currency={currency} />
        ))}
      </ul>
      {failure !== null && <ErrorNotice onRetry={load}>{failure.message}</ErrorNotice>}
      {charges !== null && charges.length < count && (
        <TextButton disabled={isBusy} onClick={load}>
          <Trans>Показать ещё</Trans>
        </TextButton>
      )}
    </details>
  );
}

function ChargeRow({ charge, currency }: { readonly charge: Charge; readonly currency: string }) {
  const dateText = useDateText();
  const { month, state, amount, at, payId } = charge;
  return (
    <li>
      <span>
        <Trans>{month}-й месяц</Trans>
        <small>
          {dateText(at, { date: 'medium' })}, <ChargeState charge={charge} currency={currency} />
        </small>
      </span>
      <b>
        <Sum amount={amount} currency={currency} />
      </b>
      {payId !== null && state === 'Paid' && (
        <Link to={`/thanks/${payId}`}>
          <Trans>Донат</Trans>
        </Link>
      )}
    </li>
  );
}

function ChargeState({
  charge: { state, refunded },
  currency,
}: {
  readonly charge: Charge;
  readonly currency: string;
}) {
  switch (state) {
    case 'Paid':
      return refunded > 0 ? (
        <Trans>
          возвращено <Sum amount={refunded} currency={currency} />
        </Trans>
      ) : (
        <Trans>оплачен</Trans>
      );
    case 'Failed':
      return <Trans>не оплачен</Trans>;
    case 'Refunded':
    case 'Returning':
      return <Trans>возвращён</Trans>;
    default:
      return <Trans>ждёт списания</Trans>;
  }
}

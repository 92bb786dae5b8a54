import { Trans } from '@lingui/react/macro';
import { Link } from 'react-router';
import { useDateText } from '#base/ui/dates/use-date-text.ts';
import { Private } from '#base/ui/on-stream/private.tsx';
import { Sum } from '#base/ui/page/sum.tsx';
import { Panel } from '#base/ui/panel/panel.tsx';
import type { WaitingPayouts } from './own-money.ts';

interface NextPayoutProps {
  /** What can be asked for, in main units. */
  readonly available: number;
  readonly waiting: WaitingPayouts;
  readonly currency: string;
}

/** The money of a creator: what he may take, and what is on its way to his card. */
export function NextPayout({ available, waiting, currency }: NextPayoutProps) {
  const dateText = useDateText();
  const since = waiting.since === null ? null : dateText(waiting.since, { date: 'dayMonth' });
  return (
    <Panel
      title={<Trans>Выплата</Trans>}
      more={
        <Link to="/profile/balance">
          {since === null && available > 0 ? <Trans>Вывести на карту</Trans> : <Trans>Баланс</Trans>}
        </Link>
      }
    >
      <p>
        <Trans>
          Доступно{' '}
          <Private>
            <Sum amount={available} currency={currency} />
          </Private>
        </Trans>
      </p>
      {since !== null && (
        <p>
          <Trans>
            Оператор переводит{' '}
            <Private>
              <Sum amount={waiting.amount} currency={currency} />
            </Private>
            , заявка от {since}
          </Trans>
        </p>
      )}
    </Panel>
  );
}

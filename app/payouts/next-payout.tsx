import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from 'react-router';
import { dayText } from '#base/text/dates.ts';
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
  return (
    <Panel
      title={<Trans>Выплата</Trans>}
      more={
        <Link to="/profile/balance">
          {waiting.since === null && available > 0 ? <Trans>Вывести на карту</Trans> : <Trans>Баланс</Trans>}
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
      {waiting.since !== null && <OnItsWay since={waiting.since} waiting={waiting} currency={currency} />}
    </Panel>
  );
}

interface OnItsWayProps extends Pick<NextPayoutProps, 'waiting' | 'currency'> {
  readonly since: string;
}

function OnItsWay({ since, waiting: { amount, dueDay, isOverdue }, currency }: OnItsWayProps) {
  const { i18n } = useLingui();
  const dateText = useDateText();
  const first = dateText(since, { date: 'dayMonth' });
  const last = dueDay === null || isOverdue ? null : dayText(dueDay, i18n.locale, 'dayMonth');
  return (
    <>
      <p>
        <Trans>
          Оператор переводит{' '}
          <Private>
            <Sum amount={amount} currency={currency} />
          </Private>
          , заявка от {first}
        </Trans>
      </p>
      {last !== null && (
        <p>
          <Trans>Ответ не позже {last}</Trans>
        </p>
      )}
    </>
  );
}

import { Trans, useLingui } from '@lingui/react/macro';
import { call } from '#app/call.ts';
import { useDateText } from '#base/ui/dates/use-date-text.ts';
import { ReasonAct } from '#base/ui/dialogs/reason-act.tsx';
import { type Column, StaffTable } from '#base/ui/lists/staff-table.tsx';
import { useAmountText } from '#base/ui/page/use-sum-text.ts';
import { Tag } from '#base/ui/states/tag.tsx';
import type { OwnClock } from './clock-shapes.ts';

function State({ clock: { state, own } }: { readonly clock: OwnClock }) {
  if (own?.endedFor) {
    return (
      <Tag look="trouble" isLong>
        <Trans>Остановлен: {own.endedFor}</Trans>
      </Tag>
    );
  }
  if (state === 'over') {
    return (
      <Tag look="over">
        <Trans>Донатон закончился</Trans>
      </Tag>
    );
  }
  return <Tag look="underWay">{state === 'paused' ? <Trans>На паузе</Trans> : <Trans>Сейчас идёт</Trans>}</Tag>;
}

/** The last clock of a creator for the staff, who can end it. */
export function ClocksTable({ items }: { readonly items: readonly OwnClock[] }) {
  const { t } = useLingui();
  const dateText = useDateText();
  const amountText = useAmountText();
  const columns: readonly Column<OwnClock>[] = [
    {
      title: t`Начат`,
      cell: ({ startedAt }) => dateText(startedAt, { date: 'short', time: 'short' }),
      look: 'nowrap',
      isName: true,
    },
    {
      title: items.every(({ state }) => state === 'over') ? t`Когда закончился` : t`Когда закончится`,
      cell: ({ endsAt, closedAt }) => {
        const moment = closedAt ?? endsAt;
        return moment !== null && dateText(moment, { date: 'short', time: 'short' });
      },
      look: 'nowrap',
    },
    { title: t`Донатов`, cell: ({ donations }) => amountText(donations.count), look: 'number' },
    { title: t`Состояние`, cell: (clock) => <State clock={clock} /> },
    {
      title: t`Действия`,
      cell: ({ id: clockId, state }) =>
        state !== 'over' && (
          <ReasonAct
            act={<Trans>Остановить</Trans>}
            title={<Trans>Остановить донатон</Trans>}
            onSend={(reason) => call('POST Moderator/EndClock', { body: { clockId, reason } })}
          >
            <Trans>Он закончится сразу. Причину увидит автор. Деньги остаются у автора.</Trans>
          </ReasonAct>
        ),
    },
  ];
  return <StaffTable label={t`Донатон`} rows={items} keyOf={({ id }) => id} columns={columns} />;
}

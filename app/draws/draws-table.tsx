import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from 'react-router';
import { call } from '#app/call.ts';
import { useDateText } from '#base/ui/dates/use-date-text.ts';
import { RemovableTable } from '#base/ui/lists/removable-table.tsx';
import { Sum } from '#base/ui/page/sum.tsx';
import { useAmountText } from '#base/ui/page/use-sum-text.ts';
import type { ShownDraw } from './draw-shapes.ts';
import { DrawTag } from './draw-tag.tsx';

interface DrawsTableProps {
  readonly items: readonly ShownDraw[];
  readonly currency: string;
}

/** The draws of a creator for the staff. */
export function DrawsTable({ items, currency }: DrawsTableProps) {
  const { t } = useLingui();
  const amountText = useAmountText();
  const dateText = useDateText();
  return (
    <RemovableTable
      label={t`Розыгрыши`}
      rows={items}
      words={[
        {
          title: t`Приз`,
          // Nobody sees the page of one that was taken away.
          cell: ({ id, text, removedFor }) =>
            removedFor === null ? (
              <Link to={`/draws/${id}`}>
                <bdi>{text}</bdi>
              </Link>
            ) : (
              <bdi>{text}</bdi>
            ),
          isName: true,
        },
        {
          title: t`Конец`,
          cell: ({ endsAt }) => dateText(endsAt, { date: 'short', time: 'short' }),
          look: 'nowrap',
        },
      ]}
      figures={[
        { title: t`От суммы`, cell: ({ leastSum }) => <Sum amount={leastSum} currency={currency} />, look: 'number' },
        {
          title: t`Участников`,
          cell: ({ entryCount }) => entryCount !== null && amountText(entryCount),
          look: 'number',
        },
        { title: t`Победителей`, cell: ({ winners }) => amountText(winners), look: 'number' },
      ]}
      state={({ state, cancelledFor }) => (
        <>
          <DrawTag state={state} /> {state === 'cancelled' && <bdi>{cancelledFor}</bdi>}
        </>
      )}
      title={({ text }) => <Trans>Убрать розыгрыш «{text}»</Trans>}
      onRemove={(drawId, reason) => call('POST Moderator/RemoveDraw', { body: { drawId, reason } })}
    />
  );
}

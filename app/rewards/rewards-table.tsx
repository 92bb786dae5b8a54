import { Trans, useLingui } from '@lingui/react/macro';
import { call } from '#app/call.ts';
import { RemovableTable } from '#base/ui/lists/removable-table.tsx';
import { Sum } from '#base/ui/page/sum.tsx';
import { useAmountText } from '#base/ui/page/use-sum-text.ts';
import { Tag } from '#base/ui/states/tag.tsx';
import type { ShownReward } from './reward-shapes.ts';
import classes from './rewards-table.module.css';

function State({ reward: { stock, taken, closedAt, removedFor } }: { readonly reward: ShownReward }) {
  if (removedFor !== null) {
    return (
      <Tag look="trouble">
        <Trans>Убрана</Trans>
      </Tag>
    );
  }
  if (closedAt !== null) {
    return (
      <Tag look="over">
        <Trans>Закрыта</Trans>
      </Tag>
    );
  }
  return (
    <Tag look={stock === taken ? 'over' : 'underWay'}>
      {stock === taken ? <Trans>Разобрано</Trans> : <Trans>Открыта</Trans>}
    </Tag>
  );
}

interface RewardsTableProps {
  readonly items: readonly ShownReward[];
  readonly currency: string;
}

/** The rewards of a creator for the staff. */
export function RewardsTable({ items, currency }: RewardsTableProps) {
  const { t } = useLingui();
  const amountText = useAmountText();
  return (
    <RemovableTable
      label={t`Награды`}
      rows={items}
      words={[{ title: t`Награда`, cell: ({ text }) => <bdi className={classes.text}>{text}</bdi>, isName: true }]}
      figures={[
        { title: t`От суммы`, cell: ({ price }) => <Sum amount={price} currency={currency} />, look: 'number' },
        { title: t`Взяли`, cell: ({ taken }) => amountText(taken), look: 'number' },
        {
          title: t`Всего`,
          cell: ({ stock }) => (stock === null ? <Trans>Без ограничения</Trans> : amountText(stock)),
          look: 'number',
        },
      ]}
      state={(reward) => <State reward={reward} />}
      title={({ text }) => <Trans>Убрать награду «{text}»</Trans>}
      onRemove={(rewardId, reason) => call('POST Moderator/RemoveReward', { body: { rewardId, reason } })}
    />
  );
}

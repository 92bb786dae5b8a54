import { Trans, useLingui } from '@lingui/react/macro';
import { call } from '#app/call.ts';
import { RemovableTable } from '#base/ui/lists/removable-table.tsx';
import { Sum } from '#base/ui/page/sum.tsx';
import { Tag } from '#base/ui/states/tag.tsx';
import type { ShownTarget } from './target-shapes.ts';
import classes from './targets-table.module.css';

function State({ target: { isReached, closedAt, removedFor } }: { readonly target: ShownTarget }) {
  if (removedFor !== null) {
    return (
      <Tag look="trouble">
        <Trans>Убран</Trans>
      </Tag>
    );
  }
  if (closedAt !== null) {
    return (
      <Tag look="over">
        <Trans>Закрыт</Trans>
      </Tag>
    );
  }
  return (
    <Tag look={isReached ? 'done' : 'underWay'}>{isReached ? <Trans>Достигнут</Trans> : <Trans>Открыт</Trans>}</Tag>
  );
}

interface TargetsTableProps {
  readonly items: readonly ShownTarget[];
  readonly currency: string;
}

/** The targets of a creator for the staff. */
export function TargetsTable({ items, currency }: TargetsTableProps) {
  const { t } = useLingui();
  return (
    <RemovableTable
      label={t`Рубежи`}
      rows={items}
      words={[{ title: t`Рубеж`, cell: ({ text }) => <bdi className={classes.text}>{text}</bdi>, isName: true }]}
      figures={[
        { title: t`Собрано`, cell: ({ sum }) => <Sum amount={sum} currency={currency} />, look: 'number' },
        { title: t`Нужно`, cell: ({ goal }) => <Sum amount={goal} currency={currency} />, look: 'number' },
      ]}
      state={(target) => <State target={target} />}
      title={({ text }) => <Trans>Убрать рубеж «{text}»</Trans>}
      onRemove={(targetId, reason) => call('POST Moderator/RemoveTarget', { body: { targetId, reason } })}
    />
  );
}

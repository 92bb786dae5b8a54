import { Trans, useLingui } from '@lingui/react/macro';
import { call } from '#app/call.ts';
import { useDateText } from '#base/ui/dates/use-date-text.ts';
import { ReasonAct } from '#base/ui/dialogs/reason-act.tsx';
import { type Column, StaffTable } from '#base/ui/lists/staff-table.tsx';
import { useAmountText } from '#base/ui/page/use-sum-text.ts';
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

/** The targets of a creator for the staff, who can take each away. */
export function TargetsTable({ items }: { readonly items: readonly ShownTarget[] }) {
  const { t } = useLingui();
  const dateText = useDateText();
  const amountText = useAmountText();
  const columns: readonly Column<ShownTarget>[] = [
    { title: t`Рубеж`, cell: ({ text }) => <bdi className={classes.text}>{text}</bdi>, isName: true },
    {
      title: t`Когда`,
      cell: ({ createdAt }) => dateText(createdAt, { date: 'short', time: 'short' }),
      look: 'nowrap',
    },
    { title: t`Собрано`, cell: ({ sum }) => amountText(sum), look: 'number' },
    { title: t`Нужно`, cell: ({ goal }) => amountText(goal), look: 'number' },
    { title: t`Состояние`, cell: (target) => <State target={target} /> },
    {
      title: t`Действия`,
      cell: ({ id: targetId, removedFor, text }) =>
        removedFor === null && (
          <ReasonAct
            act={<Trans>Убрать</Trans>}
            title={<Trans>Убрать рубеж «{text}»</Trans>}
            onSend={(reason) => call('POST Moderator/RemoveTarget', { body: { targetId, reason } })}
          >
            <Trans>Его увидят только автор и сотрудники сайта. Деньги остаются у автора.</Trans>
          </ReasonAct>
        ),
    },
  ];
  return <StaffTable label={t`Рубежи`} rows={items} keyOf={({ id }) => id} columns={columns} />;
}

import { Trans, useLingui } from '@lingui/react/macro';
import { call } from '#app/call.ts';
import { useDateText } from '#base/ui/dates/use-date-text.ts';
import { ReasonAct } from '#base/ui/dialogs/reason-act.tsx';
import { type Column, StaffTable } from '#base/ui/lists/staff-table.tsx';
import { useAmountText } from '#base/ui/page/use-sum-text.ts';
import { Tag } from '#base/ui/states/tag.tsx';
import type { ShownVote } from './vote-shapes.ts';
import classes from './votes-table.module.css';

function State({ vote: { isOpen, removedFor } }: { readonly vote: ShownVote }) {
  if (removedFor !== null) {
    return (
      <Tag look="trouble">
        <Trans>Убрано</Trans>
      </Tag>
    );
  }
  return <Tag look={isOpen ? 'underWay' : 'over'}>{isOpen ? <Trans>Идёт</Trans> : <Trans>Закончилось</Trans>}</Tag>;
}

/** The votes of a creator for the staff, who can take each away. */
export function VotesTable({ items }: { readonly items: readonly ShownVote[] }) {
  const { t } = useLingui();
  const dateText = useDateText();
  const amountText = useAmountText();
  const columns: readonly Column<ShownVote>[] = [
    { title: t`Вопрос`, cell: ({ question }) => <bdi className={classes.question}>{question}</bdi>, isName: true },
    {
      title: t`Варианты`,
      cell: ({ options }) => (
        <ul className={classes.options}>
          {options.map(({ optionId, text, isHidden }) => (
            <li key={optionId}>{isHidden ? <s>{text}</s> : text}</li>
          ))}
        </ul>
      ),
    },
    {
      title: t`Когда`,
      cell: ({ createdAt }) => dateText(createdAt, { date: 'short', time: 'short' }),
      look: 'nowrap',
    },
    { title: t`Голосов`, cell: ({ votes }) => amountText(votes), look: 'number' },
    { title: t`Состояние`, cell: (vote) => <State vote={vote} /> },
    {
      title: t`Действия`,
      cell: ({ id: voteId, removedFor, question }) =>
        removedFor === null && (
          <ReasonAct
            act={<Trans>Убрать</Trans>}
            title={<Trans>Убрать голосование «{question}»</Trans>}
            onSend={(reason) => call('POST Moderator/RemoveVote', { body: { voteId, reason } })}
          >
            <Trans>Его увидят только автор и сотрудники сайта. Деньги остаются у автора.</Trans>
          </ReasonAct>
        ),
    },
  ];
  return <StaffTable label={t`Голосования`} rows={items} keyOf={({ id }) => id} columns={columns} />;
}

import { Trans, useLingui } from '@lingui/react/macro';
import { call } from '#app/call.ts';
import { useDateText } from '#base/ui/dates/use-date-text.ts';
import { ReasonAct } from '#base/ui/dialogs/reason-act.tsx';
import { type Column, StaffTable } from '#base/ui/lists/staff-table.tsx';
import { Tag, Tags } from '#base/ui/states/tag.tsx';
import type { ShownVote } from './vote-shapes.ts';

function State({ vote: { isOpen, isRemoved } }: { readonly vote: ShownVote }) {
  if (isRemoved) {
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
  const columns: readonly Column<ShownVote>[] = [
    { title: t`Вопрос`, cell: ({ question }) => <bdi>{question}</bdi>, isName: true },
    {
      title: t`Варианты`,
      cell: ({ options }) => (
        <Tags>
          {options.map(({ optionId, text, isHidden }) => (
            <Tag key={optionId}>{isHidden ? <s>{text}</s> : text}</Tag>
          ))}
        </Tags>
      ),
    },
    {
      title: t`Когда`,
      cell: ({ createdAt }) => dateText(createdAt, { date: 'short', time: 'short' }),
      look: 'nowrap',
    },
    { title: t`Голосов`, cell: ({ votes }) => votes, look: 'number' },
    { title: t`Состояние`, cell: (vote) => <State vote={vote} /> },
    {
      title: t`Действия`,
      cell: ({ id: voteId, isRemoved, question }) =>
        !isRemoved && (
          <ReasonAct
            act={<Trans>Убрать</Trans>}
            title={<Trans>Убрать голосование «{question}»</Trans>}
            onSend={(reason) => call('POST Moderator/RemoveVote', { body: { voteId, reason } })}
          >
            <Trans>Оно закончится сразу, и его больше никто не увидит, кроме автора. Деньги остаются у автора.</Trans>
          </ReasonAct>
        ),
    },
  ];
  return <StaffTable label={t`Голосования`} rows={items} keyOf={({ id }) => id} columns={columns} />;
}

import { Trans, useLingui } from '@lingui/react/macro';
import { call } from '#app/call.ts';
import { RemovableTable } from '#base/ui/lists/removable-table.tsx';
import { useAmountText } from '#base/ui/page/use-sum-text.ts';
import { Tag } from '#base/ui/states/tag.tsx';
import { SuggestionsForStaff } from './suggestions-for-staff.tsx';
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

const Options = ({ options }: Pick<ShownVote, 'options'>) => (
  <ul className={classes.options}>
    {options.map(({ optionId, text, isHidden, code }) => (
      <li key={optionId}>
        {isHidden ? <s>{text}</s> : text}
        {code && <small> #{code}</small>}
      </li>
    ))}
  </ul>
);

/** The votes of a creator for the staff. */
export function VotesTable({ items }: { readonly items: readonly ShownVote[] }) {
  const { t } = useLingui();
  const amountText = useAmountText();
  return (
    <RemovableTable
      label={t`Голосования`}
      rows={items}
      words={[
        { title: t`Вопрос`, cell: ({ question }) => <bdi className={classes.question}>{question}</bdi>, isName: true },
        { title: t`Варианты`, cell: ({ options }) => <Options options={options} /> },
        { title: t`Предложили зрители`, cell: (vote) => <SuggestionsForStaff vote={vote} /> },
      ]}
      figures={[{ title: t`Голосов`, cell: ({ votes }) => amountText(votes), look: 'number' }]}
      state={(vote) => <State vote={vote} />}
      title={({ question }) => <Trans>Убрать голосование «{question}»</Trans>}
      onRemove={(voteId, reason) => call('POST Moderator/RemoveVote', { body: { voteId, reason } })}
    />
  );
}

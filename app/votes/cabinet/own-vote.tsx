import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { call } from '#app/call.ts';
import { ErrorNotice } from '#base/ui/page/error-notice.tsx';
import { ActionButton } from '#base/ui/page/link-button.tsx';
import { useAction } from '#base/ui/page/use-action.ts';
import { useAmountText, useSumText } from '#base/ui/page/use-sum-text.ts';
import panel from '#base/ui/panel/panel.module.css';
import { TwoTaps } from '#base/ui/panel/two-taps.tsx';
import watched from '#base/ui/panel/watched.module.css';
import { VoteEnd } from '../vote-end.tsx';
import type { ShownVote } from '../vote-shapes.ts';
import { VoteForm } from './vote-form.tsx';
import classes from './votes-screen.module.css';

interface OwnVoteProps {
  readonly vote: ShownVote;
  readonly currency: string;
}

/** What leaves a vote as it is. */
function bodyOf({ id, revision, question, price, endsAt, endSum, options }: ShownVote) {
  const kept = options.map(({ optionId, text, isHidden }) => ({ optionId, text, isHidden }));
  return { voteId: id, revision, question, price, endsAt, endSum, options: kept };
}

function State({ isOpen, removedFor }: Pick<ShownVote, 'isOpen' | 'removedFor'>) {
  if (removedFor !== null) return <Trans>Убрал модератор: {removedFor}. Голосование видите только вы</Trans>;
  return isOpen ? <Trans>Идёт</Trans> : <Trans>Закончилось</Trans>;
}

/** One vote with its figures. It is ended in two taps. */
export function OwnVote({ vote, currency }: OwnVoteProps) {
  const { t } = useLingui();
  const sumText = useSumText(currency);
  const amountText = useAmountText();
  const { revalidate } = useRevalidator();
  const { isBusy, failure, act } = useAction();
  const [isEditing, setEditing] = useState(false);
  const { question, options, votes, sum, isOpen, removedFor } = vote;
  const brought = sumText(sum);

  async function save(change: Partial<ReturnType<typeof bodyOf>> & { readonly close?: boolean }) {
    // Without a connection the page stays: what has changed meanwhile is read again anyway.
    if (await act(() => call('POST Vote/Save', { body: { ...bodyOf(vote), ...change } }))) await revalidate();
  }

  function switchOption(optionId: number) {
    const changed = bodyOf(vote).options.map((option) =>
      option.optionId === optionId ? { ...option, isHidden: !option.isHidden } : option,
    );
    return save({ options: changed });
  }

  if (isEditing) return <VoteForm vote={vote} currency={currency} onClose={() => setEditing(false)} />;

  return (
    <article className={panel.panel} aria-label={question} data-testid="own-vote">
      <h2 className={watched.title}>{question}</h2>
      <p className={watched.state}>
        <State isOpen={isOpen} removedFor={removedFor} />
        {' · '}
        <Plural value={votes} one="# голос" few="# голоса" many="# голосов" other="# голоса" />
        {' · '}
        {brought}
      </p>
      {isOpen && <VoteEnd vote={vote} currency={currency} className={watched.state} />}
      <ul className={classes.options}>
        {options.map((option) => (
          <li key={option.optionId} data-hidden={option.isHidden || undefined}>
            <bdi>{option.text}</bdi>
            <b>{amountText(option.votes)}</b>
            {isOpen && (
              <button
                type="button"
                className={classes.small}
                disabled={isBusy}
                aria-label={option.isHidden ? t`Показать «${option.text}»` : t`Скрыть «${option.text}»`}
                onClick={() => void switchOption(option.optionId)}
              >
                {option.isHidden ? <Trans>Показать</Trans> : <Trans>Скрыть</Trans>}
              </button>
            )}
            <progress className={watched.bar} max={Math.max(1, votes)} value={option.votes} aria-hidden />
          </li>
        ))}
      </ul>
      {failure !== null && (
        <ErrorNotice>{failure.fields === undefined ? failure.message : Object.values(failure.fields)[0]}</ErrorNotice>
      )}
      {isOpen && (
        <TwoTaps
          isBusy={isBusy}
          act={<Trans>Завершить голосование</Trans>}
          sure={<Trans>Точно завершить</Trans>}
          stay={<Trans>Пусть идёт</Trans>}
          onAct={() => void save({ close: true })}
        >
          <ActionButton className={watched.act} look="quiet" disabled={isBusy} onClick={() => setEditing(true)}>
            <Trans>Изменить</Trans>
          </ActionButton>
        </TwoTaps>
      )}
    </article>
  );
}

import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { call } from '#app/call.ts';
import { withKeptFocus } from '#base/ui/page/kept-focus.ts';
import { useAmountText, useSumText } from '#base/ui/page/use-sum-text.ts';
import { useWatchedAction } from '#base/ui/panel/use-watched-action.ts';
import watched from '#base/ui/panel/watched.module.css';
import { WatchedPanel } from '#base/ui/panel/watched-panel.tsx';
import { Tag } from '#base/ui/states/tag.tsx';
import { VoteEnd } from '../vote-end.tsx';
import type { ShownVote } from '../vote-shapes.ts';
import { VoteForm } from './vote-form.tsx';
import { VoteSuggestions } from './vote-suggestions.tsx';
import classes from './votes-screen.module.css';

interface OwnVoteProps {
  readonly vote: ShownVote;
  readonly currency: string;
  /** It was asked here just now. */
  readonly isMade: boolean;
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

const closing = {
  act: <Trans>Завершить голосование</Trans>,
  sure: <Trans>Точно завершить</Trans>,
  stay: <Trans>Пусть идёт</Trans>,
};

/** One vote with its figures. */
export function OwnVote({ vote, currency, isMade }: OwnVoteProps) {
  const { t } = useLingui();
  const sumText = useSumText(currency);
  const amountText = useAmountText();
  const action = useWatchedAction(vote);
  const { question, options, votes, sum, isOpen, removedFor, suggestions = [] } = vote;
  const waiting = isOpen ? suggestions.filter(({ state }) => state === 'waiting').length : 0;

  function save(change: Partial<ReturnType<typeof bodyOf>> & { readonly close?: boolean }) {
    void action.send(() => call('POST Vote/Save', { body: { ...bodyOf(vote), ...change } }));
  }

  function switchOption(optionId: number) {
    const changed = bodyOf(vote).options.map((option) =>
      option.optionId === optionId ? { ...option, isHidden: !option.isHidden } : option,
    );
    save({ options: changed });
  }

  return (
    <WatchedPanel
      title={question}
      testId="own-vote"
      tag={
        waiting > 0 && (
          <Tag look="waits">
            <Trans>Ждут проверки: {waiting}</Trans>
          </Tag>
        )
      }
      state={
        <>
          <State isOpen={isOpen} removedFor={removedFor} />
          {' · '}
          <Plural value={votes} one="# голос" few="# голоса" many="# голосов" other="# голоса" />
          {' · '}
          {sumText(sum)}
        </>
      }
      action={action}
      end={isOpen ? closing : null}
      onEnd={() => save({ close: true })}
      said={isMade ? <Trans>Голосование началось</Trans> : undefined}
      form={(ends) => <VoteForm vote={vote} currency={currency} {...ends} />}
    >
      {isOpen && <VoteEnd vote={vote} currency={currency} className={watched.state} />}
      <VoteSuggestions
        vote={vote}
        currency={currency}
        isBusy={action.isBusy}
        onDecide={(decision) =>
          action.send(() => call('POST Vote/DecideSuggestion', { body: { voteId: vote.id, ...decision } }))
        }
      />
      <ul className={classes.options}>
        {options.map((option) => (
          <li key={option.optionId} data-hidden={option.isHidden || undefined}>
            <span>
              <bdi>{option.text}</bdi>
              {option.code && <small> #{option.code}</small>}
            </span>
            <b>{amountText(option.votes)}</b>
            {isOpen && (
              <button
                {...withKeptFocus({ disabled: action.isBusy, onClick: () => switchOption(option.optionId) })}
                type="button"
                className={classes.small}
                aria-label={option.isHidden ? t`Показать «${option.text}»` : t`Скрыть «${option.text}»`}
              >
                {option.isHidden ? <Trans>Показать</Trans> : <Trans>Скрыть</Trans>}
              </button>
            )}
            <progress className={watched.bar} max={Math.max(1, votes)} value={option.votes} aria-hidden />
          </li>
        ))}
      </ul>
    </WatchedPanel>
  );
}

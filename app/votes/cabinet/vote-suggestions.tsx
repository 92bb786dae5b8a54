import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { focusText } from '#base/ui/page/focus-result.ts';
import { withKeptFocus } from '#base/ui/page/kept-focus.ts';
import { useSumText } from '#base/ui/page/use-sum-text.ts';
import watched from '#base/ui/panel/watched.module.css';
import type { DecisionBody, ShownVote } from '../vote-shapes.ts';
import classes from './vote-suggestions.module.css';
import votes from './votes-screen.module.css';

type Suggestion = NonNullable<ShownVote['suggestions']>[number];
type Decision = Pick<DecisionBody, 'suggestionId' | 'decision' | 'optionId'>;

interface VoteSuggestionsProps {
  readonly vote: ShownVote;
  readonly currency: string;
  readonly isBusy: boolean;
  readonly onDecide: (decision: Decision) => void;
}

const leadTo = (text: HTMLElement | null) => {
  if (text !== null) focusText(text);
};

/** What donors have suggested to a vote: decided about with one tap each, as long as it goes on. */
export function VoteSuggestions({ vote, currency, isBusy, onDecide }: VoteSuggestionsProps) {
  const [decided, setDecided] = useState<Suggestion | null>(null);
  const { suggestions = [], options, isOpen } = vote;
  const waiting = suggestions.filter(({ state }) => state === 'waiting');
  const isGone = decided !== null && !waiting.some(({ suggestionId }) => suggestionId === decided.suggestionId);
  const saidText = decided?.text;
  if (suggestions.length === 0 && !isGone) return null;

  return (
    <section className={classes.suggestions}>
      <h3>
        <Trans>Предложили зрители</Trans>
      </h3>
      {isGone && (
        // The button that was pressed has gone.
        <p key={decided.suggestionId} ref={leadTo} className={watched.said} role="status">
          <Trans>Решено: {saidText}</Trans>
        </p>
      )}
      {waiting.length > 0 && !isOpen && (
        <p className={watched.state}>
          <Trans>Голосование закончилось, эти варианты не засчитаны.</Trans>
        </p>
      )}
      <ul>
        {suggestions.map((suggestion) => (
          <li key={suggestion.suggestionId}>
            <bdi>{suggestion.text}</bdi>
            <SuggestionState suggestion={suggestion} currency={currency} />
            {isOpen && suggestion.state === 'waiting' && (
              <SuggestionActs
                suggestion={suggestion}
                options={options}
                isBusy={isBusy}
                onDecide={(decision) => {
                  setDecided(suggestion);
                  onDecide(decision);
                }}
              />
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function SuggestionState({ suggestion, currency }: { readonly suggestion: Suggestion; readonly currency: string }) {
  const sum = useSumText(currency)(suggestion.sum);
  const { count, declinedFor } = suggestion;
  return (
    <span className={watched.state}>
      {declinedFor === null ? (
        <>
          <Plural value={count} one="# донат" few="# доната" many="# донатов" other="# доната" /> · {sum}
        </>
      ) : (
        <Trans>Отклонил модератор: {declinedFor}</Trans>
      )}
    </span>
  );
}

interface SuggestionActsProps extends Pick<VoteSuggestionsProps, 'isBusy' | 'onDecide'> {
  readonly suggestion: Suggestion;
  readonly options: ShownVote['options'];
}

function SuggestionActs({ suggestion: { suggestionId, text }, options, isBusy, onDecide }: SuggestionActsProps) {
  const { t } = useLingui();
  return (
    <div className={classes.decisions}>
      <button
        {...withKeptFocus({ disabled: isBusy, onClick: () => onDecide({ suggestionId, decision: 'accept' }) })}
        type="button"
        className={votes.small}
        aria-label={t`Добавить «${text}»`}
      >
        <Trans>Добавить</Trans>
      </button>
      <select
        className={votes.small}
        aria-label={t`«${text}» — это то же, что…`}
        value=""
        onChange={(event) => {
          const optionId = Number(event.currentTarget.value);
          if (!isBusy && optionId > 0) onDecide({ suggestionId, decision: 'accept', optionId });
        }}
      >
        <option value="">{t`Это то же, что…`}</option>
        {options.map(({ optionId, text: option }) => (
          <option key={optionId} value={optionId}>
            {option}
          </option>
        ))}
      </select>
      <button
        {...withKeptFocus({ disabled: isBusy, onClick: () => onDecide({ suggestionId, decision: 'decline' }) })}
        type="button"
        className={votes.small}
        aria-label={t`Отклонить «${text}»`}
      >
        <Trans>Отклонить</Trans>
      </button>
    </div>
  );
}

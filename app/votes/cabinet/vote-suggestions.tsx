import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Stack } from '#base/ui/layout/parts.tsx';
import { focusText } from '#base/ui/page/focus-result.ts';
import { withKeptFocus } from '#base/ui/page/kept-focus.ts';
import { TextButton } from '#base/ui/page/text-button.tsx';
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
  /** Resolves to whether it was done. */
  readonly onDecide: (decision: Decision) => Promise<boolean>;
}

/** A suggestion that was decided about here. */
interface Decided {
  readonly suggestion: Suggestion;
  readonly decision: Decision;
}

const leadTo = (text: HTMLElement | null) => {
  if (text !== null) focusText(text);
};

/** The options and the end of the vote stand below. */
const firstShown = 6;

const inOrder = (one: Suggestion, other: Suggestion) => one.suggestionId - other.suggestionId;

/**
 * What donors have suggested to a vote: decided about with one tap each, as long as it goes on. What was decided about here keeps its place, so that
 * a second tap meets no other one.
 */
export function VoteSuggestions({ vote, currency, isBusy, onDecide }: VoteSuggestionsProps) {
  const [decided, setDecided] = useState<readonly Decided[]>([]);
  const [isAll, setAll] = useState(false);
  const { suggestions = [], options, isOpen } = vote;
  const waiting = suggestions.filter(({ state }) => state === 'waiting');
  const declined = suggestions.filter(({ state }) => state === 'declined');
  const isListed = ({ suggestionId }: Suggestion) => suggestions.some((one) => one.suggestionId === suggestionId);
  const done = decided.filter(({ suggestion }) => !isListed(suggestion));
  const shown = [...waiting, ...done.map(({ suggestion }) => suggestion)].sort(inOrder);
  const listed = isAll ? shown : shown.slice(0, firstShown);
  if (shown.length + declined.length === 0) return null;

  async function decide(suggestion: Suggestion, decision: Decision) {
    const others = (before: readonly Decided[]) =>
      before.filter((one) => one.suggestion.suggestionId !== suggestion.suggestionId);
    setDecided((before) => [...others(before), { suggestion, decision }]);
    // Somebody may have decided otherwise meanwhile.
    if (!(await onDecide(decision))) setDecided(others);
  }

  return (
    <section className={classes.suggestions}>
      <h3>
        <Trans>Предложили зрители</Trans>
      </h3>
      {waiting.length > 0 && !isOpen && (
        <p className={watched.state}>
          <Trans>Голосование закончилось, эти варианты не засчитаны.</Trans>
        </p>
      )}
      <Stack as="ul" gap={12} fit>
        {[...listed, ...declined].map((suggestion) => {
          const { suggestionId, state } = suggestion;
          const said = done.find((one) => one.suggestion.suggestionId === suggestionId);
          return (
            <li key={suggestionId}>
              <bdi>{suggestion.text}</bdi>
              <SuggestionState suggestion={suggestion} currency={currency} />
              {said !== undefined && <DecidedWords {...said.decision} isLast={said === done.at(-1)} />}
              {isOpen && state === 'waiting' && said === undefined && (
                <SuggestionActs
                  suggestion={suggestion}
                  options={options}
                  isBusy={isBusy}
                  onDecide={(decision) => void decide(suggestion, decision)}
                />
              )}
            </li>
          );
        })}
      </Stack>
      {listed.length < shown.length && (
        <TextButton onClick={() => setAll(true)}>
          <Trans>Показать все: {shown.length}</Trans>
        </TextButton>
      )}
    </section>
  );
}

/** In the place of the buttons, one of which was pressed. */
function DecidedWords({ decision, optionId, isLast }: Decision & { readonly isLast: boolean }) {
  return (
    <p ref={isLast ? leadTo : null} className={classes.decisions} role="status">
      {decision === 'decline' && <Trans>Вариант отклонён</Trans>}
      {decision === 'accept' && optionId === undefined && <Trans>Вариант добавлен</Trans>}
      {decision === 'accept' && optionId !== undefined && <Trans>Засчитан за другой вариант</Trans>}
    </p>
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

interface SuggestionActsProps extends Pick<VoteSuggestionsProps, 'isBusy'> {
  readonly onDecide: (decision: Decision) => void;
  readonly suggestion: Suggestion;
  readonly options: ShownVote['options'];
}

function SuggestionActs({ suggestion: { suggestionId, text }, options, isBusy, onDecide }: SuggestionActsProps) {
  const { t } = useLingui();
  const [isAsking, setAsking] = useState(false);
  const offered = options.filter(({ isHidden }) => !isHidden);
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
      <button
        {...withKeptFocus({ disabled: isBusy, onClick: () => onDecide({ suggestionId, decision: 'decline' }) })}
        type="button"
        className={votes.small}
        aria-label={t`Отклонить «${text}»`}
      >
        <Trans>Отклонить</Trans>
      </button>
      <button
        type="button"
        className={`${votes.small} ${classes.same}`}
        aria-label={t`«${text}» — это то же, что…`}
        aria-expanded={isAsking}
        onClick={() => setAsking(!isAsking)}
      >
        <Trans>Это то же, что…</Trans>
      </button>
      {isAsking &&
        offered.map(({ optionId, text: option }) => (
          <button
            key={optionId}
            {...withKeptFocus({
              disabled: isBusy,
              onClick: () => onDecide({ suggestionId, decision: 'accept', optionId }),
            })}
            type="button"
            className={votes.small}
          >
            <bdi>{option}</bdi>
          </button>
        ))}
    </div>
  );
}

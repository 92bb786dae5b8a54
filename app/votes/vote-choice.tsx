import { Plural, Trans } from '@lingui/react/macro';
import { useEffect, useEffectEvent, useState } from 'react';
import type { ChosenVote } from '#app/donations/donation-draft.ts';
import { wholeTimes } from '#base/money/whole-times.ts';
import { useAmountText, useSumText } from '#base/ui/page/use-sum-text.ts';
import { offeredVote } from './offered-vote.ts';
import classes from './vote-choice.module.css';
import { VoteEnd } from './vote-end.tsx';
import type { ShownVote } from './vote-shapes.ts';

export interface VoteChoiceProps {
  /** Those that are open. */
  readonly votes: readonly ShownVote[];
  readonly chosen: ChosenVote | null;
  /** Main units; null: none yet. */
  readonly amount: number | null;
  readonly currency: string;
  readonly onChoose: (vote: ChosenVote | null) => void;
}

/** The questions that a donation may answer, each option a chip; a second tap takes the choice back. */
export default function VoteChoice({ votes, chosen, amount, currency, onChoose }: VoteChoiceProps) {
  const offered = offeredVote(chosen, votes);
  const isStale = offered !== chosen;
  const update = useEffectEvent(() => onChoose(offered));
  useEffect(() => {
    // What is no longer seen must not hold the donation up.
    if (isStale) update();
  }, [isStale]);
  if (votes.length === 0) return null;
  const isShort = (chosenId: number | null, price: number) => chosenId !== null && wholeTimes(amount ?? 0, price) === 0;
  return (
    <div className={classes.votes}>
      {votes.map((vote) => {
        const { id, price } = vote;
        const chosenId = chosen?.voteId === id ? chosen.optionId : null;
        return (
          <fieldset key={id} className={classes.vote} aria-invalid={isShort(chosenId, price) || undefined}>
            <legend>{vote.question}</legend>
            <Options
              options={vote.options}
              most={votes.length > 1 ? fewOptions : firstOptions}
              chosen={chosenId}
              onChoose={(optionId) => onChoose(optionId === null ? null : { voteId: id, optionId, price })}
            />
            <VoteEnd vote={vote} currency={currency} className={classes.hint} />
            {chosenId !== null && <Hint amount={amount ?? 0} price={price} currency={currency} />}
          </fieldset>
        );
      })}
    </div>
  );
}

/** A phone has room for so many options of one question, or of each of several, beside the rest of the form. */
const firstOptions = 6;
const fewOptions = 3;

const takeFocus = (chip: HTMLElement | null) => chip?.focus();

interface OptionsProps {
  /** How many are shown first. */
  readonly most: number;
  readonly options: ShownVote['options'];
  readonly chosen: number | null;
  readonly onChoose: (optionId: number | null) => void;
}

/** The chips of one question; of many options the first ones, until all are asked for or another one is chosen. */
function Options({ options, most, chosen, onChoose }: OptionsProps) {
  const amountText = useAmountText();
  const [isAsked, setAsked] = useState(false);
  const [isWhole, setWhole] = useState(options.length <= most + 1);
  const first = options.slice(0, most);
  const isAmongFirst = chosen === null || first.some(({ optionId }) => optionId === chosen);
  const shown = isWhole || isAsked || !isAmongFirst ? options : first;
  const left = options.length - shown.length;
  return (
    <>
      {shown.map(({ optionId, text, votes: count }, at) => (
        <button
          key={optionId}
          // The one that takes the place of the button for more.
          ref={isAsked && at === most ? takeFocus : null}
          type="button"
          className={classes.option}
          aria-pressed={optionId === chosen}
          onClick={() => {
            // What is seen stays when the choice is taken back.
            if (left === 0) setWhole(true);
            onChoose(optionId === chosen ? null : optionId);
          }}
        >
          <bdi>{text}</bdi>
          {count > 0 && <small>{amountText(count)}</small>}
        </button>
      ))}
      {left > 0 && (
        <button type="button" className={classes.option} onClick={() => setAsked(true)}>
          <small>
            <Trans>Ещё {left}</Trans>
          </small>
        </button>
      )}
    </>
  );
}

interface HintProps {
  readonly amount: number;
  readonly price: number;
  readonly currency: string;
}

/** How many votes the sum is, said before the payment with the one case in which they do not count. */
function Hint({ amount, price, currency }: HintProps) {
  const cost = useSumText(currency)(price);
  const count = wholeTimes(amount, price);
  if (count === 0) {
    return (
      <p className={classes.hint} data-fault role="alert">
        <Trans>Один голос стоит {cost}. Увеличьте сумму или снимите выбор.</Trans>
      </p>
    );
  }
  return (
    <p className={classes.hint}>
      <b>
        <Plural value={count} one="# голос" few="# голоса" many="# голосов" other="# голоса" />
      </b>
      {'. '}
      <Trans>Засчитаем, если оплата пройдёт до конца голосования.</Trans>
    </p>
  );
}

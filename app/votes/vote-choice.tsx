import { Plural, Trans } from '@lingui/react/macro';
import type { ChosenVote } from '#app/donations/donation-draft.ts';
import { wholeTimes } from '#base/money/money.ts';
import { useAmountText, useSumText } from '#base/ui/page/use-sum-text.ts';
import classes from './vote-choice.module.css';
import type { ShownVote } from './vote-shapes.ts';

interface VoteChoiceProps {
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
  const amountText = useAmountText();
  return (
    <div className={classes.votes}>
      {votes.map(({ id, question, price, options }) => (
        <fieldset key={id} className={classes.vote}>
          <legend>{question}</legend>
          {options.map(({ optionId, text, votes: count }) => {
            const isChosen = chosen?.voteId === id && chosen.optionId === optionId;
            return (
              <button
                key={optionId}
                type="button"
                className={classes.option}
                aria-pressed={isChosen}
                onClick={() => onChoose(isChosen ? null : { voteId: id, optionId, price })}
              >
                <bdi>{text}</bdi>
                {count > 0 && <small>{amountText(count)}</small>}
              </button>
            );
          })}
          {chosen?.voteId === id && <Hint amount={amount ?? 0} price={price} currency={currency} />}
        </fieldset>
      ))}
    </div>
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

import { Plural, Trans } from '@lingui/react/macro';
import { useEffect, useEffectEvent } from 'react';
import type { DraftChoices } from '#app/donations/donation-draft.ts';
import { wholeTimes } from '#base/money/whole-times.ts';
import { ChipSet } from '#base/ui/choices/chip-set.tsx';
import classes from '#base/ui/choices/chips.module.css';
import { Chips } from '#base/ui/choices/chips.tsx';
import { useAmountText, useSumText } from '#base/ui/page/use-sum-text.ts';
import { NamedOption } from './named-option.tsx';
import { offeredVote } from './offered-vote.ts';
import { OwnOption } from './own-option.tsx';
import { VoteEnd } from './vote-end.tsx';
import type { ShownVote } from './vote-shapes.ts';

type VoteOfDraft = Pick<DraftChoices, 'vote'>;

interface VoteChoiceProps {
  /** Those that are open. */
  readonly votes: readonly ShownVote[];
  /** `message`: not in a preview. */
  readonly chosen: VoteOfDraft & { readonly message?: string };
  /** Main units; null: none yet. */
  readonly amount: number | null;
  readonly currency: string;
  /** Why the last donation was refused, by its fields. */
  readonly fields?: Readonly<Record<string, string>> | undefined;
  readonly onChoose: (choice: VoteOfDraft) => void;
  /** What was chosen is offered otherwise now, or no longer. */
  readonly onFollow: (choice: VoteOfDraft) => void;
}

/** A phone has room for so many options of one question, or of each of several, beside the rest of the form. */
const firstOptions = 6;
const fewOptions = 3;

/** The questions that a donation may answer, each option a chip; a second tap takes the choice back. */
export default function VoteChoice({
  votes,
  chosen: { vote: chosen, message },
  amount,
  currency,
  fields = {},
  onChoose,
  onFollow,
}: VoteChoiceProps) {
  const amountText = useAmountText();
  const offered = offeredVote(chosen, votes);
  const isStale = offered !== chosen;
  const update = useEffectEvent(() => onFollow({ vote: offered }));
  useEffect(() => {
    // What is no longer seen must not hold the donation up.
    if (isStale) update();
  }, [isStale]);
  if (votes.length === 0) return null;
  const faultField = Object.keys(fields).find((name) => name.endsWith('.suggestion'));
  const fault = faultField && fields[faultField];
  return (
    <div className={classes.sets}>
      {chosen === null && message && (
        <NamedOption votes={votes} message={message} amount={amount ?? 0} currency={currency} />
      )}
      {votes.map((vote) => {
        const { id, price } = vote;
        const own = chosen?.voteId === id ? chosen : null;
        const suggestion = own !== null && 'suggestion' in own ? own.suggestion : null;
        const isShort = own !== null && wholeTimes(amount ?? 0, price) === 0;
        const isRefused = suggestion !== null && fault !== undefined;
        return (
          <ChipSet key={id} legend={vote.question} isInvalid={isShort || isRefused}>
            <Chips
              chips={vote.options.map(({ optionId, text, code, votes: count }) => ({
                id: optionId,
                text,
                note: [code && `#${code}`, count > 0 && amountText(count)].filter(Boolean).join(' · ') || null,
              }))}
              most={votes.length > 1 ? fewOptions : firstOptions}
              notes="short"
              chosen={own !== null && 'optionId' in own ? own.optionId : null}
              onChoose={(optionId) => onChoose({ vote: optionId === null ? null : { voteId: id, optionId, price } })}
            />
            {vote.takesSuggestions && (
              <OwnOption
                suggestion={suggestion}
                fault={fault}
                onChange={(text) => onChoose({ vote: text === null ? null : { voteId: id, suggestion: text, price } })}
              />
            )}
            <VoteEnd vote={vote} currency={currency} className={classes.hint} />
            {own !== null && (
              <Hint amount={amount ?? 0} price={price} currency={currency} isSuggested={suggestion !== null} />
            )}
          </ChipSet>
        );
      })}
    </div>
  );
}

interface HintProps {
  readonly amount: number;
  readonly price: number;
  readonly currency: string;
  /** The field says when they count. */
  readonly isSuggested: boolean;
}

/** How many votes the sum is, said before the payment with the one case in which they do not count. */
function Hint({ amount, price, currency, isSuggested }: HintProps) {
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
      {!isSuggested && (
        <>
          {'. '}
          <Trans>Засчитаем, если оплата пройдёт до конца голосования.</Trans>
        </>
      )}
    </p>
  );
}

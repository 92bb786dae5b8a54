import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useEffectEvent, useState } from 'react';
import type { ChosenReward, DraftChoices } from '#app/donations/donation-draft.ts';
import { typedAmount } from '#base/text/amount-text.ts';
import classes from '#base/ui/choices/chips.module.css';
import { Chips } from '#base/ui/choices/chips.tsx';
import { FailureText } from '#base/ui/failures/failure-text.tsx';
import { useSumText } from '#base/ui/page/use-sum-text.ts';
import { listedRewards, missingFor, offeredReward } from './offered-reward.ts';
import { RewardLack } from './reward-lack.tsx';
import type { ShownReward } from './reward-shapes.ts';

/** The choice, with the amount as it is typed where the reward needs another one. */
interface Change {
  readonly reward: ChosenReward | null;
  readonly amount?: string;
}

interface RewardChoiceProps {
  /** Those that are open. */
  readonly rewards: readonly ShownReward[];
  readonly chosen: Pick<DraftChoices, 'reward'>;
  /** Why the last choice was refused. */
  readonly rewardFault?: string | undefined;
  /** Main units; null: none yet. */
  readonly amount: number | null;
  readonly currency: string;
  /** Other choices below them, which need their place too. */
  readonly votes?: readonly unknown[];
  readonly targets?: readonly unknown[];
  readonly onChoose: (change: Change) => void;
  /** What was chosen is no longer offered. */
  readonly onFollow: (nothing: { readonly reward: null }) => void;
}

/** A phone has room for so many rewards beside the rest of the form, or beside other choices too. */
const firstRewards = 3;
const fewRewards = 2;

/**
 * The rewards that a donation may take, each a chip; a second tap takes the choice back. One that costs more than the sum raises it. They
 * stand right behind the sum, so that what it lacks does too.
 */
export default function RewardChoice({
  rewards,
  chosen: { reward: chosen },
  rewardFault: fault,
  amount,
  currency,
  votes = [],
  targets = [],
  onChoose,
  onFollow,
}: RewardChoiceProps) {
  const { t } = useLingui();
  const sumText = useSumText(currency);
  const [raisedTo, setRaisedTo] = useState<number | null>(null);
  const isStale = offeredReward(chosen, rewards) !== chosen;
  const forget = useEffectEvent(() => onFollow({ reward: null }));
  useEffect(() => {
    // What is no longer seen must not hold the donation up.
    if (isStale) forget();
  }, [isStale]);
  if (rewards.length === 0 && fault === undefined) return null;
  const raised = chosen !== null && raisedTo !== null && raisedTo === amount ? sumText(raisedTo) : null;
  const missing = chosen === null ? 0 : missingFor(chosen, amount);

  function choose(id: string | null) {
    const reward = rewards.find((one) => one.id === id);
    const isDear = reward !== undefined && missingFor(reward, amount) > 0;
    setRaisedTo(isDear ? reward.price : null);
    if (reward === undefined) return onChoose({ reward: null });
    const { revision, price } = reward;
    const change = { reward: { rewardId: reward.id, revision, price } };
    return onChoose(isDear ? { ...change, amount: typedAmount(price) } : change);
  }

  function noteOf({ id, price, left }: ShownReward): string {
    const sum = sumText(price);
    // The last piece may be kept for this donor.
    if (left === null || (left === 0 && id === chosen?.rewardId)) return t`от ${sum}`;
    return left === 0 ? t`Разобрано` : t`от ${sum} · осталось ${left}`;
  }

  return (
    <fieldset className={classes.set} aria-invalid={missing > 0 || fault !== undefined || undefined}>
      <legend>
        <Trans>Награды за донат</Trans>
      </legend>
      {fault !== undefined && (
        <p className={classes.hint} data-fault role="alert">
          <FailureText>{fault}</FailureText>
        </p>
      )}
      {chosen !== null && missing > 0 && (
        <RewardLack
          price={chosen.price}
          missing={missing}
          currency={currency}
          onGive={() => choose(chosen.rewardId)}
          onLeave={() => choose(null)}
        />
      )}
      <Chips
        chips={listedRewards(rewards).map((reward) => ({
          id: reward.id,
          text: reward.text,
          note: noteOf(reward),
          isOff: reward.left === 0 && reward.id !== chosen?.rewardId,
        }))}
        most={votes.length + targets.length > 0 ? fewRewards : firstRewards}
        notes="long"
        chosen={chosen?.rewardId ?? null}
        onChoose={choose}
      />
      {chosen !== null && missing === 0 && (
        <p className={classes.hint}>
          <Trans>С начала оплаты держим награду за вами 15 минут.</Trans>
        </p>
      )}
      <p className="spoken" role="status">
        {raised !== null && <Trans>Сумма теперь {raised}</Trans>}
      </p>
    </fieldset>
  );
}

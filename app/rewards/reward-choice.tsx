import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useEffectEvent, useState } from 'react';
import type { DonationDraft, MadeChange } from '#app/donations/donation-draft.ts';
import { ChipSet } from '#base/ui/choices/chip-set.tsx';
import classes from '#base/ui/choices/chips.module.css';
import { Chips } from '#base/ui/choices/chips.tsx';
import { FailureText } from '#base/ui/failures/failure-text.tsx';
import { useAmountText, useSumText } from '#base/ui/page/use-sum-text.ts';
import { isFree, listedRewards, missingFor, offeredReward, takeReward } from './offered-reward.ts';
import { RewardLack } from './reward-lack.tsx';
import type { ShownReward } from './reward-shapes.ts';

interface RewardChoiceProps {
  /** Those that are open. */
  readonly rewards: readonly ShownReward[];
  readonly chosen: Pick<DonationDraft, 'reward' | 'amount' | 'before' | 'left' | 'held'>;
  /** Why the last choice was refused; absent or null: it was not. */
  readonly rewardFault?: string | null | undefined;
  /** What was typed before that choice had raised the sum; null: it had not. */
  readonly before?: string | null | undefined;
  /** Main units; null: none yet. */
  readonly amount: number | null;
  readonly currency: string;
  /** Other choices below them, which need their place too. */
  readonly votes?: readonly unknown[];
  readonly targets?: readonly unknown[];
  readonly onChoose: (change: MadeChange) => void;
  /** What was chosen is no longer offered. */
  readonly onFollow: (nothing: { readonly reward: null }) => void;
}

/** A phone has room for so many rewards beside the rest of the form, or beside other choices too. */
const firstRewards = 3;
const fewRewards = 2;

/**
 * The rewards that a donation may take, each a chip; a second tap takes the choice back. One that costs more than the sum raises it, and
 * says so here.
 */
export default function RewardChoice({
  rewards,
  chosen: draft,
  rewardFault,
  before: refusedBefore,
  amount,
  currency,
  votes = [],
  targets = [],
  onChoose,
  onFollow,
}: RewardChoiceProps) {
  const fault = rewardFault ?? null;
  const { t } = useLingui();
  const sumText = useSumText(currency);
  const amountText = useAmountText();
  // Why the choice was dropped, and what was typed before it had raised the sum.
  const [gone, setGone] = useState<{ why: 'changed' | 'ended'; before: string | null } | null>(null);
  const { reward: chosen, before } = draft;
  const offered = rewards.find(({ id }) => id === chosen?.rewardId);
  const isStale = offeredReward(chosen, rewards) !== chosen;
  const forget = useEffectEvent(() => {
    setGone({ why: offered === undefined ? 'ended' : 'changed', before });
    onFollow({ reward: null });
  });
  useEffect(() => {
    // What is no longer seen must not hold the donation up.
    if (isStale) forget();
  }, [isStale]);
  if (rewards.length === 0 && fault === null && gone === null) return null;
  // The sum has gone back with the choice, and no other was typed since.
  const fallen = (fault === null ? gone?.before : refusedBefore) === draft.amount && amount !== null;
  const back = chosen === null && fallen ? sumText(amount) : null;
  const raised = chosen !== null && before !== null && amount !== null ? sumText(amount) : null;
  const missing = chosen === null ? 0 : missingFor(chosen, amount);
  // Of what is not limited no piece has to be kept.
  const isKept = missing === 0 && offered !== undefined && offered.left !== null;

  function choose(id: string | null) {
    setGone(null);
    const reward = rewards.find((one) => one.id === id);
    onChoose((now) => takeReward(now, reward));
  }

  // What was refused is kept for others.
  const mayTake = (reward: ShownReward) => isFree(reward, fault === null ? draft : { ...draft, held: '' });

  function noteOf(reward: ShownReward): string {
    if (!mayTake(reward)) return t`Разобрано`;
    const sum = sumText(reward.price);
    if (reward.left === null || reward.left === 0) return t`от ${sum}`;
    const left = amountText(reward.left);
    return t`от ${sum} · осталось ${left}`;
  }

  return (
    <ChipSet legend={<Trans>Награды за донат</Trans>} isInvalid={missing > 0 || fault !== null}>
      {(fault !== null || gone !== null) && (
        <p className={classes.hint} data-fault role="alert">
          {fault !== null ? <FailureText>{fault}</FailureText> : <GoneWords isChanged={gone?.why === 'changed'} />}
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
          isOff: !mayTake(reward),
        }))}
        most={votes.length + targets.length > 0 ? fewRewards : firstRewards}
        notes="long"
        chosen={chosen?.rewardId ?? null}
        onChoose={choose}
      />
      <p className={back !== null || raised !== null || isKept ? classes.hint : 'spoken'} role="status">
        {back !== null && <Trans>Сумма снова {back}: выше она была только ради награды.</Trans>}
        {raised !== null && <Trans>Сумма теперь {raised}.</Trans>}
        {(back !== null || raised !== null) && isKept && ' '}
        {isKept && <Trans>С начала оплаты держим награду за вами 15 минут.</Trans>}
      </p>
    </ChipSet>
  );
}

/** Why a choice was dropped before it was sent. */
function GoneWords({ isChanged }: { readonly isChanged: boolean }) {
  if (isChanged) return <Trans>Автор изменил награду: посмотрите, что в ней теперь, и выберите снова.</Trans>;
  return <Trans>Автор больше не предлагает награду, которую вы выбрали.</Trans>;
}

import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useEffectEvent } from 'react';
import type { DraftChoices } from '#app/donations/donation-draft.ts';
import { ChipSet } from '#base/ui/choices/chip-set.tsx';
import classes from '#base/ui/choices/chips.module.css';
import { Chips } from '#base/ui/choices/chips.tsx';
import { useAmountText } from '#base/ui/page/use-sum-text.ts';
import { offeredTarget, offeredTargets } from './offered-target.ts';
import type { ShownTarget } from './target-shapes.ts';

type TargetOfDraft = Pick<DraftChoices, 'target'>;

interface TargetChoiceProps {
  /** Those that are open. */
  readonly targets: readonly ShownTarget[];
  readonly chosen: TargetOfDraft;
  /** Other choices above them, which take their place too. */
  readonly votes?: readonly unknown[];
  readonly rewards?: readonly unknown[];
  readonly onChoose: (choice: TargetOfDraft) => void;
  /** What was chosen is no longer offered. */
  readonly onFollow: (nothing: TargetOfDraft) => void;
}

/** A phone has room for so many promises beside the rest of the form, or beside other choices too. */
const firstTargets = 3;
const fewTargets = 1;

/** The targets that a donation may bring nearer, each a chip; a second tap takes the choice back. */
export default function TargetChoice({
  targets,
  chosen: { target: chosen },
  votes = [],
  rewards = [],
  onChoose,
  onFollow,
}: TargetChoiceProps) {
  const { t } = useLingui();
  const amountText = useAmountText();
  const isStale = offeredTarget(chosen, targets) !== chosen;
  const forget = useEffectEvent(() => onFollow({ target: null }));
  useEffect(() => {
    // What is no longer seen must not hold the donation up.
    if (isStale) forget();
  }, [isStale]);
  const offered = offeredTargets(targets);
  if (offered.length === 0) return null;
  const chosenId = chosen?.targetId ?? null;

  function choose(id: string | null) {
    const target = offered.find((one) => one.id === id);
    onChoose({ target: target === undefined ? null : { targetId: target.id, revision: target.revision } });
  }

  return (
    <ChipSet legend={<Trans>Рубежи</Trans>}>
      <Chips
        chips={offered.map(({ id, text, sum, goal }) => {
          const collected = amountText(sum);
          const whole = amountText(goal);
          return { id, text, note: t`${collected} из ${whole}` };
        })}
        most={votes.length + rewards.length > 0 ? fewTargets : firstTargets}
        notes="long"
        chosen={chosenId}
        onChoose={choose}
      />
      {chosenId !== null && (
        <p className={classes.hint}>
          <Trans>Засчитаем, если оплата пройдёт до закрытия рубежа.</Trans>
        </p>
      )}
    </ChipSet>
  );
}

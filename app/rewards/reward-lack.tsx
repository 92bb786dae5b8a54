import { Trans } from '@lingui/react/macro';
import type { MouseEvent } from 'react';
import classes from '#base/ui/choices/chips.module.css';
import { ActionButton } from '#base/ui/page/link-button.tsx';
import { useSumText } from '#base/ui/page/use-sum-text.ts';

/** Does what a button here says, which takes the button away: the focus goes to the reward that it is about. */
function leadTo(act: () => void) {
  return ({ currentTarget }: MouseEvent<HTMLButtonElement>) => {
    currentTarget.closest('fieldset')?.querySelector<HTMLElement>('[aria-pressed="true"]')?.focus();
    act();
  };
}

interface RewardLackProps {
  /** Of the chosen reward, in main units. */
  readonly price: number;
  /** What the sum lacks. */
  readonly missing: number;
  readonly currency: string;
  /** The donor gives as much as the reward costs. */
  readonly onGive: () => void;
  /** The donor gives without a reward. */
  readonly onLeave: () => void;
}

/** What the sum lacks for the chosen reward, with both ways out. */
export function RewardLack({ price, missing, currency, onGive, onLeave }: RewardLackProps) {
  const sumText = useSumText(currency);
  const cost = sumText(price);
  const lack = sumText(missing);
  return (
    <>
      {/* Only the first part is announced: the second one changes with each figure that is typed. */}
      <p className={classes.hint} data-fault>
        <span role="alert">
          <Trans>Эта награда — за донат от {cost}.</Trans>
        </span>{' '}
        <Trans>Не хватает {lack}.</Trans>
      </p>
      <ActionButton onClick={leadTo(onGive)}>
        <Trans>Дать {cost}</Trans>
      </ActionButton>
      <button type="button" className={classes.chip} onClick={leadTo(onLeave)}>
        <Trans>Без награды</Trans>
      </button>
    </>
  );
}

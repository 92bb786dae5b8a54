import { Plural, Trans } from '@lingui/react/macro';
import { useNames } from '#base/ui/page/use-names.ts';
import { usePercentText } from '#base/ui/page/use-percent-text.ts';
import { useAmountText } from '#base/ui/page/use-sum-text.ts';
import classes from './goal-bar.module.css';
import type { ShownGoal } from './widget-shapes.ts';

interface GoalBarProps {
  readonly goal: ShownGoal;
  /** From when on donations count, in words; null: they count already. */
  readonly start: string | null;
  readonly currency: string;
}

/** The creator's goal and its progress: the same figures as on the stream. */
export function GoalBar({ goal, start, currency }: GoalBarProps) {
  const nameOf = useNames();
  const amountText = useAmountText();
  const percentText = usePercentText();
  const collected = amountText(goal.collected);
  const whole = `${amountText(goal.amount)}\u00a0${nameOf(currency)}`;
  return (
    <section className={classes.goal} aria-labelledby="goal">
      <h2 id="goal">{goal.title}</h2>
      <b className={classes.percent}>{percentText(goal.percent)}</b>
      <progress max="100" value={goal.percent} aria-label={goal.title} />
      {goal.members ? (
        <p>
          <Trans>
            <b>{goal.members.now}</b>{' '}
            <Plural value={goal.members.now} one="человек" few="человека" many="человек" other="человека" /> из{' '}
            {goal.members.wanted} каждый месяц
          </Trans>
        </p>
      ) : (
        <>
          <p>
            <Trans>
              <b>{collected}</b> из {whole}
            </Trans>
          </p>
          <p className={start === null ? undefined : classes.start}>
            {start === null ? (
              <Plural value={goal.people} one="# человек" few="# человека" many="# человек" other="# человека" />
            ) : (
              <Trans>Донаты считаются с {start}</Trans>
            )}
          </p>
        </>
      )}
    </section>
  );
}

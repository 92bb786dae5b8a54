import { Trans } from '@lingui/react/macro';
import { formatAmount } from '#base/text/money.ts';
import classes from './goal-bar.module.css';
import type { ShownGoal } from './widget-shapes.ts';

/** The creator's goal and its progress: the same figures as on the stream. */
export function GoalBar({ goal, currency }: { readonly goal: ShownGoal; readonly currency: string }) {
  const collected = formatAmount(goal.collected);
  const amount = formatAmount(goal.amount);
  return (
    <section className={classes.goal}>
      <h2>{goal.title}</h2>
      <progress max="100" value={Math.min(100, goal.percent)} aria-label={goal.title} />
      <p>
        <span>
          <Trans>
            <b>{collected}</b> из {amount} {currency}
          </Trans>
        </span>
        <span>{goal.percent} %</span>
      </p>
    </section>
  );
}

import { useLingui } from '@lingui/react';
import { Trans } from '@lingui/react/macro';
import { type CSSProperties, useEffect, useState } from 'react';
import { call } from '#app/call.ts';
import { GoalBar } from '#app/widgets/goal-bar.tsx';
import { goalStart } from '#app/widgets/goal-start.ts';
import { useDayZone } from '#base/pages/day-zone.ts';
import { serverNow } from '#base/text/server-clock.ts';
import { Sum } from '#base/ui/page/sum.tsx';
import type { Donation } from '../lists/donation-card.tsx';
import { isPartOfGoal } from './goal-part.ts';
import classes from './reached-goal.module.css';

const read = (projectId: string, signal: AbortSignal) => call('GET Widget/Goal', { query: { projectId } }, { signal });

type Goal = NonNullable<Awaited<ReturnType<typeof read>>>;

interface ReachedGoalProps {
  readonly donation: Pick<Donation, 'projectId'>;
  /** What the goal counts of it. */
  readonly amount: number;
  readonly title: string;
  readonly paidAt: string | undefined;
  readonly currency: string;
}

/** The creator's goal with the part of a donation that has been paid. Its place is kept until its figures are there. */
export function ReachedGoal({ donation: { projectId }, amount, title, paidAt, currency }: ReachedGoalProps) {
  // Undefined: not known yet; null: there is none any more, or no answer.
  const [goal, setGoal] = useState<Goal | null>();
  const { i18n } = useLingui();
  const timeZone = useDayZone();

  useEffect(() => {
    const leaving = new AbortController();
    read(projectId, leaving.signal)
      .then((known) => leaving.signal.aborted || setGoal(known))
      // The thanks are complete without it.
      .catch(() => leaving.signal.aborted || setGoal(null));
    return () => leaving.abort();
  }, [projectId]);

  if (goal === null) return null;
  const start = goal ? goalStart(goal, { now: serverNow(), locale: i18n.locale, timeZone }) : null;
  const isPart = goal !== undefined && isPartOfGoal(goal, paidAt);
  const shown = goal ?? { title, amount: 0, since: null, collected: 0, percent: 0, count: 0, people: 0, members: null };
  const style: CSSProperties & Record<`--${string}`, number> = { '--given': amount, '--collected': shown.collected };
  return (
    <div
      className={classes.reached}
      data-part={isPart || undefined}
      data-waits={goal === undefined || undefined}
      style={style}
    >
      <GoalBar goal={shown} start={start} currency={currency} />
      {(goal === undefined || isPart) && (
        <p className={classes.part}>
          <Trans>
            В том числе этот донат: <Sum amount={amount} currency={currency} />
          </Trans>
        </p>
      )}
    </div>
  );
}

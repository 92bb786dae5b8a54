import { useEffect, useState } from 'react';
import { call } from '#app/call.ts';
import { GoalBar } from '#app/widgets/goal-bar.tsx';

const read = (projectId: string, signal: AbortSignal) => call('GET Widget/Goal', { query: { projectId } }, { signal });

type Goal = Awaited<ReturnType<typeof read>>;

/** The creator's goal with the donation that has just been paid; nothing where he has none. */
export default function ReachedGoal({
  projectId,
  currency,
}: {
  readonly projectId: string;
  readonly currency: string;
}) {
  const [goal, setGoal] = useState<Goal>(null);

  useEffect(() => {
    const leaving = new AbortController();
    read(projectId, leaving.signal)
      .then((known) => leaving.signal.aborted || setGoal(known))
      // The thanks are complete without it.
      .catch(() => undefined);
    return () => leaving.abort();
  }, [projectId]);

  return goal && <GoalBar goal={goal} currency={currency} />;
}

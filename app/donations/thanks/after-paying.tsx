import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { call } from '#app/call.ts';
import { useSession } from '#app/identity/session.ts';
import { GoalBar } from '#app/widgets/goal-bar.tsx';
import type { CallAnswer } from '#base/calls/call.ts';
import type { donationsCalls } from '../donations.calls.ts';

// Most donors are guests, who get no offer.
const PushOffer = lazy(() => import('#app/notices/push-offer.tsx').catch(() => ({ default: () => null })));

const read = (projectId: string, signal: AbortSignal) => call('GET Widget/Goal', { query: { projectId } }, { signal });

type Goal = Awaited<ReturnType<typeof read>>;

interface AfterPayingProps {
  readonly donation: Pick<CallAnswer<typeof donationsCalls.success>, 'projectId' | 'thankedAt' | 'creator'>;
  readonly currency: string;
  /** Whether it was made by whoever reads the page. */
  readonly isOwn: boolean;
}

/** The creator's goal with the donation that has just been paid; nothing where he has none. */
function ReachedGoal({ projectId, currency }: { readonly projectId: string; readonly currency: string }) {
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

/** What stands below the thanks for a paid donation: an offer of notices, and the creator's goal. */
export default function AfterPaying({ donation, currency, isOwn }: AfterPayingProps): ReactNode {
  const isSignedIn = useSession().status === 'user';
  const { projectId, thankedAt, creator } = donation;
  return (
    <>
      {isSignedIn && isOwn && thankedAt === null && (
        <Suspense>
          <PushOffer about={{ thanksOf: creator.displayName }} />
        </Suspense>
      )}
      <ReachedGoal projectId={projectId} currency={currency} />
    </>
  );
}

import { type ReactNode, useEffect, useState } from 'react';
import { call } from '#app/call.ts';
import { session, useSession } from '#app/identity/session.ts';
import { type CallFailure, failures, isCallFailure } from '#base/calls/errors.ts';
import { ErrorNotice } from '#base/ui/page/error-notice.tsx';
import { Skeleton } from '#base/ui/page/skeleton.tsx';
import type { ShownPost } from '../shown-post.ts';
import classes from './own-view.module.css';

interface Found {
  /** For whom and of which post it was asked. */
  readonly asked: string;
  /** Null: there is none for them. */
  readonly post: ShownPost | null;
  readonly failure: CallFailure | null;
}

/** What somebody who is logged in sees of a post. */
export interface OwnView extends Pick<Found, 'post' | 'failure'> {
  /** `perhaps`: only the browser knows whether somebody is logged in, as on the server. `yes`: it is on its way. */
  readonly isWaiting: 'no' | 'perhaps' | 'yes';
  readonly retry: () => void;
}

/** Null: there is none, or not for the caller. */
async function readPost(postId: string, signal: AbortSignal): Promise<ShownPost | null> {
  return call('GET Post/Post', { query: { postId } }, { signal }).catch((error: unknown) => {
    if (failures.notFound.is(error)) return null;
    throw error;
  });
}

/** Asks for a post as the person who is logged in sees it: pages are rendered for guests. */
export function useOwnView(postId: string): OwnView {
  const state = useSession();
  const [found, setFound] = useState<Found | null>(null);
  const [attempt, setAttempt] = useState(0);
  const personId = state.status === 'user' ? state.user.id : null;
  const asked = state.status === 'guest' ? null : `${personId} ${postId} ${attempt}`;

  useEffect(() => {
    if (asked === null) return;
    const leaving = new AbortController();
    const { signal } = leaving;
    // Another state follows once the person is known, and with it another question.
    const answer = personId === null ? session.load().then(() => null) : readPost(postId, signal);
    void answer
      .then(
        (post) => ({ asked, post, failure: null }),
        (error: unknown) => ({ asked, post: null, failure: isCallFailure(error) ? error : failures.internal() }),
      )
      .then((one) => {
        if (!signal.aborted) setFound(one);
      });
    return () => leaving.abort();
  }, [asked, personId, postId]);

  const known = found !== null && found.asked === asked ? found : null;
  const isAsked = asked !== null && known === null;
  return {
    post: known?.post ?? null,
    failure: known?.failure ?? null,
    isWaiting: isAsked ? (personId === null ? 'perhaps' : 'yes') : 'no',
    retry: () => setAttempt((times) => times + 1),
  };
}

interface UntilKnownProps {
  readonly own: Pick<OwnView, 'isWaiting' | 'failure' | 'retry'>;
  /** What guests see, and those for whom there is no more than that. */
  readonly children: ReactNode;
}

/** Stands in the place of what somebody who is logged in may see, so that it does not show first what guests see. */
export function UntilKnown({ own: { isWaiting, failure, retry }, children }: UntilKnownProps) {
  if (failure !== null) return <ErrorNotice onRetry={retry}>{failure.message}</ErrorNotice>;
  const mayWait = isWaiting !== 'no';
  return (
    <>
      {mayWait && (
        <div className={isWaiting === 'perhaps' ? classes.own : undefined} aria-busy>
          <Skeleton height={160} radius={16} />
        </div>
      )}
      {isWaiting !== 'yes' && <div className={mayWait ? classes.others : undefined}>{children}</div>}
    </>
  );
}

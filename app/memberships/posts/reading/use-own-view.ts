import { useCallback, useEffect, useState } from 'react';
import { call } from '#app/call.ts';
import { type CallFailure, failures, isCallFailure } from '#base/calls/errors.ts';
import type { ShownPost } from '../shown-post.ts';

interface Found {
  readonly postId: string;
  readonly post: ShownPost | null;
  readonly failure: CallFailure | null;
}

/** What somebody who is logged in sees of a post. Both null: it is not known yet, or nobody is logged in. */
interface OwnView extends Pick<Found, 'post' | 'failure'> {
  readonly retry: () => void;
}

/** Asks for a post as the person who is logged in sees it: pages are rendered for guests. */
export function useOwnView(postId: string, isSignedIn: boolean): OwnView {
  const [found, setFound] = useState<Found | null>(null);

  const load = useCallback(
    async (signal: AbortSignal) => {
      const answer = await call('GET Post/Post', { query: { postId } }, { signal }).then(
        (post) => ({ postId, post, failure: null }),
        (error: unknown) => ({ postId, post: null, failure: isCallFailure(error) ? error : failures.internal() }),
      );
      if (!signal.aborted) setFound(answer);
    },
    [postId],
  );

  useEffect(() => {
    if (!isSignedIn) return;
    const leaving = new AbortController();
    void load(leaving.signal);
    return () => leaving.abort();
  }, [load, isSignedIn]);

  const isKnown = isSignedIn && found?.postId === postId;
  return {
    post: isKnown ? found.post : null,
    failure: isKnown ? found.failure : null,
    retry: () => void load(new AbortController().signal),
  };
}

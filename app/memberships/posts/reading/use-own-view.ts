import { useEffect, useState } from 'react';
import { call } from '#app/call.ts';
import { type CallFailure, failures, isCallFailure } from '#base/calls/errors.ts';
import type { ShownPost } from '../shown-post.ts';

interface Found {
  /** For whom and of which post it was asked. */
  readonly asked: string;
  readonly post: ShownPost | null;
  readonly failure: CallFailure | null;
}

/** What somebody who is logged in sees of a post. */
interface OwnView extends Pick<Found, 'post' | 'failure'> {
  /** It is on its way; false for guests, too. */
  readonly isWaiting: boolean;
  readonly retry: () => void;
}

/** Asks for a post as the person who is logged in sees it: pages are rendered for guests. `personId` null: nobody is. */
export function useOwnView(postId: string, personId: string | null): OwnView {
  const [found, setFound] = useState<Found | null>(null);
  const [attempt, setAttempt] = useState(0);
  const asked = personId === null ? null : `${personId} ${postId} ${attempt}`;

  useEffect(() => {
    if (asked === null) return;
    const leaving = new AbortController();
    const { signal } = leaving;
    void call('GET Post/Post', { query: { postId } }, { signal })
      .then(
        (post) => ({ asked, post, failure: null }),
        (error: unknown) => ({ asked, post: null, failure: isCallFailure(error) ? error : failures.internal() }),
      )
      .then((answer) => {
        if (!signal.aborted) setFound(answer);
      });
    return () => leaving.abort();
  }, [asked, postId]);

  const { post, failure } = found !== null && found.asked === asked ? found : { post: null, failure: null };
  const isWaiting = asked !== null && post === null && failure === null;
  return { post, failure, isWaiting, retry: () => setAttempt((times) => times + 1) };
}

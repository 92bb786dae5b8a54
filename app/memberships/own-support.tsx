import { useEffect, useState } from 'react';
import { call } from '#app/call.ts';
import { useSession } from '#app/identity/session.ts';
import type { MembershipState } from './membership-state.ts';

/** How somebody supports a creator monthly: `member` has what it promises, `waiting` not, as after a pause; `gifted`: somebody else has paid. `none` also where it cannot be asked. */
type OwnSupport = 'unknown' | 'none' | 'waiting' | 'gifted' | 'member';

interface Membership {
  readonly state: MembershipState;
  readonly paidUntil: string | null;
  readonly isGifted: boolean;
}

function supportOf({ state, paidUntil, isGifted }: Membership): OwnSupport {
  if (state === 'Ended') return 'none';
  if (isGifted) return 'gifted';
  const isEnjoyed = state === 'Active' || state === 'Leaving' || (state === 'Overdue' && paidUntil !== null);
  return isEnjoyed ? 'member' : 'waiting';
}

async function readSupport(projectId: string, signal: AbortSignal): Promise<OwnSupport> {
  const { items } = await call('GET Membership/My', { query: { projectId, Take: 1 } }, { signal });
  // Those that have not ended come first.
  return items[0] === undefined ? 'none' : supportOf(items[0]);
}

/**
 * Whether the caller supports a creator monthly, asked once. A guest who comes in by the page's own form stays one for it: the form is not
 * taken away while it is sent.
 */
export function useOwnSupport(projectId: string): OwnSupport {
  const { status } = useSession();
  const [support, setSupport] = useState<OwnSupport>('unknown');
  if (status === 'guest' && support === 'unknown') setSupport('none');
  const isAsked = status === 'user' && support === 'unknown';
  useEffect(() => {
    if (!isAsked) return;
    const leaving = new AbortController();
    const { signal } = leaving;
    void readSupport(projectId, signal)
      .catch(() => 'none' as const)
      .then((known) => {
        if (!signal.aborted) setSupport(known);
      });
    return () => leaving.abort();
  }, [isAsked, projectId]);
  return support;
}

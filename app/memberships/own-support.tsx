import { useEffect, useState } from 'react';
import { call } from '#app/call.ts';
import { useSession } from '#app/identity/session.ts';
import type { MembershipState } from './membership-state.ts';

/**
 * How somebody supports a creator monthly. `member` has what it promises, `waiting` not, as after a pause or a refund. `none` also where it cannot be asked. `gifted`: what
 * somebody else has paid.
 */
export interface OwnSupport {
  readonly kind: 'unknown' | 'none' | 'waiting' | 'member';
  /** Off the creator's merch, while the membership has what its level promises. */
  readonly discountPercent: number;
  readonly gifted: null | { readonly levelId: string | null; readonly until: string };
}

interface Membership {
  readonly state: MembershipState;
  readonly level: { readonly id: string; readonly discountPercent: number } | null;
  readonly paidUntil: string | null;
  readonly isGifted: boolean;
  readonly notice: string | null;
}

const none: OwnSupport = { kind: 'none', discountPercent: 0, gifted: null };

function supportOf({ state, level, paidUntil, isGifted, notice }: Membership): OwnSupport {
  if (state === 'Ended') return none;
  const isPaid = state === 'Active' || state === 'Leaving' || (state === 'Overdue' && paidUntil !== null);
  const isEnjoyed = isPaid && notice !== 'MonthRefunded';
  const gifted = isGifted && paidUntil !== null ? { levelId: level?.id ?? null, until: paidUntil } : null;
  return { kind: isEnjoyed ? 'member' : 'waiting', discountPercent: level?.discountPercent ?? 0, gifted };
}

async function readSupport(projectId: string, signal: AbortSignal): Promise<OwnSupport> {
  const { items } = await call('GET Membership/My', { query: { projectId, Take: 1 } }, { signal });
  // Those that have not ended come first.
  return items[0] === undefined ? none : supportOf(items[0]);
}

/**
 * Whether the caller supports a creator monthly, asked once. A guest who comes in by the page's own form stays one for it: the form is not
 * taken away while it is sent.
 */
export function useOwnSupport(projectId: string): OwnSupport {
  const { status } = useSession();
  const [support, setSupport] = useState<OwnSupport>({ ...none, kind: 'unknown' });
  const isUnknown = support.kind === 'unknown';
  if (status === 'guest' && isUnknown) setSupport(none);
  const isAsked = status === 'user' && isUnknown;
  useEffect(() => {
    if (!isAsked) return;
    const leaving = new AbortController();
    const { signal } = leaving;
    void readSupport(projectId, signal)
      .catch(() => none)
      .then((known) => {
        if (!signal.aborted) setSupport(known);
      });
    return () => leaving.abort();
  }, [isAsked, projectId]);
  return support;
}

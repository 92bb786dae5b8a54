import { useEffect, useState } from 'react';
import { call } from '#app/call.ts';
import type { CallAnswer } from '#base/calls/call.ts';
import type { votesCalls } from '../votes.calls.ts';

const readAgain = 5_000;

type Votes = CallAnswer<typeof votesCalls.votes>;

interface LoadedVotes {
  /** Which votes were asked for. */
  readonly query: { readonly userName: string; readonly Skip: number; readonly Take: number };
  readonly votes: Votes;
}

/** The loaded votes, read again while one of them is open. A failure leaves them as they are, with what is typed; `isLost` says so. */
export function useLiveVotes(loaded: LoadedVotes): Votes & { readonly isLost: boolean } {
  const [last, setLast] = useState({ loaded, votes: loaded.votes, isLost: false });
  const known = last.loaded === loaded ? last : { votes: loaded.votes, isLost: false };
  const isWatched = known.votes.items.some(({ isOpen }) => isOpen);

  useEffect(() => {
    if (!isWatched) return;
    const leaving = new AbortController();
    const read = async () => {
      const votes = await call('GET Vote/List', { query: loaded.query }, { signal: leaving.signal }).catch(() => null);
      if (leaving.signal.aborted) return;
      setLast((before) => {
        const present = before.loaded === loaded ? before.votes : loaded.votes;
        return { loaded, votes: votes ?? present, isLost: votes === null };
      });
    };
    const timer = setInterval(() => document.hidden || void read(), readAgain);
    return () => {
      clearInterval(timer);
      leaving.abort();
    };
  }, [loaded, isWatched]);

  return { ...known.votes, isLost: known.isLost };
}

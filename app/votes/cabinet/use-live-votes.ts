import { useEffect, useState } from 'react';
import { call } from '#app/call.ts';
import type { ShownVote } from '../vote-shapes.ts';

const readAgain = 5_000;

/** Votes on a page of the cabinet. */
export const votesPerPage = 20;

interface Votes {
  readonly items: readonly ShownVote[];
  readonly count: number;
}

interface LoadedVotes {
  readonly userName: string;
  readonly page: number;
  readonly votes: Votes;
}

/** A page of a creator's votes; `page` from 1. */
export function readVotes(
  { userName, page }: Pick<LoadedVotes, 'userName' | 'page'>,
  signal: AbortSignal,
): Promise<Votes> {
  const query = { userName, Skip: (page - 1) * votesPerPage, Take: votesPerPage };
  return call('GET Vote/List', { query }, { signal });
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
      const votes = await readVotes(loaded, leaving.signal).catch(() => null);
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

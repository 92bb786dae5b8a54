import { useEffect, useState } from 'react';

const readAgain = 5_000;

interface Loaded<Query, List> {
  /** What was asked for. */
  readonly query: Query;
  readonly list: List;
}

/** The same in each render. */
interface Watching<Query, List> {
  readonly read: (query: Query, signal: AbortSignal) => Promise<List>;
  /** Whether the list may change by itself. */
  readonly isOpen: (list: List) => boolean;
}

/** A loaded list, read again while it may change. A failure leaves it as it is, with what is typed in it; `isLost` says so. */
export function useLiveList<Query, List>(
  loaded: Loaded<Query, List>,
  { read, isOpen }: Watching<Query, List>,
): { readonly list: List; readonly isLost: boolean } {
  const [last, setLast] = useState({ loaded, list: loaded.list, isLost: false });
  const known = last.loaded === loaded ? last : { list: loaded.list, isLost: false };
  const isWatched = isOpen(known.list);

  useEffect(() => {
    if (!isWatched) return;
    const leaving = new AbortController();
    const readNow = async () => {
      const list = await read(loaded.query, leaving.signal).catch(() => null);
      if (leaving.signal.aborted) return;
      setLast((before) => {
        const present = before.loaded === loaded ? before.list : loaded.list;
        return { loaded, list: list ?? present, isLost: list === null };
      });
    };
    const timer = setInterval(() => document.hidden || void readNow(), readAgain);
    return () => {
      clearInterval(timer);
      leaving.abort();
    };
  }, [loaded, read, isWatched]);

  return known;
}

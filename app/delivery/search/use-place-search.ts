import { useEffect, useRef, useState } from 'react';
import { type SearchPlace, searchPlaces } from '../search-place.ts';

const pauseMilliseconds = 200;
const leastLetters = 2;

interface Found {
  readonly text: string;
  readonly places: readonly SearchPlace[];
}

/**
 * Suggestions for an address as it is typed. A failed search suggests nothing and does not disturb typing. `found` is null until the
 * latest text has an answer.
 */
export function usePlaceSearch() {
  const [found, setFound] = useState<Found | null>(null);
  const running = useRef<AbortController>(undefined);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  function stop() {
    clearTimeout(timer.current);
    running.current?.abort();
    setFound(null);
  }

  async function look(text: string) {
    const controller = new AbortController();
    const { signal } = controller;
    running.current = controller;
    try {
      const places = await searchPlaces(text, signal);
      if (!signal.aborted) setFound({ text, places });
    } catch {
      if (!signal.aborted) setFound(null);
    }
  }

  function search(typed: string) {
    clearTimeout(timer.current);
    running.current?.abort();
    const text = typed.trim();
    if (text.length < leastLetters) setFound(null);
    else timer.current = setTimeout(() => void look(text), pauseMilliseconds);
  }

  useEffect(
    () => () => {
      clearTimeout(timer.current);
      running.current?.abort();
    },
    [],
  );

  return { found, search, stop };
}

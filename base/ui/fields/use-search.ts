import { useEffect, useRef, useState } from 'react';

/**
 * Asks about a text while it is typed: after a pause, and only the answer to the latest text counts. `answer` is the last one, until another
 * comes; null before the first one.
 */
export function useSearch<Found>(ask: (text: string, signal: AbortSignal) => Promise<Found>, pauseMilliseconds = 250) {
  const [answer, setAnswer] = useState<{ readonly text: string; readonly found: Found } | null>(null);
  const latest = useRef<AbortController>(undefined);
  useEffect(() => () => latest.current?.abort(), []);

  function stop(): void {
    latest.current?.abort();
    setAnswer(null);
  }

  async function search(text: string): Promise<void> {
    latest.current?.abort();
    latest.current = new AbortController();
    const { signal } = latest.current;
    await new Promise((resolve) => setTimeout(resolve, pauseMilliseconds));
    if (signal.aborted) return;
    try {
      const found = await ask(text, signal);
      if (!signal.aborted) setAnswer({ text, found });
    } catch (error) {
      if (!signal.aborted) throw error;
    }
  }

  return { answer, search, stop };
}

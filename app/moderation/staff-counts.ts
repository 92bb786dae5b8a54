import { useEffect, useRef, useSyncExternalStore } from 'react';
import { useRevalidator } from 'react-router';
import { call } from '#app/call.ts';
import type { CallAnswer } from '#base/call.ts';
import type { overviewCalls } from './overview.calls.ts';

/** What waits for the staff. */
export type StaffCounts = CallAnswer<typeof overviewCalls.counts>;

const pauseMilliseconds = 3_000;

/**
 * Asks every 3 seconds what waits, once for all who show it, and only while somebody looks at the window. The answer costs the
 * server some milliseconds; a stream for the few people of a staff would need a connection held open for each of their windows.
 */
class CountsKeeper {
  readonly #listeners = new Set<() => void>();
  #counts: StaffCounts | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #turn = 0;

  counts = (): StaffCounts | null => this.#counts;

  subscribe = (changed: () => void): (() => void) => {
    this.#listeners.add(changed);
    if (this.#listeners.size === 1) {
      document.addEventListener('visibilitychange', this.refresh);
      this.refresh();
    }
    return () => {
      this.#listeners.delete(changed);
      if (this.#listeners.size > 0) return;
      document.removeEventListener('visibilitychange', this.refresh);
      clearTimeout(this.#timer);
      this.#turn += 1;
      this.#counts = null;
    };
  };

  /** Asks at once: after an act of one's own nobody wants to wait for what it changed. */
  refresh = (): void => {
    clearTimeout(this.#timer);
    if (document.visibilityState === 'hidden') return;
    this.#turn += 1;
    void this.#ask(this.#turn);
  };

  async #ask(turn: number): Promise<void> {
    // Without an answer the figures stay as they were; the next one comes in a moment.
    const counts = await call('GET Moderator/Counts', {}).catch(() => null);
    if (turn !== this.#turn) return;
    if (counts !== null && JSON.stringify(counts) !== JSON.stringify(this.#counts)) {
      this.#counts = counts;
      for (const changed of this.#listeners) changed();
    }
    this.#timer = setTimeout(this.refresh, pauseMilliseconds);
  }
}

const keeper = new CountsKeeper();

/** Asks at once what waits and, where anything has changed, has the views loaded anew. */
export const refreshCounts = keeper.refresh;

const onServer = () => null;

/** What waits for the staff, as it is now; null before it is known. */
export function useStaffCounts(): StaffCounts | null {
  return useSyncExternalStore(keeper.subscribe, keeper.counts, onServer);
}

/** Loads the view anew whenever somebody of the staff has done something, or somebody has asked for a field. */
export function useFreshView(): void {
  const version = useStaffCounts()?.version;
  const { revalidate } = useRevalidator();
  const seen = useRef(version);
  useEffect(() => {
    if (version === undefined || version === seen.current) return;
    const isFirst = seen.current === undefined;
    seen.current = version;
    if (!isFirst) void revalidate();
  }, [version, revalidate]);
}

import { useEffect, useRef, useSyncExternalStore } from 'react';
import { useRevalidator } from 'react-router';
import { call } from '#app/call.ts';
import type { CallAnswer } from '#base/calls/call.ts';
import type { overviewCalls } from './overview.calls.ts';

/** Pending work of the staff. */
export type StaffCounts = CallAnswer<typeof overviewCalls.counts>;

const pauseMilliseconds = 3_000;

/**
 * Polls the pending work every 3 seconds, once for all components, and only while the window is visible. An answer costs the server a few
 * milliseconds; a stream would hold a connection open for each window of the staff.
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

  /** Polls at once, so that an own action shows its effect without delay. */
  refresh = (): void => {
    clearTimeout(this.#timer);
    if (document.visibilityState === 'hidden') return;
    this.#turn += 1;
    void this.#ask(this.#turn);
  };

  async #ask(turn: number): Promise<void> {
    // If a request fails, the figures stay until the next one.
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

/** Polls at once and reloads the views if anything has changed. */
export const refreshCounts = keeper.refresh;

const onServer = () => null;

/** The pending work; null before it is known. */
export function useStaffCounts(): StaffCounts | null {
  return useSyncExternalStore(keeper.subscribe, keeper.counts, onServer);
}

/** Reloads the view when a staff member has done something or a user has requested a review. */
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

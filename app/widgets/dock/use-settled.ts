import { useEffect, useRef } from 'react';

/** A press at the moment when one alert replaces another means the earlier one. */
const settling = 600;

/** Returns a function that reports whether the alert has settled (on the screen for a moment, or after a pause) or has just replaced another. */
export function useSettled(alertId: string | null): () => boolean {
  const shown = useRef({ alertId, since: Number.NEGATIVE_INFINITY, leftAt: Number.NEGATIVE_INFINITY });
  useEffect(() => {
    const before = shown.current;
    if (before.alertId === alertId) return;
    const now = performance.now();
    shown.current = { alertId, since: now, leftAt: before.alertId === null ? before.leftAt : now };
  }, [alertId]);
  return () => {
    const { since, leftAt } = shown.current;
    return performance.now() - since > settling || since - leftAt > settling;
  };
}

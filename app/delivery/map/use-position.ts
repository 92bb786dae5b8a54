import { useState } from 'react';
import type { Position } from '../pick-up-order.ts';

/** `refused`: the person or the browser has refused; `unknown`: the device has no position. */
export type PositionProblem = 'refused' | 'unknown';

interface KnownPosition {
  readonly position: Position | null;
  readonly problem: PositionProblem | null;
  readonly isAsking: boolean;
}

const nothing: KnownPosition = { position: null, problem: null, isAsking: false };

/** The person's position. The first tap requests it, the second one drops it. It never leaves the browser. */
export function usePosition(): readonly [known: KnownPosition, toggle: () => void] {
  const [known, setKnown] = useState(nothing);
  function ask() {
    if (!('geolocation' in navigator)) return setKnown({ ...nothing, problem: 'unknown' });
    setKnown({ ...nothing, isAsking: true });
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude } }) => setKnown({ ...nothing, position: { latitude, longitude } }),
      ({ code, PERMISSION_DENIED }) =>
        setKnown({ ...nothing, problem: code === PERMISSION_DENIED ? 'refused' : 'unknown' }),
      { timeout: 10_000, maximumAge: 300_000 },
    );
  }
  return [known, () => (known.position === null ? ask() : setKnown(nothing))];
}

import { useState } from 'react';
import type { Position } from './pick-up-order.ts';

/** `refused`: the person or the browser said no; `unknown`: the device could not tell. */
export type PositionTrouble = 'refused' | 'unknown';

interface KnownPosition {
  readonly position: Position | null;
  readonly trouble: PositionTrouble | null;
  readonly isAsking: boolean;
}

const nothing: KnownPosition = { position: null, trouble: null, isAsking: false };

/** Where the person is, asked for only when he taps for it; forgotten on the second tap. It never leaves the browser. */
export function usePosition(): readonly [known: KnownPosition, toggle: () => void] {
  const [known, setKnown] = useState(nothing);
  function ask() {
    if (!('geolocation' in navigator)) return setKnown({ ...nothing, trouble: 'unknown' });
    setKnown({ ...nothing, isAsking: true });
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude } }) => setKnown({ ...nothing, position: { latitude, longitude } }),
      ({ code, PERMISSION_DENIED }) =>
        setKnown({ ...nothing, trouble: code === PERMISSION_DENIED ? 'refused' : 'unknown' }),
      { timeout: 10_000, maximumAge: 300_000 },
    );
  }
  return [known, () => (known.position === null ? ask() : setKnown(nothing))];
}

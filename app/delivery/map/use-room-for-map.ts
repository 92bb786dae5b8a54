import { useSyncExternalStore } from 'react';

const roomForMap = '(width >= 75em)';

function subscribe(changed: () => void): () => void {
  const query = matchMedia(roomForMap);
  query.addEventListener('change', changed);
  return () => query.removeEventListener('change', changed);
}

/** Whether a map fits beside the list of points; the style sheet of the chooser has the same width. */
export function useRoomForMap(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => matchMedia(roomForMap).matches,
    () => false,
  );
}

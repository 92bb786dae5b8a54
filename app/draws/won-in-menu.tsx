import { useEffect, useState } from 'react';
import { call } from '#app/call.ts';
import type { UnansweredWin } from './draw-shapes.ts';
import { WonDraws } from './won-draws.tsx';

/** Asks what the user has won, once it is shown. The menu is complete without it. */
export default function WonInMenu() {
  const [items, setItems] = useState<readonly UnansweredWin[]>([]);
  useEffect(() => {
    const leaving = new AbortController();
    void call('GET Draw/Won', {}, { signal: leaving.signal }).then(
      (won) => setItems(won.items),
      () => undefined,
    );
    return () => leaving.abort();
  }, []);
  return items.length === 0 ? null : <WonDraws items={items} />;
}

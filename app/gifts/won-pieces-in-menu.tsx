import { Plural } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { call } from '#app/call.ts';
import { WaitingLink } from '#base/ui/page/waiting-link.tsx';
import { giftPath } from './gift-path.ts';

/** Asks which pieces the user got and has not ordered, once it is shown, below all else: it moves nothing. */
export function WonPiecesInMenu() {
  const [won, setWon] = useState<readonly { readonly giftId: string }[]>([]);
  useEffect(() => {
    const leaving = new AbortController();
    void call('GET Gift/Won', { query: {} }, { signal: leaving.signal }).then(setWon, () => undefined);
    return () => leaving.abort();
  }, []);
  const [first, ...others] = won;
  if (first === undefined) return null;
  const to = others.length === 0 ? giftPath({ id: first.giftId, kind: 'Pieces' }) : '/memberships/gifts';
  return (
    <WaitingLink to={to}>
      <Plural
        value={won.length}
        one="Вам досталась вещь: выберите, какую и куда привезти"
        few="Вам достались # вещи: выберите, какие и куда привезти"
        many="Вам досталось # вещей: выберите, какие и куда привезти"
        other="Вам досталось # вещи: выберите, какие и куда привезти"
      />
    </WaitingLink>
  );
}

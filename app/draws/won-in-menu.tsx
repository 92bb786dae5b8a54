import { Plural } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { call } from '#app/call.ts';
import { WaitingLink } from '#base/ui/page/waiting-link.tsx';

/** Asks what the user has won, once it is shown, below all else: it moves nothing. */
export function WonInMenu() {
  const [count, setCount] = useState(0);
  useEffect(() => {
    const leaving = new AbortController();
    void call('GET Draw/Won', {}, { signal: leaving.signal }).then(
      ({ items }) => setCount(items.length),
      () => undefined,
    );
    return () => leaving.abort();
  }, []);
  if (count === 0) return null;
  return (
    <WaitingLink to="/memberships">
      <Plural
        value={count}
        one="Вы выиграли # приз: напишите, куда отправить"
        few="Вы выиграли # приза: напишите, куда отправить"
        many="Вы выиграли # призов: напишите, куда отправить"
        other="Вы выиграли # приза: напишите, куда отправить"
      />
    </WaitingLink>
  );
}

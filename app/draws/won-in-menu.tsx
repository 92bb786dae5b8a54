import { Plural } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { call } from '#app/call.ts';
import classes from './won-draws.module.css';

/** Asks what the user has won, once it is shown, below all else: it moves nothing. The menu is complete without it. */
export default function WonInMenu() {
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
    <Link to="/memberships" className={classes.won}>
      <Plural
        value={count}
        one="Вы выиграли # приз: напишите, куда отправить"
        few="Вы выиграли # приза: напишите, куда отправить"
        many="Вы выиграли # призов: напишите, куда отправить"
        other="Вы выиграли # приза: напишите, куда отправить"
      />
    </Link>
  );
}

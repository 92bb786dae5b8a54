import { Trans } from '@lingui/react/macro';
import { lazy, Suspense, useEffect, useState } from 'react';
import { Link } from 'react-router';
import { accessTokenKey, markSession } from '../identity/has-session.ts';
import { useLoginAddress } from '../identity/login-address.ts';
import classes from './account-place.module.css';

const Account = lazy(() => import('./account.tsx'));

/**
 * The header's place for whoever is there: a way to log in, or the person's own menu, which is loaded only for him. Which
 * of the two is seen, the mark on `<html>` says before any script has run; the server renders both places empty of persons.
 */
export function AccountPlace() {
  const login = useLoginAddress();
  const [isIn, setIn] = useState(false);

  useEffect(() => {
    const look = () => setIn(markSession());
    const watch = ({ key }: StorageEvent) => {
      if (key === accessTokenKey || key === null) look();
    };
    look();
    window.addEventListener('storage', watch);
    return () => window.removeEventListener('storage', watch);
  }, []);

  return (
    <>
      <Link to={login} className={classes.login}>
        <Trans>Войти</Trans>
      </Link>
      <div className={classes.account}>
        {isIn && (
          <Suspense fallback={null}>
            <Account onGone={() => setIn(markSession())} />
          </Suspense>
        )}
      </div>
    </>
  );
}

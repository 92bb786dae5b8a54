import { Trans } from '@lingui/react/macro';
import { lazy, Suspense, useEffect, useState } from 'react';
import { Link } from 'react-router';
import { accessTokenKey, markSession } from '#app/identity/has-session.ts';
import { useLoginAddress } from '#app/identity/login-address.ts';
import { sessionTokens } from '#app/identity/session-tokens.ts';
import { bring } from '#base/pages/bring.ts';
import classes from './account-place.module.css';

const Account = lazy(() => bring(() => import('./account.tsx')));

/**
 * The place of the account in the header: a login link, or the menu of the user, which is loaded only for him. A mark on `<html>` selects
 * one of them before any script runs; the server renders neither with personal data.
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
    addEventListener('storage', watch);
    // A login within the page, as in the checkout, sends this tab no event of the storage.
    const leave = sessionTokens.onChange(look);
    return () => {
      leave();
      removeEventListener('storage', watch);
    };
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

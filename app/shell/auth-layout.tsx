import { Trans } from '@lingui/react/macro';
import { useEffect, useRef } from 'react';
import { Outlet, useLocation } from 'react-router';
import { useSession } from '../identity/session.ts';
import { useSignInWay } from '../identity/sign-in-way.ts';
import classes from './auth-layout.module.css';
import { ColourSchemeSwitch } from './colour-scheme-switch.tsx';
import { LanguageSwitch } from './language-switch.tsx';
import { LateErrorView } from './late-error.tsx';
import { Logo } from './logo.tsx';
import { SkipLink } from './skip-link.tsx';

/** Login, registration, password: nothing around that leads away from it. Whoever is logged in, by whichever tab, goes on. */
export default function AuthLayout() {
  const { status } = useSession();
  const { pathname } = useLocation();
  const { goOn } = useSignInWay();
  // A new password is for those who are logged in too.
  const isDone = status === 'user' && !pathname.endsWith('/reset');

  // Once: the navigation itself changes what goOn is made of.
  const hasGone = useRef(false);
  useEffect(() => {
    if (!isDone || hasGone.current) return;
    hasGone.current = true;
    goOn();
  }, [isDone, goOn]);

  return (
    <Frame>
      <Outlet />
    </Frame>
  );
}

export function ErrorBoundary({ error }: { error: unknown }) {
  return (
    <Frame>
      <LateErrorView error={error} />
    </Frame>
  );
}

function Frame({ children }: { children: React.ReactNode }) {
  return (
    <div className={classes.page}>
      <SkipLink />
      <aside className={classes.cloth} aria-hidden="true">
        <p className={classes.words}>
          <Trans>Есть на кого опереться</Trans>
        </p>
      </aside>
      <div className={classes.side}>
        <header className={classes.top}>
          <Logo />
        </header>
        <main id="content" tabIndex={-1} className={classes.content}>
          {children}
        </main>
        <footer className={classes.bottom}>
          <LanguageSwitch />
          <ColourSchemeSwitch />
        </footer>
      </div>
    </div>
  );
}

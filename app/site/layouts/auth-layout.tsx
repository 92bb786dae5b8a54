import { Trans } from '@lingui/react/macro';
import { useEffect, useEffectEvent } from 'react';
import { Outlet, useLocation } from 'react-router';
import { useSession } from '#app/identity/session.ts';
import { useSignInWay } from '#app/identity/sign-in-way.ts';
import { unrecorded } from '#base/ui/theme/unrecorded.ts';
import { Logo } from '../frame/logo.tsx';
import { SkipLink } from '../frame/skip-link.tsx';
import { LateErrorView } from '../late-error.tsx';
import { ColourSchemeSwitch } from '../menu/colour-scheme-switch.tsx';
import { LanguageSwitch } from '../menu/language-switch.tsx';
import classes from './auth-layout.module.css';

/** Layout of login, registration and reset, without links that lead away. Redirects a user who is or gets logged in, in any tab. */
export default function AuthLayout() {
  const { status } = useSession();
  const { pathname } = useLocation();
  const { goOn } = useSignInWay();
  // Logged-in users may change their password, too.
  const isDone = status === 'user' && !pathname.endsWith('/reset');

  const leave = useEffectEvent(goOn);
  useEffect(() => {
    if (isDone) leave();
  }, [isDone]);

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
        <main id="content" tabIndex={-1} className={`${classes.content} ${unrecorded}`}>
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

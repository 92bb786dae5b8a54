import { Outlet } from 'react-router';
import classes from './auth-layout.module.css';
import { ColourSchemeSwitch } from './colour-scheme-switch.tsx';
import { LanguageSwitch } from './language-switch.tsx';
import { LateErrorView } from './late-error.tsx';
import { Logo } from './logo.tsx';
import { SkipLink } from './skip-link.tsx';

/** Login, registration, password: nothing around that leads away from it. */
export default function AuthLayout() {
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
  );
}

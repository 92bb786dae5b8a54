import type { ReactNode } from 'react';
import { useLocation } from 'react-router';
import { isOwnPath } from '#app/identity/guarded-paths.ts';
import { unrecorded } from '#base/ui/theme/unrecorded.ts';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import classes from './main-frame.module.css';
import { SkipLink } from './skip-link.tsx';

/** Header, the view, footer. */
export function MainFrame({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  const isPersonal = isOwnPath(pathname) || pathname === '/basket' || pathname.startsWith('/receipt/');
  return (
    <div className={classes.page}>
      <SkipLink />
      <Header />
      <main
        id="content"
        tabIndex={-1}
        className={isPersonal ? `${classes.content} ${classes.personal} ${unrecorded}` : classes.content}
      >
        {children}
      </main>
      <Footer />
    </div>
  );
}

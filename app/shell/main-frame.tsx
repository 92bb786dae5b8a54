import type { ReactNode } from 'react';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import classes from './main-frame.module.css';
import { SkipLink } from './skip-link.tsx';

/** Header, the view, footer. */
export function MainFrame({ children }: { children: ReactNode }) {
  return (
    <div className={classes.page}>
      <SkipLink />
      <Header />
      <main id="content" tabIndex={-1} className={classes.content}>
        {children}
      </main>
      <Footer />
    </div>
  );
}

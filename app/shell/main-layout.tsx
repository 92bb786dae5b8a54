import { Outlet } from 'react-router';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import classes from './main-layout.module.css';
import { SkipLink } from './skip-link.tsx';

/** Header, the view, footer: the layout of everything that visitors see. */
export default function MainLayout() {
  return (
    <div className={classes.page}>
      <SkipLink />
      <Header />
      <main id="content" tabIndex={-1} className={classes.content}>
        <Outlet />
      </main>
      <Footer />
    </div>
  );
}

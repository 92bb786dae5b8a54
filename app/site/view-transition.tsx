import { useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigation, useNavigationType } from 'react-router';
import classes from './view-transition.module.css';

const fadeMilliseconds = 180;
/** Not 0: a view begins to be read at once, and no frame is empty. */
const fadeFrom = 0.4;
const useBrowserLayoutEffect = typeof window === 'undefined' ? useEffect : useLayoutEffect;

/**
 * Transitions between views (docs/rules.md#screens): scrolls to the top, fades the new view in below its header, moves the focus to its
 * heading and shows a thin bar while a slow one is loading. A filter that only replaces the address is no new view.
 */
export function ViewTransition({ children }: { children: React.ReactNode }) {
  const { pathname, key } = useLocation();
  const replaced = useNavigationType() === 'REPLACE';
  const view = useRef<HTMLDivElement>(null);
  const last = useRef({ pathname, key });

  useEffect(() => {
    window.history.scrollRestoration = 'manual';
  }, []);

  useBrowserLayoutEffect(() => {
    const before = last.current;
    last.current = { pathname, key };
    if (before.key === key) return;
    const moved = before.pathname !== pathname;
    if (moved || !replaced) scrollTo(0, 0);
    const { activeElement } = document;
    // A search of the same view may have taken away the field that was typed in.
    if (!moved && activeElement !== document.body) return;
    import('./view-focus.ts').then((part) => part.focusHeading(view.current, activeElement)).catch(() => {});
    if (moved && !matchMedia('(prefers-reduced-motion: reduce)').matches)
      view.current
        ?.querySelector('main')
        ?.animate({ opacity: [fadeFrom, 1] }, { duration: fadeMilliseconds, easing: 'ease-out' });
  }, [pathname, key, replaced]);

  return (
    <>
      <LoadingBar />
      <div ref={view} className={classes.view}>
        {children}
      </div>
    </>
  );
}

function LoadingBar() {
  const { state } = useNavigation();
  return <div className={classes.bar} data-busy={state !== 'idle' || undefined} aria-hidden />;
}

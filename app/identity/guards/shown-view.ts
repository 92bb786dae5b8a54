import type { DataRouter, Location } from 'react-router';

declare global {
  interface Window {
    /** React Router puts it here once it has taken the page over. */
    readonly __reactRouterDataRouter?: DataRouter;
  }
}

/** The router of the page; none while nothing is hydrated. */
export const router = globalThis.window?.__reactRouterDataRouter;

let shown: Location | undefined = router?.state.location;
let index: unknown = router && window.history.state?.idx;

// The browser goes back in its history before the router has decided, so the place of the shown view is noted once a view is there.
router?.subscribe(({ location }) => {
  if (location === shown) return;
  shown = location;
  index = window.history.state?.idx;
});

/** Whether a view stands on the page, not an error page or what stands for a view that is still loading. */
export function hasView(): boolean {
  return router?.state.initialized === true && router.state.errors === null;
}

/** The view that stands on the page: a navigation that is cancelled leads back to it. */
export function shownView() {
  const { pathname = '', search = '', hash = '' } = shown ?? {};
  return { pathname, address: `${pathname}${search}`, hash, index: Number(index) };
}

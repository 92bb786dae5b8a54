import { lazy, Suspense } from 'react';
import { isRouteErrorResponse } from 'react-router';
import { bring } from '#base/pages/bring.ts';
// The server renders these pages too, and they must look right before their code is loaded.
import '#base/ui/page/link-button.module.css';
import './errors/message-page.module.css';

const load = () => bring(() => import('./errors/error-screen.tsx'));
// On the server a lazy page would be hidden in the document until a script shows it.
const there = import.meta.env.SSR ? await load() : null;
const View = there?.ErrorView ?? lazy(async () => ({ default: (await load()).ErrorView }));
const Screen = there?.ErrorScreen ?? lazy(async () => ({ default: (await load()).ErrorScreen }));

interface Failure {
  readonly error: unknown;
}

/** The error page within header and footer. Its code is loaded on an error, or when the browser is idle. */
export function LateErrorView({ error }: Failure) {
  return (
    <Suspense>
      <View error={error} />
    </Suspense>
  );
}

/** The error page of the whole document. */
export function LateErrorScreen({ error }: Failure) {
  return (
    <Suspense>
      <Screen error={error} />
    </Suspense>
  );
}

/** Preloads the error pages: without a network they are needed and cannot be loaded. */
export function prepareErrorPages(): void {
  // React Router awaits the style sheets of a view before it handles its failed load, so the rejection is handled.
  addEventListener('unhandledrejection', (event) => {
    if (isRouteErrorResponse(event.reason)) event.preventDefault();
  });
  const fetchLater = () => void import('./errors/error-screen.tsx').catch(() => undefined);
  if ('requestIdleCallback' in window) window.requestIdleCallback(fetchLater, { timeout: 10_000 });
  else setTimeout(fetchLater, 3_000);
}

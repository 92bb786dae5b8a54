import { lazy, Suspense } from 'react';
// The server draws these pages too, and what it sends must look right before their code is there.
import '#base/ui/link-button.module.css';
import './message-page.module.css';

const load = () => import('./error-screen.tsx');
// On the server a page that comes late would be hidden in the document until a script shows it.
const there = import.meta.env.SSR ? await load() : null;
const View = there?.ErrorView ?? lazy(async () => ({ default: (await load()).ErrorView }));
const Screen = there?.ErrorScreen ?? lazy(async () => ({ default: (await load()).ErrorScreen }));

interface Failure {
  readonly error: unknown;
}

/** The page for a failure within header and footer. Its code comes only when there is one, or when the browser is idle. */
export function LateErrorView({ error }: Failure) {
  return (
    <Suspense>
      <View error={error} />
    </Suspense>
  );
}

/** The page for a failure of the whole document. */
export function LateErrorScreen({ error }: Failure) {
  return (
    <Suspense>
      <Screen error={error} />
    </Suspense>
  );
}

/** Fetches the error pages while there is still a network: without one they are needed and cannot be fetched. */
export function keepErrorPagesAtHand(): void {
  const fetchLater = () => void load().catch(() => undefined);
  if ('requestIdleCallback' in window) window.requestIdleCallback(fetchLater, { timeout: 10_000 });
  else setTimeout(fetchLater, 3_000);
}

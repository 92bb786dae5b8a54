import { isRouteErrorResponse } from 'react-router';
import { useHydrated } from '#app/document/hydrated.ts';
import { isCreatorUnavailable } from '#app/document/missing.ts';
import { networkFailureCode } from '#base/call-client.ts';
import { isCallFailure } from '#base/errors.ts';
import { MainFrame } from './main-frame.tsx';
import NotFound from './not-found-screen.tsx';
import { CreatorUnavailable, Offline, Trouble } from './trouble.tsx';

/** Chooses the page for a failure: what is missing, no network, or our own fault. Never a stack. */
export function ErrorView({ error }: { error: unknown }) {
  const hydrated = useHydrated();
  if (isRouteErrorResponse(error)) {
    if (isCreatorUnavailable(error.data)) return <CreatorUnavailable />;
    if (error.status === 404) return <NotFound />;
  }
  if (isCallFailure(error) && error.status === 404) return <NotFound />;
  const noNetwork = isCallFailure(error) && error.code === networkFailureCode;
  if (hydrated && (noNetwork || !navigator.onLine)) return <Offline />;
  return <Trouble />;
}

/** The last resort of the whole document: the error page inside header and footer. */
export function ErrorScreen({ error }: { error: unknown }) {
  return (
    <MainFrame>
      <ErrorView error={error} />
    </MainFrame>
  );
}

import { isRouteErrorResponse } from 'react-router';
import { networkFailureCode } from '#base/calls/call-client.ts';
import { failures, isCallFailure } from '#base/calls/errors.ts';
import { useHydrated } from '#base/pages/hydrated.ts';
import { isCreatorUnavailable } from '#base/pages/not-found.ts';
import { MainFrame } from '../frame/main-frame.tsx';
import NotFound from './not-found-screen.tsx';
import { CreatorUnavailable, NotAllowed, Offline, Trouble } from './trouble.tsx';

/** Shows the page for a failure: not found, not for this role, offline, or a server error. Never a stack. */
export function ErrorView({ error }: { error: unknown }) {
  const hydrated = useHydrated();
  if (isRouteErrorResponse(error)) {
    if (isCreatorUnavailable(error.data)) return <CreatorUnavailable />;
    if (error.status === 404) return <NotFound />;
  }
  if (isCallFailure(error) && error.status === 404) return <NotFound />;
  if (failures.forbidden.is(error)) return <NotAllowed />;
  const noNetwork = isCallFailure(error) && error.code === networkFailureCode;
  if (hydrated && (noNetwork || !navigator.onLine)) return <Offline />;
  return <Trouble />;
}

/** The error page of the whole document, with header and footer. */
export function ErrorScreen({ error }: { error: unknown }) {
  return (
    <MainFrame>
      <ErrorView error={error} />
    </MainFrame>
  );
}

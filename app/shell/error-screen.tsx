import { isRouteErrorResponse } from 'react-router';
import { networkFailureCode } from '#base/call-client.ts';
import { isCallFailure } from '#base/errors.ts';
import { useHydrated } from './hydrated.ts';
import { MainFrame } from './main-frame.tsx';
import NotFound from './not-found-screen.tsx';
import { CreatorUnavailable, Offline, Trouble } from './trouble.tsx';

/** What a loader throws for a creator whose page is closed: `throw data(creatorUnavailable, { status: 404 })`. */
export const creatorUnavailable = { reason: 'creatorUnavailable' } as const;

function isCreatorUnavailable(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'reason' in value && value.reason === creatorUnavailable.reason;
}

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

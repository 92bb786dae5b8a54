import { isRouteErrorResponse } from 'react-router';
import { NotFound } from './not-found-screen.tsx';
import { Trouble } from './trouble.tsx';

/** Chooses the page for a failure: what is missing, no network, or our own fault. Never a stack. */
export function ErrorScreen({ error }: { error: unknown }) {
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFound />;
  return <Trouble />;
}

import { useLocation } from 'react-router';
import { useHydrated } from '#base/pages/hydrated.ts';
import { nextSearch } from './guards/next-address.ts';

/** The login, or the registration, with the way back to the present view. */
export function useLoginAddress(screen: '/auth' | '/registration' = '/auth'): string {
  const { pathname, search } = useLocation();
  // A cached page knows only its path.
  const known = useHydrated() ? search : '';
  return `${screen}${nextSearch(`${pathname}${known}`)}`;
}

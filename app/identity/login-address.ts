import { useLocation } from 'react-router';
import { useHydrated } from '../document/hydrated.ts';
import { nextSearch } from './next-address.ts';

/** The login, with the way back to the present view. */
export function useLoginAddress(): string {
  const { pathname, search } = useLocation();
  // A page that was kept for everybody knows only its path.
  const known = useHydrated() ? search : '';
  return `/auth${nextSearch(`${pathname}${known}`)}`;
}

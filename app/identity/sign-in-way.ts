import { useNavigate, useSearchParams } from 'react-router';
import { nextSearch, ownPage, readNextAddress } from './next-address.ts';

/** The way through the screens of the login: they hand `?next=` on to one another, and the last one goes there. */
export function useSignInWay(): {
  /** The same screen's other side, keeping where to go back to: `to('/reset')`. */
  readonly to: (path: string) => string;
  /** Leaves the login for good: it does not stay in the history. */
  readonly goOn: () => void;
} {
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const next = readNextAddress(search.get('next'));
  return {
    to: (path) => `${path}${nextSearch(next)}`,
    goOn: () => void navigate(next ?? ownPage, { replace: true }),
  };
}

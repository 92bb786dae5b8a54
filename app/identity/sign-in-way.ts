import { useNavigate, useSearchParams } from 'react-router';
import { nextSearch, ownPage, readNextAddress } from './guards/next-address.ts';

/** Navigation between the login screens: `?next=` is passed along, and the last screen goes there. */
export function useSignInWay(): {
  /** Another screen of the login, with the same way back: `to('/reset')`. */
  readonly to: (path: string) => string;
  /** Leaves the login and removes it from the history. */
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

import { useOutletContext } from 'react-router';
import type { Profile } from './profile.calls.ts';

/** What the layout of the profile's sections has loaded for them. */
export interface OwnSection {
  readonly profile: Profile;
  /** The country's word for its currency. */
  readonly currency: string;
}

/** The own profile and what its sections need beside it. */
export function useOwnSection(): OwnSection {
  return useOutletContext<OwnSection>();
}

import { useOutletContext } from 'react-router';
import type { Profile } from './profile.calls.ts';

/** The data that the layout loads for all sections. */
export interface OwnSection {
  readonly profile: Profile;
  /** The currency label of the country. */
  readonly currency: string;
}

/** Reads the data of the layout. */
export function useOwnSection(): OwnSection {
  return useOutletContext<OwnSection>();
}

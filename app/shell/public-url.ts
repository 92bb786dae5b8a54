import { createContext, use } from 'react';

export const PublicUrlContext = createContext('');

/** The site's address without a slash at the end: on the server what `PUBLIC_URL` says, in the browser its own origin. */
export function usePublicUrl(): string {
  const given = use(PublicUrlContext);
  return given === '' && typeof window !== 'undefined' ? window.location.origin : given;
}

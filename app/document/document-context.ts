import { createContext, use } from 'react';

/** What the server knows of a page and its markup needs; the browser finds both by itself. */
export const DocumentContext = createContext<{ readonly nonce: string; readonly publicUrl: string } | undefined>(
  undefined,
);

/**
 * The page's nonce for inline scripts and `<style>` elements. The browser hides it from the markup but not from the
 * property, so after hydration it is read from a script that carries it.
 */
export function useNonce(): string | undefined {
  const given = use(DocumentContext);
  if (given !== undefined || typeof document === 'undefined') return given?.nonce;
  return document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce;
}

/** The site's address without a slash at the end: on the server what `PUBLIC_URL` says, in the browser its own origin. */
export function usePublicUrl(): string {
  const given = use(DocumentContext);
  return given?.publicUrl ?? window.location.origin;
}

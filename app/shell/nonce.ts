import { createContext, use } from 'react';

export const NonceContext = createContext<string | undefined>(undefined);

/**
 * The page's nonce for inline scripts and `<style>` elements. The browser hides it from the markup but not from the
 * property, so after hydration it is read from a script that carries it.
 */
export function useNonce(): string | undefined {
  const given = use(NonceContext);
  if (given !== undefined || typeof document === 'undefined') return given;
  return document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce;
}

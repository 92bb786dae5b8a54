import { createContext, use } from 'react';
import { analyticsMeta } from './analytics-settings.ts';
import type { Brand } from './own-brand.ts';

interface PageDocument {
  readonly nonce: string;
  readonly publicUrl: string;
  /** Of days, by its IANA name. */
  readonly timeZone: string;
  /** The settings of the analytics counter as JSON; null: visits are not counted. */
  readonly analytics: string | null;
  readonly brand: Brand;
  /** The style sheet of its accent; empty: none. */
  readonly brandSheet: string;
}

/** Values that the markup needs and only the server knows; the browser reads them from the document. */
export const DocumentContext = createContext<PageDocument | undefined>(undefined);

/**
 * The page's nonce for inline scripts and `<style>` elements. Browsers hide the attribute but not the property, so that it is read from a
 * script element after hydration.
 */
export function useNonce(): string | undefined {
  const given = use(DocumentContext);
  if (given !== undefined || typeof document === 'undefined') return given?.nonce;
  return document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce;
}

/** The site's address without a trailing slash: `PUBLIC_URL` on the server, the page's origin in the browser. */
export function usePublicUrl(): string {
  const given = use(DocumentContext);
  return given?.publicUrl ?? location.origin;
}

/** The settings of the analytics counter as JSON; null: visits are not counted. */
export function useAnalyticsSettings(): string | null {
  const given = use(DocumentContext);
  if (given !== undefined || typeof document === 'undefined') return given?.analytics ?? null;
  return document.querySelector(`meta[name="${analyticsMeta}"]`)?.getAttribute('content') ?? null;
}

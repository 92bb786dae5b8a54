import { createContext } from 'react-router';
import type { Locale } from './locales.ts';

/**
 * What main.ts gives to the loaders of screens, besides what is here. The product adds its own members by declaration
 * merging in `app/page-services.ts`, so that `base` need not know them.
 */
export interface PageServices {
  /** The address of the site as visitors type it, without a slash at the end. */
  readonly publicUrl: string;
}

/** What a server `loader` may use while a page is rendered. The visitor is always a guest here. */
export interface PageContext {
  readonly services: PageServices;
  readonly locale: Locale;
  /** Stands in inline scripts and `<style>` elements until the page is whole (base/csp.server.ts). */
  readonly nonce: string;
  /** Names what the page is made of; the kept page is dropped as soon as one of its tags is dropped. */
  tag(...tags: string[]): void;
  /** Keeps this page out of the cache, here and on the way. */
  noStore(): void;
  /** Writes a failure to the log; the visitor sees only that something went wrong. */
  report(error: unknown): void;
}

/** The key of the page's context: `context.get(pageContext)` in a loader. */
export const pageContext = createContext<PageContext>();

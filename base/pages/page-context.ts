import type { Locale } from '#base/text/locales.ts';

/** What the server gives to the loaders of screens; the product adds its own (`app/page-context.ts`). */
export interface PageServices {
  /** The site's address, without a trailing slash. */
  readonly publicUrl: string;
}

/** The context of a server `loader`. The visitor is always a guest. */
export interface PageContext {
  readonly services: PageServices;
  readonly locale: Locale;
  /** The placeholder of the nonce for inline scripts and `<style>` elements (base/http/csp.server.ts). */
  readonly nonce: string;
  /** Tags the page; the cached page is invalidated with any of its tags. */
  tag(...tags: string[]): void;
  /** Excludes this page from all caches. */
  noStore(): void;
  /** Logs a failure; the visitor sees only a general message. */
  report(error: unknown): void;
}

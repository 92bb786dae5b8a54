import { troubleOf } from '#base/db/database-trouble.server.ts';
import type { Csp } from '#base/http/csp.server.ts';
import type { Produced } from '../cache/made-answer.server.ts';
import type { Tag } from '../cache/page-cache.server.ts';
import type { PageAddress } from '../page-address.server.ts';
import type { PageContext, PageServices } from '../page-context.ts';

/** Renders one page for a guest; created by page-renderer.server.ts from the build or from Vite. */
export type RenderPage = (request: Request, page: PageContext) => Promise<Response>;

export interface RenderPageOptions {
  readonly render: RenderPage;
  readonly services: PageServices;
  readonly csp: Csp;
  /** Where guests are redirected from a path; null: they may see it. Such pages are never cached. Default: guests may see all. */
  readonly guestPlace?: (path: string) => string | null;
  /** Whether no shared cache may store the page of a path, as its answer depends on more than the address. Default: of none. */
  readonly isPrivate?: (path: string) => boolean;
  /** Seconds for which a shared cache may store a page. */
  readonly cacheSeconds?: number;
  readonly report: (error: unknown, where: { readonly path: string; readonly requestId: string }) => void;
}

const droppedHeaders = new Set([
  'content-length',
  'content-encoding',
  'transfer-encoding',
  'set-cookie',
  'cache-control',
]);

/** Renders one page, the same for every guest. */
export async function renderPage(
  { render, services, csp, report, guestPlace, isPrivate, cacheSeconds = 5 }: RenderPageOptions,
  address: PageAddress,
  tag: Tag,
  requestId: string,
): Promise<Produced> {
  const { path, search, locale, namesLocale, widget } = address;
  let isCacheable = (guestPlace?.(path) ?? null) === null;
  const troubles: unknown[] = [];
  const page: PageContext = {
    services,
    locale,
    nonce: csp.placeholder,
    tag,
    noStore: () => {
      isCacheable = false;
    },
    report: (error) => {
      if (troubleOf(error) !== null) troubles.push(error);
      report(error, { path, requestId });
    },
  };
  const response = await render(new Request(`${services.publicUrl}${path}${search}`), page);
  if (response.status >= 500 && troubles.length > 0) throw troubles[0];
  const isDocument = response.headers.get('content-type')?.startsWith('text/html') === true;
  const sealed = isDocument ? csp.seal(await response.text()) : undefined;
  const headers: [string, string][] = [...csp.headers({ nonce: sealed?.nonce, widget, path })].map(([name, value]) => [
    name,
    value,
  ]);
  for (const [name, value] of response.headers) if (!droppedHeaders.has(name)) headers.push([name, value]);
  const isOneForAll = namesLocale || locale === 'ru';
  const isShared = isOneForAll && isPrivate?.(path) !== true;
  if (!isOneForAll) headers.push(['Vary', 'Accept-Language, Cookie']);
  // A widget's page is cached here but by no shared cache, because its address has a key.
  const isPublic = isCacheable && response.status < 500 && !widget;
  headers.push(['Cache-Control', cacheControl(isPublic, isShared, cacheSeconds)]);
  if (isPublic && isShared)
    headers.push(['CDN-Cache-Control', `max-age=${cacheSeconds}, stale-while-revalidate=${cacheSeconds * 6}`]);
  return {
    status: response.status,
    headers,
    body: sealed === undefined ? Buffer.from(await response.arrayBuffer()) : Buffer.from(sealed.html),
    isCacheable,
  };
}

/**
 * Shared caches may store Russian pages and pages whose address names the language, without a `Vary` that would split them by visitor. A
 * plain address in another language is stored by the visitor's browser only; if a shared cache answers in Russian, the browser corrects the
 * language after hydration (docs/decisions/0022-addresses-of-languages.md). Browsers always revalidate: `stale-while-revalidate` would
 * show a donor the page before the donation, so that it is sent only to shared caches (RFC 9213).
 */
function cacheControl(isPublic: boolean, shared: boolean, seconds: number): string {
  if (!isPublic) return 'private, no-store';
  if (!shared) return 'private, max-age=0, must-revalidate';
  return `public, max-age=0, must-revalidate, s-maxage=${seconds}`;
}

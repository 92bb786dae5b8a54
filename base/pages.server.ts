import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { brokenPage } from './broken-page.server.ts';
import type { Csp } from './csp.server.ts';
import { isPagePath, isReadable, type PageAddress, pathOf, readPageAddress } from './page-address.server.ts';
import type { PageCache, Produced, Tag } from './page-cache.server.ts';
import type { PageContext, PageServices } from './page-context.ts';
import { type StoredAnswer, sendStored } from './stored-answer.server.ts';

/** Renders one page for a guest; base/page-renderer.server.ts makes it from the build or from Vite. */
export type RenderPage = (request: Request, page: PageContext) => Promise<Response>;

export interface PagesOptions {
  readonly render: RenderPage;
  readonly services: PageServices;
  readonly csp: Csp;
  /** Kept pages; calls may keep their guest answers in the same one. */
  readonly cache: PageCache;
  /** The built files by address (base/static-files.server.ts); in development Vite serves them. */
  readonly files?: ReadonlyMap<string, StoredAnswer>;
  /** The one spelling of a path under which its page answers; every other leads there. Default: each is its own. */
  readonly plainPath?: (path: string) => string;
  /** Whether the process has more to do than it can: only what is at hand is sent then, be it old. Default: never. */
  readonly isOverloaded?: () => boolean;
  /** Seconds that a shared cache on the way may keep a page. */
  readonly cacheSeconds?: number;
  /** Each request's id, for those that are answered before Fastify sees them. */
  readonly requestId: () => string;
  readonly report: (error: unknown, where: { readonly path: string; readonly requestId: string }) => void;
  /** Called for what is answered before Fastify's own hooks, so that it is counted too. */
  readonly onAnswered?: (answered: {
    /** `page`, `file`, or the route of a call. */
    readonly kind: string;
    readonly method: string;
    readonly status: number;
    readonly milliseconds: number;
  }) => void;
}

export interface Pages {
  /** Put around Fastify's handler in `serverFactory`: answers kept pages, kept calls and files before any routing or hook. */
  front(handler: RequestListener): RequestListener;
  /** Adds the route of all pages that are not kept yet. Register it after every other route. */
  register(app: FastifyInstance): void;
}

/** Leads from any other spelling of an address to the page's own one; false where it is that already. */
function sendToPlain(options: PagesOptions, request: IncomingMessage, response: ServerResponse): boolean {
  const { csp, requestId, onAnswered, plainPath } = options;
  const url = request.url ?? '/';
  const path = pathOf(url);
  const plain = plainPath?.(path) ?? path;
  if (plain === path) return false;
  const began = performance.now();
  response.writeHead(301, [
    ...['Location', `${plain}${url.slice(path.length)}`, 'Content-Length', '0', 'X-Request-Id', requestId()],
    // It may be a widget's address, which holds a key: nobody on the way keeps it or hands it on.
    ...['Cache-Control', 'private, no-store', ...csp.headers({ widget: true }).flat()],
  ]);
  response.end();
  const milliseconds = performance.now() - began;
  onAnswered?.({ kind: 'page', method: request.method ?? 'GET', status: 301, milliseconds });
  return true;
}

/** All pages: every GET that no call, file or probe answers (see `isPagePath`). */
export function createPages(options: PagesOptions): Pages {
  const { cache, files, requestId, onAnswered, isOverloaded = () => false } = options;

  function produce(address: PageAddress, id: string) {
    return (tag: Tag): Promise<Produced> => renderPage(options, address, tag, id);
  }

  /** Sends the kept answer of a call; false where there is none or it has to be made anew: then Fastify answers. */
  function sendReadyCall(request: IncomingMessage, response: ServerResponse): boolean {
    const began = performance.now();
    const kept = cache.peekAddress(request.url ?? '/');
    if (kept === undefined || (kept.stale && !isOverloaded())) return false;
    const status = sendStored(request, response, kept.answer, ['X-Request-Id', requestId()]);
    onAnswered?.({ kind: kept.route, method: 'GET', status, milliseconds: performance.now() - began });
    return true;
  }

  /** Sends what is at hand; false where somebody else has to answer. */
  function sendReady(request: IncomingMessage, response: ServerResponse): boolean {
    const began = performance.now();
    const file = files?.get(pathOf(request.url ?? '/'));
    const address = file === undefined ? readPageAddress(request) : undefined;
    const kept = address === undefined ? undefined : cache.peek(address.key);
    // Fastify would answer a torn address by itself, in JSON.
    const torn = kept === undefined && address?.path.includes('%') === true && !isReadable(address.path);
    const answer = file ?? kept?.answer ?? (torn ? brokenPage(options.csp, 400) : undefined);
    if (answer === undefined) return false;
    const id = requestId();
    const status = sendStored(request, response, answer, ['X-Request-Id', id]);
    onAnswered?.({
      kind: file === undefined ? 'page' : 'file',
      method: request.method ?? 'GET',
      status,
      milliseconds: performance.now() - began,
    });
    if (kept?.stale && address !== undefined) void cache.get(address.key, produce(address, id));
    return true;
  }

  async function answer(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const path = pathOf(request.raw.url ?? '/');
    if (!isPagePath(path)) return reply.callNotFound();
    reply.hijack();
    const address = readPageAddress(request.raw);
    const extra = ['X-Request-Id', request.id];
    if (address === undefined) {
      sendStored(request.raw, reply.raw, brokenPage(options.csp, 400), extra);
      return;
    }
    // A stream's picture does not ask again by itself, and its page costs one render in five seconds for everybody.
    if (isOverloaded() && !address.widget) {
      sendStored(request.raw, reply.raw, brokenPage(options.csp, 503), [...extra, 'Retry-After', '5']);
      return;
    }
    const stored = await cache.get(address.key, produce(address, request.id)).catch((error: unknown) => {
      options.report(error, { path, requestId: request.id });
      return brokenPage(options.csp, 500);
    });
    sendStored(request.raw, reply.raw, stored, extra);
  }

  return {
    front: (handler) => (request, response) => {
      const { method } = request;
      const isCall = request.url?.startsWith('/api/');
      const isSent = isCall
        ? method === 'GET' && sendReadyCall(request, response)
        : (method === 'GET' || method === 'HEAD') &&
          (sendToPlain(options, request, response) || sendReady(request, response));
      if (!isSent) handler(request, response);
    },
    register(app) {
      app.route({ method: ['GET', 'HEAD'], url: '/*', handler: answer });
    },
  };
}

const notOurs = new Set(['content-length', 'content-encoding', 'transfer-encoding', 'set-cookie', 'cache-control']);

async function renderPage(
  { render, services, csp, report, cacheSeconds = 5 }: PagesOptions,
  address: PageAddress,
  tag: Tag,
  requestId: string,
): Promise<Produced> {
  const { path, search, locale, widget } = address;
  let keep = true;
  const page: PageContext = {
    services,
    locale,
    nonce: csp.placeholder,
    tag,
    noStore: () => {
      keep = false;
    },
    report: (error) => report(error, { path, requestId }),
  };
  const response = await render(new Request(`${services.publicUrl}${path}${search}`), page);
  const text = Buffer.from(await response.arrayBuffer());
  const isDocument = response.headers.get('content-type')?.startsWith('text/html') === true;
  const sealed = isDocument ? csp.seal(text.toString()) : undefined;
  const headers: [string, string][] = [...csp.headers({ nonce: sealed?.nonce, widget })].map(([name, value]) => [
    name,
    value,
  ]);
  for (const [name, value] of response.headers) if (!notOurs.has(name)) headers.push([name, value]);
  if (locale !== 'ru') headers.push(['Vary', 'Cookie']);
  // A widget's page is the same for all and kept here, but nowhere on the way: its address holds a key.
  const isKept = keep && response.status < 500 && !widget;
  headers.push(['Cache-Control', cacheControl(isKept, locale === 'ru', cacheSeconds)]);
  if (isKept && locale === 'ru')
    headers.push(['CDN-Cache-Control', `max-age=${cacheSeconds}, stale-while-revalidate=${cacheSeconds * 6}`]);
  return { status: response.status, headers, body: sealed === undefined ? text : Buffer.from(sealed.html), keep };
}

/**
 * Russian pages are the same for everybody without a cookie, so caches on the way may keep them without `Vary: Cookie`,
 * which would split them by every visitor. A page in another language stays in the visitor's own browser; where a cache
 * on the way answers him in Russian after all, the browser puts the language right by itself after hydration.
 * Browsers always ask again: with `stale-while-revalidate` they would show a donor the page as it was before his gift, so
 * only caches on the way are told of it, in a header of their own (RFC 9213).
 */
function cacheControl(keep: boolean, shared: boolean, seconds: number): string {
  if (!keep) return 'private, no-store';
  if (!shared) return 'private, max-age=0, must-revalidate';
  return `public, max-age=0, must-revalidate, s-maxage=${seconds}`;
}

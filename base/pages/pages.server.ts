import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Trouble, troubleOf } from '#base/db/database-trouble.server.ts';
import { methodsBeside, sendNotAllowed } from '#base/http/other-methods.server.ts';
import { type StoredAnswer, sendStored } from '#base/http/stored-answer.server.ts';
import { QueueFull } from '#base/process/fair-queue.server.ts';
import { networkOf } from '#base/process/network-of.ts';
import { type Breakdown, brokenPage } from './broken-page.server.ts';
import type { Produced } from './cache/made-answer.server.ts';
import type { PageCache, Tag, Turn } from './cache/page-cache.server.ts';
import {
  isPagePath,
  isReadable,
  type PageAddress,
  type ParametersOf,
  pathOf,
  readPageAddress,
} from './page-address.server.ts';
import { sendRedirect } from './page-redirect.server.ts';
import { type RenderPageOptions, renderPage } from './render/render-page.server.ts';
import { RenderQueue, renewing } from './render/render-queue.server.ts';

/** An answer of a call that can be sent before any routing. */
export interface ReadyCall {
  readonly answer: StoredAnswer;
  /** The route of the call, for the metrics. */
  readonly route: string;
}

export interface PagesOptions extends RenderPageOptions {
  /** The cache of pages, shared with the guest answers of calls. */
  readonly cache: PageCache;
  /** Answers of calls that are in memory beside the cache, such as pictures. Default: none. */
  readonly readyCall?: (request: IncomingMessage) => ReadyCall | undefined;
  /** The built files by address (base/http/static-files.server.ts); undefined in development, where Vite serves them. */
  readonly files?: ReadonlyMap<string, StoredAnswer>;
  /** The canonical spelling of a path, to which other spellings redirect. Default: each path is canonical. */
  readonly plainPath?: (path: string) => string;
  /** The query parameters that the page of a path uses; undefined: no route has the path. Default: no page uses any. */
  readonly parametersOf?: ParametersOf;
  /** Where a request is led that must not get the page at its address, by who leads there; null: it may. Default: all may. */
  readonly leadsAway?: (request: IncomingMessage, path: string) => string | null;
  /** The queue of renders. Default: a new one. */
  readonly renders?: RenderQueue;
  /** Whether a request may come from a logged-in visitor, which only the browser knows for sure. Default: never. */
  readonly mayHaveSession?: (request: IncomingMessage) => boolean;
  /** Whether the process is overloaded and sends only cached pages, even old ones. Default: never. */
  readonly isOverloaded?: () => boolean;
  /** Makes the id of a request that is answered before it reaches Fastify. */
  readonly requestId: () => string;
  /** Called for requests that are answered before Fastify's hooks, for the metrics. */
  readonly onAnswered?: (answered: {
    /** `page`, `file`, or the route of a call. */
    readonly kind: string;
    readonly method: string;
    readonly status: number;
    readonly milliseconds: number;
  }) => void;
}

export interface Pages {
  /** Wraps Fastify's handler in `serverFactory`: answers cached pages, cached calls and files before any routing or hook. */
  front(handler: RequestListener): RequestListener;
  /** Registers the route of pages that are not cached. Must be registered after every other route. */
  register(app: FastifyInstance): void;
}

/** Redirects to the canonical spelling of an address, or away from a page that others must not lead to; false if it may be shown. */
function sendElsewhere(options: PagesOptions, request: IncomingMessage, response: ServerResponse): boolean {
  const { csp, requestId, onAnswered, plainPath, leadsAway } = options;
  const url = request.url ?? '/';
  const path = pathOf(url);
  const plain = isPagePath(path) ? (plainPath?.(path) ?? path) : path;
  const away = leadsAway?.(request, plain) ?? null;
  if (plain === path && away === null) return false;
  const began = performance.now();
  const way = away === null ? { status: 301, to: `${plain}${url.slice(path.length)}` } : { status: 302, to: away };
  sendRedirect(csp, response, { ...way, requestId: requestId() });
  const milliseconds = performance.now() - began;
  onAnswered?.({ kind: 'page', method: request.method ?? 'GET', status: way.status, milliseconds });
  return true;
}

/** The page to show for a problem. */
function breakdownOf(trouble: Trouble | null): Breakdown {
  if (trouble === null) return 'failed';
  return trouble === 'busy' ? 'busy' : 'away';
}

/** The production of a page: in its turn, or at once for overlay pages. */
interface Making {
  readonly address: PageAddress;
  readonly requestId: string;
  readonly produce: (tag: Tag) => Promise<Produced>;
  readonly turn: Turn;
}

/** Gets the page from the cache or produces it. If it joined a production that was refused, it asks for a turn of its own. */
async function getPage(cache: PageCache, { address, produce, turn }: Making): Promise<StoredAnswer> {
  let isOwn = false;
  const ownTurn: Turn = (work) => {
    isOwn = true;
    return turn(work);
  };
  try {
    return await cache.get(address.key, produce, ownTurn);
  } catch (error) {
    if (isOwn || !(error instanceof QueueFull)) throw error;
    return cache.get(address.key, produce, turn);
  }
}

/** Gets the page, or a replacement if it cannot be produced. */
async function shownPage({ cache, csp, report, isOverloaded }: PagesOptions, making: Making): Promise<StoredAnswer> {
  const { address, requestId } = making;
  const fallback = () => cache.peekOld(address.key) ?? brokenPage(csp, 'busy');
  // An overlay does not retry by itself, and its page costs one render in five seconds for all.
  if (isOverloaded?.() && !address.onStream) return fallback();
  try {
    return await getPage(cache, making);
  } catch (error) {
    if (error instanceof QueueFull) return fallback();
    // The render has already reported database problems.
    const trouble = troubleOf(error);
    if (trouble === null) report(error, { path: address.path, requestId });
    return brokenPage(csp, breakdownOf(trouble));
  }
}

const readingMethods = ['GET', 'HEAD'];

/** Answers 405 to writing methods on pages and files. A form that was sent without scripts leads back to its page, which says why. */
function refuseWriting(app: FastifyInstance, { files }: PagesOptions): void {
  const refuse = async (request: FastifyRequest, reply: FastifyReply) => {
    const path = pathOf(request.raw.url ?? '/');
    if (!isPagePath(path) && files?.has(path) !== true) return reply.callNotFound();
    const isForm = request.method === 'POST' && request.headers['sec-fetch-mode'] === 'navigate';
    if (isForm) return reply.redirect((request.raw.url ?? '/').replace(/^\/+/, '/'), 303);
    return sendNotAllowed(request, reply, readingMethods);
  };
  app.route({ method: methodsBeside(readingMethods), url: '/*', onRequest: refuse, handler: refuse });
}

/** The cached answer of a call; undefined if it must be renewed, too. */
function cachedCall({ cache, isOverloaded }: PagesOptions, request: IncomingMessage): ReadyCall | undefined {
  const isBusy = isOverloaded?.() === true;
  const cached = cache.peekAddress(request.url ?? '/', isBusy);
  return cached?.stale && !isBusy ? undefined : cached;
}

/** Sends the answer of a call that is in memory; false if there is none, which leaves the request to Fastify. */
function sendReadyCall(options: PagesOptions, request: IncomingMessage, response: ServerResponse): boolean {
  const { readyCall, requestId, onAnswered } = options;
  const began = performance.now();
  const ready = cachedCall(options, request) ?? readyCall?.(request);
  if (ready === undefined) return false;
  const status = sendStored(request, response, ready.answer, ['X-Request-Id', requestId()]);
  onAnswered?.({
    kind: ready.route,
    method: request.method ?? 'GET',
    status,
    milliseconds: performance.now() - began,
  });
  return true;
}

/** Creates the handler of all pages: every GET that no call, file or probe answers (`isPagePath`). */
export function createPages(options: PagesOptions): Pages {
  const { cache, files, requestId, onAnswered, mayHaveSession = () => false } = options;
  const { parametersOf = () => undefined, renders = new RenderQueue() } = options;

  function makingOf(address: PageAddress, id: string, network: string): Making {
    return {
      address,
      requestId: id,
      produce: (tag) => renderPage(options, address, tag, id),
      turn: (work) => (address.onStream ? work() : renders.run(network, work)),
    };
  }

  /** Sends a file or a cached page; false leaves the request to Fastify. */
  function sendReady(request: IncomingMessage, response: ServerResponse): boolean {
    const began = performance.now();
    const file = files?.get(pathOf(request.url ?? '/'));
    const address = file === undefined ? readPageAddress(request, parametersOf) : undefined;
    const cached = address === undefined ? undefined : cache.peek(address.key);
    // Fastify would answer a malformed address itself, in JSON.
    const isMalformed = cached === undefined && address?.path.includes('%') === true && !isReadable(address.path);
    const answer = file ?? cached?.answer ?? (isMalformed ? brokenPage(options.csp, 'badAddress') : undefined);
    if (answer === undefined) return false;
    const id = requestId();
    const status = sendStored(request, response, answer, ['X-Request-Id', id]);
    onAnswered?.({
      kind: file === undefined ? 'page' : 'file',
      method: request.method ?? 'GET',
      status,
      milliseconds: performance.now() - began,
    });
    if (cached?.stale && address !== undefined) {
      const { produce, turn } = makingOf(address, id, renewing);
      void cache.get(address.key, produce, turn);
    }
    return true;
  }

  async function answer(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    if (!isPagePath(pathOf(request.raw.url ?? '/'))) return reply.callNotFound();
    reply.hijack();
    const address = readPageAddress(request.raw, parametersOf);
    const extra = ['X-Request-Id', request.id];
    if (address === undefined) {
      sendStored(request.raw, reply.raw, brokenPage(options.csp, 'badAddress'), extra);
      return;
    }
    const place = mayHaveSession(request.raw) ? null : (options.guestPlace?.(address.path) ?? null);
    if (place !== null) return sendRedirect(options.csp, reply.raw, { status: 302, to: place, requestId: request.id });
    const stored = await shownPage(options, makingOf(address, request.id, networkOf(request.ip)));
    if (stored.status === 503) extra.push('Retry-After', '5');
    sendStored(request.raw, reply.raw, stored, extra);
  }

  return {
    front: (handler) => (request, response) => {
      const isRead = request.method === 'GET' || request.method === 'HEAD';
      const isCall = request.url?.startsWith('/api/');
      const isSent =
        isRead &&
        (isCall
          ? sendReadyCall(options, request, response)
          : sendElsewhere(options, request, response) || sendReady(request, response));
      if (!isSent) handler(request, response);
    },
    register(app) {
      app.route({ method: readingMethods, url: '/*', handler: answer });
      refuseWriting(app, options);
    },
  };
}

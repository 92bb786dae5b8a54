import { createServer, request as httpRequest } from 'node:http';
import Fastify, { type FastifyInstance } from 'fastify';
import { createCsp } from '#base/http/csp.server.ts';
import { PageCache } from '#base/pages/cache/page-cache.server.ts';
import { createPages, type PagesOptions } from '#base/pages/pages.server.ts';
import type { RenderPage } from '#base/pages/render/render-page.server.ts';

const open: FastifyInstance[] = [];
/** Ends the servers that a test has started. */
export async function closePageServers(): Promise<void> {
  await Promise.all(open.splice(0).map((app) => app.close()));
}

/** The routes of these pages, by the beginning of their paths. */
const knownParameters = [
  ['/authors', ['a', 'b', 'page']],
  ['/widgets/', []],
] as const;

/** A server with pages and one call, to be asked over plain HTTP. */
export async function startPages(render: RenderPage, options: Partial<PagesOptions> = {}) {
  const cache = options.cache ?? new PageCache();
  const reports: unknown[] = [];
  const answered: string[] = [];
  let ids = 0;
  const pages = createPages({
    render,
    services: { publicUrl: 'https://opora.test' },
    csp: createCsp({ secret: 'a secret', connectOrigins: ['https://pay.test'], https: true }),
    cache,
    parametersOf: (path) => knownParameters.find(([start]) => path.startsWith(start))?.[1],
    requestId: () => `early-${++ids}`,
    report: (error) => reports.push(error),
    onAnswered: ({ kind, status }) => answered.push(`${kind} ${status}`),
    ...options,
  });
  const app = Fastify({ trustProxy: true, serverFactory: (handler) => createServer(pages.front(handler)) });
  app.get('/api/known', () => ({ known: true }));
  app.setNotFoundHandler((_, reply) => reply.code(404).send({ success: false }));
  pages.register(app);
  open.push(app);
  const origin = await app.listen({ port: 0, host: '127.0.0.1' });
  return {
    origin,
    cache,
    reports,
    answered,
    ask: (path: string, headers: Record<string, string> = {}, method = 'GET') => ask(origin, path, headers, method),
  };
}

/** Plain HTTP, because `fetch` decompresses and normalises by itself. */
function ask(origin: string, path: string, headers: Record<string, string>, method: string) {
  return new Promise<{ status: number; headers: Record<string, string>; body: Buffer }>((resolve, reject) => {
    const { hostname, port } = new URL(origin);
    const sent = httpRequest({ hostname, port, path, headers, method }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: Object.fromEntries(Object.entries(response.headers).map(([name, value]) => [name, String(value)])),
          body: Buffer.concat(parts),
        }),
      );
    });
    sent.on('error', reject).end();
  });
}

export const filler = 'слово '.repeat(400);

/** Renders the requested address and the placeholder of the nonce, in place of the built app. */
export const echo: RenderPage = async (request, page) =>
  new Response(`<p nonce="${page.nonce}">${request.url} ${page.locale} ${filler}</p>`, {
    headers: { 'content-type': 'text/html; charset=utf-8', 'set-cookie': 'never=1' },
  });

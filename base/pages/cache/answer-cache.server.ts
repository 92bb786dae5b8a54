import type { AnswerCache } from '#base/calls/call-services.server.ts';
import { policyOfData } from '#base/http/csp.server.ts';
import { sendStored } from '#base/http/stored-answer.server.ts';
import type { PageCache } from './page-cache.server.ts';

/**
 * Caches guest answers of calls together with the pages, so that one invalidation reaches both. While an answer is fresh, a request with
 * the same URL is answered before it reaches Fastify (base/pages/pages.server.ts).
 */
export function createAnswerCache(cache: PageCache): AnswerCache {
  return {
    async answer(request, reply, { key, seconds, make }) {
      const cacheKey = `call ${key}`;
      const stored = await cache.get(cacheKey, async (tag) => ({
        status: 200,
        headers: [
          ['Content-Type', 'application/json; charset=utf-8'],
          ['Cache-Control', `public, max-age=0, s-maxage=${seconds}`],
          ['X-Content-Type-Options', 'nosniff'],
          ['Content-Security-Policy', policyOfData],
        ],
        body: Buffer.from(await make(tag)),
        isCacheable: true,
      }));
      cache.rememberAddress(request.raw.url ?? '', { key: cacheKey, route: request.routeOptions.url ?? '/api' });
      reply.hijack();
      sendStored(request.raw, reply.raw, stored, ['X-Request-Id', request.id]);
      return reply;
    },
    inside: (key, tag, read) => cache.kept.get(key, tag, read),
  };
}

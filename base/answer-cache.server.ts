import { policyOfData } from './csp.server.ts';
import type { AnswerCache } from './http.server.ts';
import type { PageCache } from './page-cache.server.ts';
import { sendStored } from './stored-answer.server.ts';

/**
 * Keeps guest answers of calls in the same store as the pages, so that one drop reaches both. A repeated address is answered
 * from there in front of Fastify (base/pages.server.ts) while its answer is fresh.
 */
export function createAnswerCache(cache: PageCache): AnswerCache {
  return {
    async answer(request, reply, { key, seconds, make }) {
      const kept = `call ${key}`;
      const stored = await cache.get(kept, async (tag) => ({
        status: 200,
        headers: [
          ['Content-Type', 'application/json; charset=utf-8'],
          ['Cache-Control', `public, max-age=0, s-maxage=${seconds}`],
          ['X-Content-Type-Options', 'nosniff'],
          ['Content-Security-Policy', policyOfData],
        ],
        body: Buffer.from(await make(tag)),
        keep: true,
      }));
      cache.knowAddress(request.raw.url ?? '', { key: kept, route: request.routeOptions.url ?? '/api' });
      reply.hijack();
      sendStored(request.raw, reply.raw, stored, ['X-Request-Id', request.id]);
      return reply;
    },
  };
}

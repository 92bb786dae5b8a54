import type { AnswerCache } from './http.server.ts';
import type { PageCache } from './page-cache.server.ts';
import { sendStored } from './stored-answer.server.ts';

/** Keeps guest answers of calls in the same store as the pages, so that one drop reaches both. */
export function createAnswerCache(cache: PageCache): AnswerCache {
  return {
    async answer(request, reply, { key, seconds, make }) {
      const stored = await cache.get(`call ${key}`, async (tag) => ({
        status: 200,
        headers: [
          ['Content-Type', 'application/json; charset=utf-8'],
          ['Cache-Control', `public, max-age=0, s-maxage=${seconds}`],
          ['X-Content-Type-Options', 'nosniff'],
        ],
        body: Buffer.from(await make(tag)),
        keep: true,
      }));
      reply.hijack();
      sendStored(request.raw, reply.raw, stored, ['X-Request-Id', request.id]);
      return reply;
    },
  };
}

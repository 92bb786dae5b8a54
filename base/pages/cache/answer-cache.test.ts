import { createServer } from 'node:http';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, expect, test } from 'vitest';
import { createCsp } from '#base/http/csp.server.ts';
import { createPages } from '../pages.server.ts';
import { createAnswerCache } from './answer-cache.server.ts';
import { PageCache } from './page-cache.server.ts';

const open: FastifyInstance[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((app) => app.close()));
});

/** A server with one cached call, which answers how often it was made. */
async function start() {
  let now = 0;
  let made = 0;
  let routed = 0;
  const answered: string[] = [];
  const cache = new PageCache({ now: () => now });
  const answers = createAnswerCache(cache);
  const noPage = () => Promise.reject(new Error('no page is asked for'));
  const pages = createPages({
    render: noPage,
    cache,
    services: { publicUrl: 'https://opora.test' },
    csp: createCsp({ secret: 'a secret', connectOrigins: [], https: true }),
    requestId: () => 'early',
    report: () => undefined,
    onAnswered: ({ kind, method, status }) => answered.push(`${method} ${kind} ${status}`),
  });
  const app = Fastify({ serverFactory: (handler) => createServer(pages.front(handler)) });
  app.addHook('onRequest', async () => {
    routed += 1;
  });
  app.get('/api/Thing/List', (request, reply) =>
    answers.answer(request, reply, {
      key: 'GET Thing/List',
      seconds: 5,
      make: async (tag) => {
        tag('things');
        made += 1;
        return `{"made":${made}}`;
      },
    }),
  );
  open.push(app);
  const origin = await app.listen({ port: 0, host: '127.0.0.1' });
  return {
    cache,
    answered,
    routed: () => routed,
    pass: (milliseconds: number) => {
      now += milliseconds;
    },
    ask: async (path = '/api/Thing/List?Take=1', method = 'GET') => {
      const response = await fetch(`${origin}${path}`, { method });
      const { date, 'x-request-id': id, ...headers } = Object.fromEntries(response.headers);
      return { status: response.status, id, headers, text: await response.text() };
    },
  };
}

test('a repeated call is answered before any routing, with the same bytes and headers, and counted by its route', async () => {
  const { ask, routed, answered } = await start();
  const first = await ask();
  const second = await ask();
  expect([first.text, routed()]).toEqual(['{"made":1}', 1]);
  expect({ ...second, id: null }).toEqual({ ...first, id: null });
  expect(second.headers['content-security-policy']).toBe("default-src 'none'; frame-ancestors 'none'");
  expect([second.id, answered]).toEqual(['early', ['GET /api/Thing/List 200']]);
});

test('another spelling of the same call is checked anew and gets the same answer', async () => {
  const { ask, routed } = await start();
  await ask();
  expect((await ask('/api/Thing/List?take=1')).text).toBe('{"made":1}');
  expect(routed()).toBe(2);
});

test('other methods on a known address are not answered in front', async () => {
  const { ask, routed } = await start();
  await ask();
  for (const method of ['POST', 'PUT', 'DELETE']) expect((await ask(undefined, method)).status).toBe(404);
  expect(routed()).toBe(4);
});

test('what was dropped is made anew at the next asking', async () => {
  const { ask, cache } = await start();
  await ask();
  await ask();
  cache.drop(['things']);
  expect((await ask()).text).toBe('{"made":2}');
  cache.setEnabled(false);
  expect([(await ask()).text, (await ask()).text]).toEqual(['{"made":3}', '{"made":4}']);
});

test('what is no longer fresh is renewed behind the one who asks', async () => {
  const { ask, pass } = await start();
  await ask();
  pass(5_001);
  expect((await ask()).text).toBe('{"made":1}');
  await expect.poll(async () => (await ask()).text).toBe('{"made":2}');
});

test('so many addresses are known, and the oldest are forgotten first', async () => {
  const cache = new PageCache();
  const address = { key: 'call one', route: '/api' };
  await cache.get('call one', async () => ({ status: 200, headers: [], body: Buffer.from('{}'), isCacheable: true }));
  for (let at = 0; at <= 5_000; at += 1) cache.rememberAddress(`/api/${at}`, address);
  const long = `/api/${'a'.repeat(500)}`;
  cache.rememberAddress(long, address);
  const known = ['/api/0', '/api/1', '/api/5000', long].map((url) => cache.peekAddress(url)?.answer.plain.toString());
  expect(known).toEqual([undefined, '{}', '{}', undefined]);
});

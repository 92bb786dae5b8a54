import { afterEach, expect, test } from 'vitest';
import { closePageServers, echo, startPages } from '#test/support/page-server.ts';
import type { RenderPage } from './render/render-page.server.ts';

afterEach(closePageServers);

test('with more to do than the process can, what is at hand is sent and nothing new is made', async () => {
  let isOverloaded = false;
  let times = 0;
  const render: RenderPage = (request, page) => {
    times += 1;
    return echo(request, page);
  };
  const { ask } = await startPages(render, { isOverloaded: () => isOverloaded });
  await ask('/cached');
  isOverloaded = true;
  expect((await ask('/cached')).status).toBe(200);
  const refused = await ask('/new');
  expect([refused.status, refused.headers['retry-after'], refused.headers['cache-control']]).toEqual([
    503,
    '5',
    'private, no-store',
  ]);
  expect(refused.body.toString()).toContain('<meta http-equiv="refresh" content="7">');
  expect(times).toBe(1);
  // What stands in a stream's picture would never ask again.
  expect((await ask('/widgets/notification?key=1')).status).toBe(200);
  isOverloaded = false;
  expect((await ask('/new')).status).toBe(200);
});

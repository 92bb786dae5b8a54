import { afterEach, expect, test } from 'vitest';
import { closePageServers, echo, startPages } from '#test/support/page-server.ts';
import type { RenderPage } from './render-page.server.ts';
import { RenderQueue } from './render-queue.server.ts';

const holders: (() => void)[] = [];
afterEach(async () => {
  for (const open of holders.splice(0)) open();
  await closePageServers();
});

const soon = { timeout: 20_000 };

/** Renders that end when they are let go, oldest first, and what has been begun so far. */
function heldRenders() {
  const begun: string[] = [];
  const held: (() => void)[] = [];
  let isOpen = false;
  const render: RenderPage = async (request, page) => {
    begun.push(request.url.replace('https://opora.test', ''));
    if (!isOpen) await new Promise<void>((resolve) => held.push(resolve));
    return echo(request, page);
  };
  const letGo = (count: number) => {
    for (const one of held.splice(0, count)) one();
  };
  holders.push(() => {
    isOpen = true;
    letGo(held.length);
  });
  return { render, begun, letGo, running: () => held.length };
}

const noBreath = { breathe: async () => {}, pace: null };

/** What other sites and floods append. */
const made = [
  'x=1',
  'x=2',
  'utm_source=a',
  'fbclid=1',
  'SEARCH=1',
  'search%00=1',
  '=',
  '&&',
  'lang=xx',
  'lang',
  'x[]=1',
];

test('parameters that the route does not name make no page of their own and reach no render', async () => {
  const seen: string[] = [];
  const { ask } = await startPages(async (request, page) => {
    seen.push(request.url);
    return echo(request, page);
  });
  for (const path of ['/', '/nobody', '/authors'])
    for (const query of made.filter((one) => !one.includes('%00')))
      expect((await ask(`${path}?${query}`)).status).toBe(200);
  expect(seen).toEqual(['https://opora.test/', 'https://opora.test/nobody', 'https://opora.test/authors']);
});

test('one page has one spelling of its query, whatever its parameters are repeated and encoded', async () => {
  const seen: string[] = [];
  const { ask } = await startPages(async (request, page) => {
    seen.push(request.url);
    return echo(request, page);
  });
  for (const query of [
    'page=2&a=1 2',
    'a=1+2&page=2',
    'a=1%202&x=3&page=2&page=3',
    '%61=1%20%32&p%61ge=%32',
    'page=2&a=1+2&a=9',
  ])
    await ask(`/authors?${query.replaceAll(' ', '%20')}`);
  expect(seen).toEqual(['https://opora.test/authors?a=1+2&page=2']);
});

test('a flood of pages is made a few at a time; calls are answered beside it, and what is too much is 503', async () => {
  const { render, begun, letGo, running } = heldRenders();
  const renders = new RenderQueue({ atOnce: 3, mostWaiting: 20, ...noBreath });
  const { ask, origin } = await startPages(render, { renders });
  const asked = Array.from({ length: 60 }, (_, at) => ask(`/authors?page=${at}`));
  const answers: { status: number; headers: Record<string, string> }[] = [];
  for (const one of asked) void one.then((answer) => answers.push(answer));
  await expect.poll(() => answers.length, soon).toBe(37);
  expect([begun.length, running(), renders.waitingCount]).toEqual([3, 3, 20]);
  for (const { status, headers } of answers) expect([status, headers['retry-after']]).toEqual([503, '5']);
  expect(await (await fetch(`${origin}/api/known`)).json()).toEqual({ known: true });
  const overlay = ask('/widgets/notification?key=1');
  await expect.poll(() => running(), soon).toBe(4);
  letGo(4);
  expect((await overlay).status).toBe(200);
  for (let left = 20; left > 0; left -= 1) {
    await expect.poll(() => running(), soon).toBe(Math.min(3, left));
    letGo(1);
  }
  await Promise.all(asked);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(23);
});

test.each([
  ['one network', (at: number) => `2001:db8:0:7:${at}::1`],
  ['the networks of one site', (at: number) => `2001:db8:0:${at + 10}::1`],
])('a flood from %s delays another network by one page, and only the flood is refused', async (_from, addressOf) => {
  const { render, begun, letGo, running } = heldRenders();
  const renders = new RenderQueue({ atOnce: 1, mostWaiting: 10, ...noBreath });
  const { ask } = await startPages(render, { renders });
  const statuses: number[] = [];
  const from = async (network: string, page: string) => {
    const { status } = await ask(`/authors?page=${page}`, { 'x-forwarded-for': network });
    statuses.push(status);
    return status;
  };
  const refused = () => statuses.filter((status) => status === 503).length;
  const flood = Array.from({ length: 40 }, (_, at) => from(addressOf(at), `flood-${at}`));
  await expect.poll(refused, soon).toBe(29);
  // The last one wants a page that another request of the flood waits for, too, or was refused.
  const others = ['192.0.2.1', '192.0.2.2', '2001:db8:1:8::1'].map((network, at) => from(network, `honest-${at}`));
  const honest = [...others, from('192.0.2.3', 'flood-1')];
  await expect.poll(refused, soon).toBeGreaterThanOrEqual(32);
  while (statuses.length < flood.length + honest.length) {
    await expect.poll(() => running() > 0 || statuses.length === flood.length + honest.length, soon).toBe(true);
    letGo(1);
  }
  expect(await Promise.all(honest)).toEqual([200, 200, 200, 200]);
  const order = begun.map((url) => url.replace(/.*=/, ''));
  expect(order.slice(0, 6).filter((page) => page.startsWith('honest'))).toHaveLength(3);
});

test('the networks of one site take turns among themselves', async () => {
  const { render, begun, letGo, running } = heldRenders();
  const renders = new RenderQueue({ atOnce: 1, mostWaiting: 10, ...noBreath });
  const { ask } = await startPages(render, { renders });
  let refused = 0;
  const from = async (address: string, page: string) => {
    const answer = await ask(`/authors?page=${page}`, { 'x-forwarded-for': address });
    if (answer.status === 503) refused += 1;
    return answer;
  };
  const flood = Array.from({ length: 14 }, (_, at) => from('2001:db8:0:7::1', `flood-${at}`));
  await expect.poll(() => renders.waitingCount, soon).toBe(10);
  const neighbour = from('2001:db8:0:8::1', 'neighbour');
  // All have come before the first is let go: a late one would find room.
  await expect.poll(() => refused, soon).toBe(4);
  for (let left = 11; left > 0; left -= 1) {
    await expect.poll(() => running(), soon).toBe(1);
    letGo(1);
  }
  expect((await neighbour).status).toBe(200);
  await Promise.all(flood);
  expect(begun.findIndex((url) => url.endsWith('neighbour'))).toBeLessThanOrEqual(2);
});

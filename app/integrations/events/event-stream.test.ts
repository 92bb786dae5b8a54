import net from 'node:net';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { openShop } from '#test/support/shop-fixture.ts';
import { type SignedIn, signIn } from '#test/support/sign-in.ts';
import { dataOf, startApp, testSecrets } from '#test/support/start-app.ts';
import {
  bySocket,
  bySource,
  eventsOf,
  goalsOf,
  type OpenProgram,
  type StreamProgram,
} from '#test/support/stream-programs.ts';
import { givePaidTo, makeToken } from '#test/support/tool-fixture.ts';

const opened: { close(): void }[] = [];

const shop = await openShop();
const { app } = shop;
afterAll(() => app.close());
/** Another process on the same database. */
const second = await startApp({ env: { LIMITS: 'off' }, databaseUrl: app.databaseUrl });
afterAll(() => second.close());
afterEach(() => {
  for (const one of opened.splice(0)) one.close();
});

const until = (check: () => unknown) => vi.waitUntil(check, { timeout: 60_000 });

async function listen(open: OpenProgram, token: string, url = second.url, after?: number): Promise<StreamProgram> {
  const program = open(url, token, after);
  opened.push(program);
  await until(program.isOpen);
  return program;
}

async function newOwner(): Promise<{ person: SignedIn; token: string }> {
  const person = await signIn(app.db, testSecrets.jwt);
  return { person, token: await makeToken(app, person, ['events']) };
}

/** Donations of several people at once. */
async function giveMany(person: SignedIn, times: number): Promise<string[]> {
  const lanes = Array.from({ length: 5 }, async () => {
    const payIds: string[] = [];
    for (let at = 0; at < times / 5; at += 1) payIds.push(await givePaidTo(app, person));
    return payIds;
  });
  return (await Promise.all(lanes)).flat();
}

const ways = [
  ['eventsource', bySource],
  ['ws', bySocket],
] as const;

/** A server in front of another one, whose connections can be cut. */
async function openProxy(url: string) {
  const { hostname, port } = new URL(url);
  const connections = new Set<net.Socket>();
  const server = net.createServer((client) => {
    const upstream = net.connect(Number(port), hostname);
    for (const [one, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      connections.add(one);
      one.on('error', () => undefined);
      one.on('close', () => other.destroy());
      one.pipe(other);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const cut = () => {
    for (const one of connections) one.destroy();
  };
  opened.push({
    close() {
      cut();
      server.close();
    },
  });
  const at = server.address();
  return { url: `http://127.0.0.1:${typeof at === 'object' && at !== null ? at.port : 0}`, cut };
}

const numbers = (count: number) => Array.from({ length: count }, (_, at) => at + 1);

function paidOf(got: StreamProgram['got']) {
  const events = got.filter(({ event }) => event === 'donation.paid');
  return { ids: events.map(({ id }) => id), payIds: new Set(events.map(({ data }) => data.payId)) };
}

describe('fifty donations', () => {
  it('come once and in order to eventsource, whose connection breaks in the middle', async () => {
    const { person, token } = await newOwner();
    const proxy = await openProxy(second.url);
    const program = await listen(bySource, token, proxy.url);
    const half = await giveMany(person, 25);
    await until(() => program.got.length >= 10);
    proxy.cut();
    const rest = await giveMany(person, 25);
    await until(() => eventsOf(program).length >= 50);
    expect(paidOf(program.got)).toEqual({ ids: numbers(50), payIds: new Set([...half, ...rest]) });
    expect(program.ends.length).toBeGreaterThan(0);
  });

  it('come once and in order to ws, which goes on at another process', async () => {
    const { person, token } = await newOwner();
    const program = await listen(bySocket, token, app.url);
    const half = await giveMany(person, 25);
    await until(() => program.got.length >= 10);
    program.close();
    const seen = program.got.slice(0, 10);
    const rest = await giveMany(person, 25);
    const next = await listen(bySocket, token, second.url, 10);
    await until(() => next.got.length >= 40);
    expect(paidOf([...seen, ...next.got])).toEqual({ ids: numbers(50), payIds: new Set([...half, ...rest]) });
  });
});

it('a program whose connection breaks before its first event misses none', async () => {
  const { person, token } = await newOwner();
  await givePaidTo(app, person);
  const proxy = await openProxy(second.url);
  const program = await listen(bySource, token, proxy.url);
  await until(() => program.starts.length === 1);
  proxy.cut();
  await givePaidTo(app, person);
  await until(() => program.got.length === 1);
  expect([program.starts, program.got.map(({ id }) => id)]).toEqual([[1, 1], [2]]);
});

describe.each(ways)('by %s', (_, open) => {
  it('a message that waits for approval comes when it is approved', async () => {
    const { person, token } = await newOwner();
    await app.api('PUT Widget/Settings', { body: { alert: { review: 'hold' } } }, person);
    const program = await listen(open, token);
    const payId = await givePaidTo(app, person, { message: 'Сука, можно?' });
    await until(() => program.got.length === 1);
    const { held } = dataOf(await app.api('GET Widget/Queue', {}, person));
    const alertIds = Object.values(Object(held)).map((one) => Object(one).alertId);
    await app.api('POST Widget/Control', { body: { action: 'approve', alertIds } }, person);
    await until(() => program.got.length === 2);
    expect(program.got).toMatchObject([
      { id: 1, event: 'donation.paid', data: { payId, message: null, isMessageHeld: true, amount: 10_000 } },
      { id: 2, event: 'donation.updated', data: { payId, message: '****, можно?', isMessageHeld: false } },
    ]);
    expect(Object.keys(program.got[0] ?? {}).sort()).toEqual(['createdAt', 'data', 'event', 'id']);
  });

  it('each seller of an order gets what is his', async () => {
    const [one, other] = await Promise.all([newOwner(), newOwner()]);
    const programs = await Promise.all([listen(open, one.token), listen(open, other.token)]);
    const items = [
      { productId: await shop.product({ seller: one.person, price: 10_000 }), sizeId: null, colorId: null },
      { productId: await shop.product({ seller: other.person, price: 20_000 }), sizeId: null, colorId: null },
    ];
    const buyers = await Promise.all([shop.person(), shop.person()]);
    const orders = await Promise.all([shop.bought(buyers[0], items), shop.bought(buyers[1], items.toReversed())]);
    await until(() => programs.every(({ got }) => got.length === 2));
    for (const [at, { got }] of programs.entries()) {
      expect(got.map(({ id, event }) => [id, event])).toEqual([
        [1, 'order.paid'],
        [2, 'order.paid'],
      ]);
      expect(got).toMatchObject([1, 2].map(() => ({ data: { items: [{ productId: items[at]?.productId }] } })));
      expect(new Set(got.map(({ data }) => data.orderId))).toEqual(new Set(orders.map(({ orderId }) => orderId)));
    }
  });

  it('the goal comes at the start and when its figures change', async () => {
    const { person, token } = await newOwner();
    const setGoal = (goal: object | null) => app.api('PUT Widget/Settings', { body: { statistics: { goal } } }, person);
    const program = await listen(open, token);
    await setGoal({ title: 'Камера', amount: 40_000 });
    await until(() => program.got.length === 1);
    const late = await listen(open, token);
    await until(() => late.got.length === 1);
    await app.api('PUT Widget/Settings', { body: { alert: { minAmount: 5_000 } } }, person);
    await givePaidTo(app, person);
    await until(() => goalsOf(program).length === 2);
    await setGoal(null);
    await setGoal({ title: 'Свет', amount: 20_000, members: 4 });
    await until(() => goalsOf(late).length === 3 && goalsOf(program).length >= 3);
    const camera = { title: 'Камера', amount: 40_000, currency: 'UZS', members: null };
    expect(goalsOf(late)).toEqual([
      { ...camera, collected: 0, percent: 0 },
      { ...camera, collected: 10_000, percent: 25 },
      { title: 'Свет', amount: 20_000, collected: 10_000, currency: 'UZS', percent: 0, members: { now: 0, wanted: 4 } },
    ]);
    expect(program.got.find(({ event }) => event === 'goal')).not.toHaveProperty('id');
  });

  it('ends when its key is revoked, and by a block', async () => {
    const { person, token } = await newOwner();
    const program = await listen(open, token);
    const other = await listen(open, await makeToken(app, person, ['events']));
    const { data } = Object(await app.api('GET Integration/Tokens', {}, person)).body;
    const { id } = data.find(({ ending }: { ending: string }) => ending === token.slice(-4));
    await app.api('DELETE Integration/Token', { query: { id } }, person);
    await until(() => program.ends.length > 0);
    expect([program.isOpen(), other.isOpen()]).toEqual([false, true]);
    const admin = await signIn(app.db, testSecrets.jwt, { role: 'admin' });
    await app.api('PUT Moderator/BlockUser', { query: { userId: person.userId } }, admin);
    await until(() => other.ends.length > 0 && !other.isOpen());
    const refused = await fetch(`${app.url}/api/Events/Stream?token=${token}`);
    expect(refused.status).toBe(401);
  });
});

it('nothing is written for owners without a key that opens the stream', async () => {
  const person = await signIn(app.db, testSecrets.jwt);
  await makeToken(app, person, ['oauth-user-show', 'oauth-donation-index']);
  await givePaidTo(app, person);
  const rows = async () =>
    (await app.db.pool.query('select from event_log where stream = $1', [person.userId])).rowCount;
  expect(await rows()).toBe(0);
  await makeToken(app, person, ['events']);
  await givePaidTo(app, person);
  expect(await rows()).toBe(1);
});

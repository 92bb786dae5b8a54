import { afterAll, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { type EventTape, openEventTape } from '#test/support/event-tape.ts';
import { type SignedIn, signIn } from '#test/support/sign-in.ts';
import { dataOf, startApp, type TestApp, testSecrets } from '#test/support/start-app.ts';

const app = await startApp();
afterAll(() => app.close());
/** Another process on the same database. */
const second = await startApp({ databaseUrl: app.databaseUrl });
afterAll(() => second.close());

/** A creator with a widget key. */
async function newCreator(): Promise<SignedIn & { key: string }> {
  const person = await signIn(app.db, testSecrets.jwt);
  const settings = dataOf(await app.api('GET Widget/Settings', {}, { token: person.token }));
  return { ...person, key: String(settings.key) };
}

/** Pays a donation with a card that needs no code. */
async function give(projectId: string, donation: { amount: number; name?: string; message?: string }): Promise<string> {
  const made = dataOf(await app.api('POST ProjectPay/Create', { body: { projectId, ...donation } }));
  await fetch(String(made.paymentUrl), {
    method: 'PATCH',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ card: { pan: '8600000000000205', expiry: '1230' }, payment_system: 'uzcard' }),
  });
  const payId = String(made.payId);
  const isPaid = async () => dataOf(await app.api('GET ProjectPay/Status', { query: { payId } })).status === 'Paid';
  await vi.waitUntil(isPaid, { timeout: 10_000, interval: 100 });
  return payId;
}

const openStream = (of: TestApp, key: string, headers: Record<string, string> = {}) =>
  openEventTape(`${of.url}/api/Widget/Events?key=${key}&source=a`, headers);

/** Whether the numbers of events rise. */
function isRising({ events }: EventTape): boolean {
  const ids = events.map(({ id }) => (id === null ? Number.NaN : Number(id)));
  return ids.every((id, at) => id > (ids[at - 1] ?? -1));
}

const kindsOf = (tape: EventTape) => tape.events.map(({ event }) => event);

test('a donation notifies the widgets of every process, is leased and played, and its donor sees it', async () => {
  const { projectId, key, token } = await newCreator();
  const tapes = await Promise.all([openStream(app, key), openStream(second, key)]);
  const ofStart = ['settings', 'queue'];
  await expect.poll(() => tapes.map(kindsOf)).toEqual([ofStart, ofStart]);
  const payId = await give(projectId, { amount: 25_000, name: 'Анна', message: 'Сука, привет!' });
  for (const tape of tapes) {
    const paid = [{ event: 'statistics' }, { event: 'queue', data: { waiting: 1 } }];
    await expect.poll(() => tape.events.slice(2)).toMatchObject(paid);
  }
  expect(tapes.map(isRising)).toEqual([true, true]);
  // A page disconnected between the two events of a donation gets both again; after the second one it gets neither.
  const half = await openStream(app, key, { 'last-event-id': tapes[0]?.events[2]?.id ?? '' });
  const whole = await openStream(app, key, { 'last-event-id': tapes[0]?.events[3]?.id ?? '' });
  await expect.poll(() => kindsOf(half)).toEqual([...ofStart, 'statistics', 'queue']);
  await expect.poll(() => kindsOf(whole)).toEqual(ofStart);
  for (const tape of [half, whole]) tape.close();
  const source = 'page-1';
  const next = await second.api('POST Widget/Next', { body: { key, source, isVisible: true } });
  const alert = dataOf(next);
  expect(alert).toMatchObject({
    payId,
    name: 'Анна',
    amount: 25_000,
    message: '****, привет!',
    isTest: false,
    month: null,
    digest: null,
  });
  expect(Object.keys(alert).toSorted()).toEqual([
    'alertId',
    'amount',
    'createdAt',
    'digest',
    'giftedMonths',
    'giftedPieces',
    'isTest',
    'leaseId',
    'message',
    'month',
    'name',
    'payId',
    'speech',
  ]);
  const report = (state: string, from = source) =>
    app.api('POST Widget/Report', { body: { key, source: from, alertId: alert.alertId, state } });
  expect((await report('playing', 'page-2')).body).toMatchObject({ error: { code: 'AlertNotHeld' } });
  expect((await report('playing')).status).toBe(200);
  expect((await report('shown')).status).toBe(200);
  expect((await report('shown')).status).toBe(200);
  const delivery = dataOf(await app.api('GET ProjectPay/Delivery', { query: { payId } }));
  expect(delivery).toMatchObject({
    state: 'shown',
    reason: null,
    steps: [{ state: 'paid' }, { state: 'queued' }, { state: 'playing' }, { state: 'shown' }],
  });
  const statistics = dataOf(await app.api('GET Widget/Statistics', { query: { key } }));
  expect(statistics).toMatchObject({
    total: 25_000,
    count: 1,
    last: [{ name: 'Анна' }],
    top: [{ place: 1, name: 'Анна' }],
  });
  const queue = dataOf(await app.api('GET Widget/Queue', {}, { token }));
  expect(queue).toMatchObject({ waiting: 0, current: null, ended: [{ state: 'shown', name: 'Анна' }] });
  for (const tape of tapes) tape.close();
});

test('a new key disconnects the pages of the old one on every process within a second', async () => {
  const { key, token } = await newCreator();
  const tapes = await Promise.all([openStream(app, key), openStream(second, key)]);
  const rotated = dataOf(await app.api('POST Widget/RotateKey', {}, { token }));
  await vi.waitFor(() => expect(tapes.map(({ isEnded }) => isEnded)).toEqual([true, true]), { timeout: 1_000 });
  expect((await openStream(second, key)).status).toBe(401);
  const fresh = await openStream(second, String(rotated.key));
  expect(fresh.status).toBe(200);
  await expect.poll(() => kindsOf(fresh)).toEqual(['settings', 'queue']);
  expect(fresh.isEnded).toBe(false);
  fresh.close();
});

test('a stream resumes after the last received event', async () => {
  const { key, token } = await newCreator();
  const first = await openStream(app, key);
  await expect.poll(() => first.events).toHaveLength(2);
  first.close();
  const last = first.events[1]?.id ?? '';
  await app.api('POST Widget/Control', { body: { action: 'pause' } }, { token });
  await app.api('POST Widget/Test', {}, { token });
  const again = await openStream(second, key, { 'last-event-id': last });
  await expect
    .poll(() => again.events.slice(2))
    .toMatchObject([
      { event: 'control', data: { action: 'pause', alertId: null } },
      { event: 'queue', data: { waiting: 0 } },
      { event: 'queue', data: { waiting: 1 } },
    ]);
  expect(isRising(again)).toBe(true);
  again.close();
});

test('a wrong key opens nothing', async () => {
  const body = { key: 'wrong-key-wrong-key-00', source: 'a' };
  const alertId = crypto.randomUUID();
  const answers = await Promise.all([
    app.api('POST Widget/Next', { body: { ...body, isVisible: true } }),
    app.api('POST Widget/Report', { body: { ...body, alertId, state: 'shown' } }),
    app.api('POST Widget/Health', { body: { ...body, audio: 'ok', isVisible: true, build: '1' } }),
    app.api('GET Widget/Statistics', { query: { key: body.key } }),
    app.api('GET Widget/Events', { query: { key: body.key, source: 'a' } }),
    app.api('GET Widget/Settings'),
    app.api('POST Widget/Control', { body: { action: 'pause' } }),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401, 401, 401]);
});

test('a test alert is handled like a real one and never counted', async () => {
  const { key, token } = await newCreator();
  expect((await app.api('POST Widget/Test', {}, { token })).status).toBe(200);
  const alert = dataOf(await app.api('POST Widget/Next', { body: { key, source: 'a', isVisible: true } }));
  expect(alert).toMatchObject({ isTest: true, payId: null });
  expect(dataOf(await app.api('GET Widget/Statistics', { query: { key } }))).toMatchObject({
    total: 0,
    count: 0,
    last: [],
  });
});

test('settings can be changed in part, are validated, sent to open pages, and may be sent back whole', async () => {
  const { key, token } = await newCreator();
  const tape = await openStream(second, key);
  const read = dataOf(await app.api('GET Widget/Settings', {}, { token }));
  expect(read).toMatchObject({ alert: { minAmount: 0, duration: 8, review: 'off' }, currency: 'сум' });
  const change = (body: unknown) => app.api('PUT Widget/Settings', { body }, { token });
  expect((await change({ alert: { duration: 99 } })).body).toMatchObject({
    error: { fields: { 'alert.duration': expect.any(String) } },
  });
  expect((await change({ alert: { isAdmin: true } })).status).toBe(400);
  expect((await change({ sticker: { textColor: 'red;background:url(//x)' } })).status).toBe(400);
  const goal = { title: 'Микрофон', amount: 1_000_000 };
  const changed = dataOf(await change({ alert: { minAmount: 10_000.5, review: 'hold' }, statistics: { goal } }));
  expect(changed).toMatchObject({
    key,
    alert: { minAmount: 10_000.5, duration: 8, review: 'hold' },
    statistics: { goal },
  });
  const sent = { event: 'settings', data: { alert: { minAmount: 10_000.5 } } };
  await expect.poll(() => tape.events.at(-1)).toMatchObject(sent);
  expect(JSON.stringify(tape.events)).not.toContain(key);
  expect((await change(changed)).status).toBe(200);
  tape.close();
});

test('the donor sees why a donation is not shown', async () => {
  const { projectId, token } = await newCreator();
  const alert = { minAmount: 10_000, review: 'hold' };
  await app.api('PUT Widget/Settings', { body: { alert } }, { token });
  const deliveryOf = async (payId: string) => dataOf(await app.api('GET ProjectPay/Delivery', { query: { payId } }));
  expect(await deliveryOf(await give(projectId, { amount: 5_000 }))).toMatchObject({
    state: 'paid',
    reason: 'belowMinimum',
  });
  const payId = await give(projectId, { amount: 20_000, message: 'подумайте' });
  expect(await deliveryOf(payId)).toMatchObject({ state: 'held', steps: [{ state: 'paid' }, { state: 'held' }] });
  const { held } = dataOf(await app.api('GET Widget/Queue', {}, { token }));
  const alertIds = z
    .array(z.object({ alertId: z.string() }))
    .parse(held)
    .map(({ alertId }) => alertId);
  await app.api('POST Widget/Control', { body: { action: 'reject', alertIds } }, { token });
  expect(await deliveryOf(payId)).toMatchObject({ state: 'rejected', reason: 'rejected' });
  expect((await app.api('GET ProjectPay/Delivery', { query: { payId: crypto.randomUUID() } })).status).toBe(404);
});

test('the log contains no key', async () => {
  const { key, token } = await newCreator();
  const tape = await openStream(app, key);
  await app.api('POST Widget/Health', { body: { key, source: 'a', audio: 'ok', isVisible: true, build: '1' } });
  await app.api('GET Widget/Statistics', { query: { key } });
  await app.api('POST Widget/Next', { body: { key, source: 'a', isVisible: 'yes' } });
  expect(dataOf(await app.api('GET Widget/Queue', {}, { token }))).toMatchObject({
    sources: [{ source: 'a', isConnected: true, isVisible: true, isDoubled: false, audio: 'ok', build: '1' }],
  });
  tape.close();
  expect(app.logLines.length).toBeGreaterThan(0);
  expect(app.logLines.join('\n')).not.toContain(key);
});

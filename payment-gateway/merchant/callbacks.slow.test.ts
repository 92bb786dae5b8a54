import { expect, test } from 'vitest';
import { eventually, openMarket, type Received } from './test-merchant.ts';

const quick = { callbackPausesMs: [20, 40, 80, 160], lateCallbackMs: 300, handDelayMs: 400 };

async function payWithCode(market: { payByCard: CallableFunction; patch: CallableFunction }, id: string, pan: string) {
  await market.payByCard(id, pan);
  await market.patch(id, { otp: '123456' });
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** The time between the payment's change and its callback, in milliseconds. */
function lateness(event: Received | undefined): number {
  return event ? event.at - Date.parse(event.occurredAt) : 0;
}

test('a callback carries the payment and a signature that another implementation accepts', async () => {
  await using market = await openMarket();
  const id = await market.open({ reference: 'donation-of-the-day' });
  await market.payByCard(id, '8600000000000205');
  await eventually(() => expect(market.receiver.received).toHaveLength(1));
  expect(market.receiver.received[0]).toMatchObject({
    id,
    reference: 'donation-of-the-day',
    status: 'paid',
    amount: 500_000,
    hasTrueSignature: true,
  });
});

test('a callback is repeated with growing pauses until a 2xx, with one event id and a fresh signature each', async () => {
  await using market = await openMarket({ timings: quick });
  market.receiver.behaviour.answer = 500;
  await market.payByCard(await market.open(), '8600000000000205');
  await eventually(() => expect(market.receiver.received.length).toBeGreaterThanOrEqual(4));
  market.receiver.behaviour.answer = 204;
  await eventually(async () => expect((await market.books())[0]?.callbacks[0]?.state).toBe('delivered'));
  const { received } = market.receiver;
  const count = received.length;
  expect(new Set(received.map(({ eventId }) => eventId)).size).toBe(1);
  expect(received.every(({ hasTrueSignature }) => hasTrueSignature)).toBe(true);
  const gaps = received.slice(1, 4).map(({ at }, index) => at - (received[index]?.at ?? 0));
  // Each pause is at least as long as configured, the next one twice that.
  for (const [index, least] of [15, 35, 75].entries()) expect(gaps[index]).toBeGreaterThanOrEqual(least);
  await pause(400);
  expect(received).toHaveLength(count);
});

test('a redirect is not a delivery, and a silent server is tried again', async () => {
  await using market = await openMarket({ timings: { ...quick, callbackTimeoutMs: 150 } });
  market.receiver.behaviour.answer = 302;
  await market.payByCard(await market.open(), '8600000000000205');
  await eventually(() => expect(market.receiver.received.length).toBeGreaterThanOrEqual(2));
  market.receiver.behaviour.answer = 'silence';
  await eventually(async () =>
    expect((await market.books())[0]?.callbacks[0]).toMatchObject({ lastResult: 'нет ответа' }),
  );
  market.receiver.behaviour.answer = 200;
  await eventually(async () => expect((await market.books())[0]?.callbacks[0]?.state).toBe('delivered'));
});

test('all waiting callbacks are sent at once when the server answers again', async () => {
  await using market = await openMarket({ timings: { ...quick, callbackPausesMs: [50, 50, 60_000], outageMs: 80 } });
  market.receiver.behaviour.answer = 500;
  const pay = async () => market.payByCard(await market.open(), '8600000000000205');
  await Promise.all([pay(), pay(), pay()]);
  await eventually(async () =>
    expect((await market.books()).every(({ callbacks }) => (callbacks[0]?.attempts ?? 0) >= 3)).toBe(true),
  );
  market.receiver.behaviour.answer = 200;
  await pay();
  await eventually(async () =>
    expect((await market.books()).map(({ callbacks }) => callbacks[0]?.state)).toEqual(Array(4).fill('delivered')),
  );
});

test('the test cards that lose, double and delay their callback', async () => {
  await using market = await openMarket({ timings: quick });
  const silent = await market.open();
  const twice = await market.open();
  const late = await market.open();
  await payWithCode(market, silent, '8600000000000700');
  await payWithCode(market, twice, '8600000000000809');
  await payWithCode(market, late, '8600000000000908');
  const of = (id: string): Received[] => market.receiver.received.filter((event) => event.id === id);
  await eventually(() => expect(of(twice)).toHaveLength(2));
  expect(of(twice)[0]?.eventId).toBe(of(twice)[1]?.eventId);
  await eventually(() => expect(of(late)).toHaveLength(1));
  expect(lateness(of(late)[0])).toBeGreaterThanOrEqual(290);
  expect(of(silent)).toEqual([]);
  expect(await market.read(silent)).toMatchObject({ status: 'paid' });
  await market.refund(silent);
  await eventually(() => expect(of(silent)).toMatchObject([{ status: 'refunded' }]));
});

test('faults: dropped, repeated, shuffled, lying', async () => {
  await using market = await openMarket({ timings: quick });
  const pay = async (): Promise<string> => {
    const id = await market.open();
    await market.payByCard(id, '8600000000000205');
    return id;
  };
  const of = (id: string): Received[] => market.receiver.received.filter((event) => event.id === id);
  await market.setFaults({ callbacks: 'drop' });
  const dropped = await pay();
  await market.setFaults({ callbacks: 'repeat' });
  const repeated = await pay();
  await eventually(() => expect(of(repeated)).toHaveLength(10));
  await market.setFaults({ callbacks: 'shuffle', shuffleMs: 1_000, repeats: 3 });
  // Paid at once: on a slow machine payments one after another are further apart than their callbacks are shuffled.
  const shuffled = await Promise.all(Array.from({ length: 12 }, pay));
  await eventually(() => expect(shuffled.map((id) => of(id).length)).toEqual(Array(12).fill(3)));
  const order = market.receiver.received.map(({ id }) => id).filter((id) => shuffled.includes(id));
  expect([...new Set(order)]).not.toEqual(shuffled);
  await market.setFaults({ mode: 'lie-amount' });
  const lied = await pay();
  await eventually(() => expect(of(lied)).toMatchObject([{ amount: 500_100, hasTrueSignature: true }]));
  expect(await market.read(lied)).toMatchObject({ amount: 500_100 });
  expect(of(dropped)).toEqual([]);
  expect(await market.setFaults({})).toMatchObject({ mode: 'ok', callbacks: 'ok' });
  expect(await market.read(lied)).toMatchObject({ amount: 500_000 });
});

test('a share of the callbacks is lost', async () => {
  await using market = await openMarket();
  await market.setFaults({ callbacks: 'repeat', repeats: 100, dropShare: 0.3 });
  for (let n = 0; n < 3; n += 1) await market.payByCard(await market.open(), '8600000000000205');
  await eventually(async () =>
    expect((await market.books()).flatMap(({ callbacks }) => callbacks).every(({ state }) => state !== 'waiting')).toBe(
      true,
    ),
  );
  expect(market.receiver.received.length).toBeGreaterThan(150);
  expect(market.receiver.received.length).toBeLessThan(270);
});

test('set by hand: delayed, dropped, sent once more', async () => {
  await using market = await openMarket({ timings: quick });
  const act = (id: string, action: string) => fetch(`${market.url}/list/${id}/${action}`, { method: 'POST' });
  const of = (id: string): Received[] => market.receiver.received.filter((event) => event.id === id);
  const late = await market.open();
  const dropped = await market.open();
  await act(late, 'late');
  await act(dropped, 'drop');
  await market.payByCard(late, '8600000000000205');
  await market.payByCard(dropped, '8600000000000205');
  await eventually(() => expect(of(late)).toHaveLength(1));
  expect(lateness(of(late)[0])).toBeGreaterThanOrEqual(390);
  expect(of(dropped)).toEqual([]);
  await act(dropped, 'resend');
  await act(late, 'resend');
  await eventually(() => expect(of(dropped)).toHaveLength(1));
  await eventually(() => expect(of(late)).toHaveLength(2));
  expect(of(late)[0]?.eventId).toBe(of(late)[1]?.eventId);
});

test('a server that refuses some callbacks under load is not flooded with retries', async () => {
  await using market = await openMarket({ timings: { ...quick, callbackPausesMs: [60_000], outageMs: 30_000 } });
  market.receiver.behaviour.answer = 503;
  await market.payByCard(await market.open(), '8600000000000205');
  await eventually(() => expect(market.receiver.received).toHaveLength(1));
  market.receiver.behaviour.answer = 200;
  await market.payByCard(await market.open(), '8600000000000205');
  await pause(300);
  expect(market.receiver.received).toHaveLength(2);
});

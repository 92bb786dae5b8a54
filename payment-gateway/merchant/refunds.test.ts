import fc from 'fast-check';
import { expect, test } from 'vitest';
import { eventually, openMarket } from './test-merchant.ts';

async function openPaid(market: Awaited<ReturnType<typeof openMarket>>, amount: number): Promise<string> {
  const id = await market.open({ amount });
  await market.payByCard(id, '8600000000000205');
  return id;
}

test('a full refund, and the same answer to its repetition', async () => {
  await using market = await openMarket();
  const id = await openPaid(market, 500_000);
  const first = await market.refund(id);
  expect(first).toMatchObject({ http: 200, id, status: 'refunded', amount: 500_000, refundedAmount: 500_000 });
  expect(await market.refund(id)).toEqual(first);
  expect(await market.refund(id, { amount: 500_000 })).toEqual(first);
  await eventually(() =>
    expect(market.receiver.received.map(({ status }) => status).sort()).toEqual(['paid', 'refunded']),
  );
  expect(await market.payByCard(id, '8600000000000205')).toMatchObject({ http: 409, error: { code: 'AlreadyPaid' } });
});

test('an unpaid payment cannot be refunded, nor more than was paid', async () => {
  await using market = await openMarket();
  expect(await market.refund(await market.open())).toMatchObject({ http: 409, error: { code: 'NotPaid' } });
  const id = await openPaid(market, 500_000);
  expect(await market.refund(id, { amount: 500_001 })).toMatchObject({ http: 409, error: { code: 'RefundTooLarge' } });
  for (const amount of [0, -1, 0.5, '1']) expect(await market.refund(id, { amount })).toMatchObject({ http: 400 });
  expect(await market.read(id)).toMatchObject({ status: 'paid' });
});

test('an earlier payment that was entered can be refunded, and causes a callback only then', async () => {
  await using market = await openMarket();
  const earlier = (id: string, refundedAt: string | null) => ({
    id,
    reference: `order-${id}`,
    amount: 90_000,
    currency: 'UZS',
    description: 'Заказ',
    callbackUrl: market.receiver.url,
    createdAt: '2026-01-01T10:00:00Z',
    paidAt: '2026-01-01T10:01:00Z',
    refundedAt,
  });
  const payments = [earlier('demo-1', null), earlier('demo-2', '2026-01-02T10:00:00Z')];
  expect((await market.enter(payments)).http).toBe(200);
  expect(await market.refund('demo-1')).toMatchObject({ http: 200, status: 'refunded', refundedAmount: 90_000 });
  expect((await market.enter(payments)).http).toBe(200);
  expect((await market.books()).map(({ status, refundedAmount }) => [status, refundedAmount])).toEqual([
    ['refunded', 90_000],
    ['refunded', 90_000],
  ]);
  await eventually(() => expect(market.receiver.received.map(({ id }) => id)).toEqual(['demo-1']));
  expect((await market.enter([{ ...earlier('demo-3', null), amount: 0.5 }])).http).toBe(400);
});

test('a partial refund repeated with its key is made once', async () => {
  await using market = await openMarket();
  const id = await openPaid(market, 500_000);
  const key = { 'idempotency-key': 'refund-part-1' };
  const answers = await Promise.all(Array.from({ length: 10 }, () => market.refund(id, { amount: 200_000 }, key)));
  expect(answers.every(({ status, refundedAmount }) => status === 'paid' && refundedAmount === 200_000)).toBe(true);
  expect(await market.refund(id, { amount: 100_000 }, key)).toMatchObject({
    http: 422,
    error: { code: 'IdempotencyMismatch' },
  });
});

test('ten full refunds at once refund once', async () => {
  await using market = await openMarket();
  const id = await openPaid(market, 500_000);
  const answers = await Promise.all(Array.from({ length: 10 }, () => market.refund(id)));
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
  expect((await market.books())[0]).toMatchObject({ status: 'refunded', refundedAmount: 500_000 });
});

test('no sequence of refunds refunds more than was paid', async () => {
  await using market = await openMarket();
  const step = fc.record({
    amount: fc.option(fc.integer({ min: 1, max: 12_000 })),
    key: fc.option(fc.constantFrom('refund-a', 'refund-b', 'refund-c')),
    isAtOnce: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 10_000 }), fc.array(step, { maxLength: 8 }), async (paid, steps) => {
      const id = await openPaid(market, paid);
      let accepted = 0;
      const keys = new Set<string>();
      for (const { amount, key, isAtOnce } of steps) {
        const body = amount === null ? undefined : { amount };
        const headers: Record<string, string> = key === null ? {} : { 'idempotency-key': key };
        const before = accepted;
        const answer = await market.refund(id, body, headers);
        if (answer.http === 200) {
          accepted = answer.refundedAmount ?? 0;
          const isRepeat = (key !== null && keys.has(key)) || before === paid;
          expect(accepted).toBe(isRepeat ? before : before + (amount ?? paid - before));
          if (key !== null) keys.add(key);
        }
        if (isAtOnce && key !== null)
          expect((await market.refund(id, body, headers)).refundedAmount ?? accepted).toBe(accepted);
        expect(accepted).toBeLessThanOrEqual(paid);
        expect((await market.read(id)).status).toBe(accepted === paid ? 'refunded' : 'paid');
      }
    }),
    { numRuns: 60 },
  );
});

test('each partial refund causes a callback with the sum so far, whatever the card did to the first callback', async () => {
  await using market = await openMarket();
  for (const pan of ['8600000000000205', '8600000000000700']) {
    const id = await market.open({ amount: 500_000 });
    await market.payByCard(id, pan);
    await market.patch(id, { otp: '123456' });
    for (const amount of [100_000, 50_000]) await market.refund(id, { amount });
    await eventually(() => {
      const callbacks = market.receiver.received.filter((event) => event.id === id);
      expect(callbacks.map(({ status, refundedAmount }) => [status, refundedAmount])).toEqual(
        expect.arrayContaining([
          ['paid', 100_000],
          ['paid', 150_000],
        ]),
      );
    });
    await market.refund(id);
    await eventually(() =>
      expect(market.receiver.received.at(-1)).toMatchObject({ id, status: 'refunded', refundedAmount: 500_000 }),
    );
  }
});

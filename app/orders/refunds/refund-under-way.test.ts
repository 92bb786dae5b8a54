import sql from 'sql-template-tag';
import { describe, expect, test } from 'vitest';
import { until } from '#test/support/money/money-fixture.ts';
import { openRefundStage } from '#test/support/money/refund-stage.ts';

const shop = await openRefundStage();

const refundPending = { status: 409, body: { error: { code: 'RefundPending' } } };
const unavailable = { status: 503, body: { error: { code: 'PaymentProviderUnavailable' } } };

async function bought(quantity = 3) {
  const productId = await shop.product({ stock: 5 });
  return {
    productId,
    piece: { productId, quantity: 1 },
    ...(await shop.bought(shop.buyer, [{ productId, quantity }])),
  };
}

const stepsOf = async (orderId: string) =>
  (await shop.orderFor(shop.staff, orderId)).history.map(({ statusName }) => statusName);

const several = (orderId: string, status: string) =>
  shop.app.api('PUT Order/BulkStatus', { body: { orderIds: [orderId], status } }, { token: shop.staff.token });

describe('while a refund of an order is unanswered', () => {
  test.each(['down', 'error500', 'lost-answer'])(
    'the status does not change (%s), and the background job finishes the refund',
    async (mode) => {
      const { orderId, productId, piece } = await bought();
      await shop.faults({ mode, callbacks: 'drop' });
      expect(await shop.giveAll(orderId)).toMatchObject(unavailable);
      expect(await shop.orderFor(shop.buyer, orderId)).toMatchObject({ statusName: 'Paid', isRefunding: true });
      expect(await shop.move(shop.staff, orderId, 'Processing')).toMatchObject(refundPending);
      expect(await several(orderId, 'Processing')).toMatchObject({
        body: { data: { results: [{ isMoved: false, error: { code: 'RefundPending' } }] } },
      });
      expect(await shop.give(orderId, [piece])).toMatchObject(refundPending);
      await shop.dueNow();
      expect(await shop.orderFor(shop.buyer, orderId)).toMatchObject({ statusName: 'Paid', isRefunding: true });
      expect(await shop.move(shop.staff, orderId, 'Processing')).toMatchObject(refundPending);
      await shop.faults({});
      await Promise.all([shop.dueNow(), shop.dueNow()]);
      await shop.reaches(shop.buyer, orderId, 'Refunded');
      expect(await stepsOf(orderId)).toEqual(['AwaitingPayment', 'Paid', 'Refunded']);
      expect(await shop.orderFor(shop.buyer, orderId)).toMatchObject({ isRefunding: false });
      expect(await shop.stockOf(productId)).toBe(5);
      const { rows } = await shop.app.db.execute(
        sql`select details from audit where subject = ${orderId} and call = 'POST Order/Refund'`,
      );
      expect(rows).toHaveLength(1);
    },
  );

  test('and the provider hangs, all status changes are refused', async () => {
    const { orderId, productId } = await bought();
    await shop.move(shop.staff, orderId, 'Processing');
    await shop.faults({ mode: 'hang' });
    const asked = shop.giveAll(orderId);
    await until(async () => (await shop.orderFor(shop.buyer, orderId)).isRefunding);
    const steps = await Promise.all(Array.from({ length: 12 }, () => shop.move(shop.staff, orderId, 'Shipped')));
    for (const step of steps) expect(step).toMatchObject(refundPending);
    await shop.faults({});
    await asked;
    await shop.dueNow();
    await shop.reaches(shop.buyer, orderId, 'Refunded');
    expect(await stepsOf(orderId)).toEqual(['AwaitingPayment', 'Paid', 'Processing', 'Refunded']);
    expect(await shop.stockOf(productId)).toBe(5);
  });

  test('a final refusal of the provider releases the order and is flagged for an operator', async () => {
    const { orderId } = await bought();
    const place = sql`select provider_id as "providerId" from payment where reference = ${orderId}`;
    const { rows } = await shop.app.db.execute<{ providerId: string }>(place);
    await shop.app.db.execute(sql`update payment set provider_id = ${`lost-${orderId}`} where reference = ${orderId}`);
    expect(await shop.giveAll(orderId)).toMatchObject({ status: 409, body: { error: { code: 'RefundRefused' } } });
    expect(await shop.orderFor(shop.buyer, orderId)).toMatchObject({ statusName: 'Paid', isRefunding: false });
    const { rows: problems } = await shop.app.db.execute(sql`select problem from payment where reference = ${orderId}`);
    expect(problems).toEqual([{ problem: 'RefundRefused NotFound' }]);
    expect((await shop.move(shop.staff, orderId, 'Processing')).status).toBe(200);
    await shop.app.db.execute(
      sql`update payment set provider_id = ${rows[0]?.providerId ?? ''}, problem = null where reference = ${orderId}`,
    );
  });
});

test('while a refund of lines is unanswered, the status does not change; afterwards it can', async () => {
  const { orderId, piece } = await bought();
  await shop.faults({ mode: 'lost-answer' });
  expect(await shop.give(orderId, [piece])).toMatchObject({ body: { data: { state: 'Wanted' } } });
  expect(await shop.move(shop.staff, orderId, 'Processing')).toMatchObject(refundPending);
  await shop.faults({});
  await shop.dueNow();
  expect(await shop.move(shop.staff, orderId, 'Processing')).toMatchObject({ status: 200 });
  expect(await stepsOf(orderId)).toEqual(['AwaitingPayment', 'Paid', 'Processing']);
});

test('simultaneous status changes and refunds are serialised: nothing moves after a refund was requested', async () => {
  for (let round = 0; round < 16; round += 1) {
    const { orderId, productId, piece } = await bought();
    const isWhole = round % 2 === 0;
    const mode = round % 4 < 2 ? 'lost-answer' : 'ok';
    await shop.faults({ mode });
    const [, step] = await Promise.all([
      isWhole ? shop.giveAll(orderId) : shop.give(orderId, [piece]),
      shop.move(shop.staff, orderId, 'Processing'),
      shop.move(shop.staff, orderId, 'Shipped'),
    ]);
    await shop.faults({});
    await shop.dueNow();
    if (isWhole) await shop.reaches(shop.buyer, orderId, 'Refunded');
    await until(async () => (await shop.orderFor(shop.buyer, orderId)).refunds.every(({ state }) => state === 'Done'));
    const steps = await stepsOf(orderId);
    expect([200, 409]).toContain(step.status);
    expect(steps.slice(0, 2)).toEqual(['AwaitingPayment', 'Paid']);
    expect(steps.indexOf('Refunded')).toBe(isWhole ? steps.length - 1 : -1);
    const isSent = steps.includes('Shipped');
    if (isWhole) expect(await shop.stockOf(productId)).toBe(isSent ? 2 : 5);
  }
});

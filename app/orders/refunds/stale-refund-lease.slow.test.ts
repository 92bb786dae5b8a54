import { afterAll, expect, test } from 'vitest';
import { refundRefused } from '#app/payments/payment-failures.ts';
import { QuestionClock } from '#test/support/money/question-clock.ts';
import { openRefundFixture } from '#test/support/money/refund-fixture.ts';
import { cancelUnpaid } from '../moves/cancelling.server.ts';
import { finishRefunds } from './refunding-orders.server.ts';

const shop = await openRefundFixture({ processClock: new QuestionClock(() => shop.app.db) });
afterAll(() => shop.app.close());

/** A process that is suspended between its request and its write. `run`: one round of its background job. */
async function standStill(makeDue: () => Promise<unknown>, run: (stand: () => Promise<void>) => Promise<void>) {
  const arrival = Promise.withResolvers<void>();
  const gate = Promise.withResolvers<void>();
  let isThere = false;
  const stand = () => {
    isThere = true;
    arrival.resolve();
    return gate.promise;
  };
  // The server's own background job may have been faster.
  for (;;) {
    await makeDue();
    const late = run(stand);
    await Promise.race([arrival.promise, late]);
    if (isThere) {
      return async () => {
        gate.resolve();
        await late;
      };
    }
  }
}

test('a suspended process that was refused does not end a refund requested after it', async () => {
  const { db } = shop.app;
  await shop.faults({});
  const buyer = await shop.person();
  const { orderId } = await shop.bought(buyer, [{ productId: await shop.product(), quantity: 1 }]);
  const makeDue = () => db.pool.query('update shop_order set refund_next_at = now() where id = $1', [orderId]);
  const isRefunding = async () => (await shop.orderFor(buyer, orderId)).isRefunding;
  const refuse = async () => {
    throw refundRefused();
  };
  await shop.faults({ mode: 'down' });
  await shop.giveAll(orderId);
  const goOn = await standStill(makeDue, (stand) => finishRefunds(db, { refundPayment: () => stand().then(refuse) }));
  for (; await isRefunding(); await finishRefunds(db, { refundPayment: refuse })) await makeDue();
  await shop.giveAll(orderId);
  expect(await isRefunding()).toBe(true);
  await goOn();
  expect(await isRefunding()).toBe(true);
  await shop.settleBooks();
});

test('a suspended process leaves an unpaid order to the new holder of its lease', async () => {
  const { db, opora } = shop.app;
  const { payments } = opora.areas;
  await shop.faults({});
  const buyer = await shop.person();
  const { orderId } = await shop.placed(buyer, [{ productId: await shop.product(), quantity: 1 }]);
  const checked = await payments.checkPayment(orderId);
  expect(checked).toMatchObject({ isChecked: true });
  await shop.faults({ mode: 'down' });
  const makeDue = () =>
    db.pool.query(`update shop_order set pay_until = now() - interval '1 second' where id = $1`, [orderId]);
  const asking = (stand: () => Promise<void>) => ({
    leavePayment: () => stand().then(() => checked),
    readPayment: payments.readPayment.bind(payments),
  });
  const goOn = await standStill(makeDue, (stand) => cancelUnpaid(db, asking(stand)));
  // Staff requests the cancellation meanwhile, which sets another, shorter lease.
  const query = { orderId };
  expect(await shop.app.api('POST Order/Cancel', { query }, { token: shop.staff.token })).toMatchObject({
    status: 409,
  });
  await goOn();
  expect(await shop.statusOf(buyer, orderId)).toBe('AwaitingPayment');
  await shop.faults({});
  for (; (await shop.statusOf(buyer, orderId)) !== 'Cancelled'; await cancelUnpaid(db, payments)) await makeDue();
  expect((await shop.orderFor(shop.staff, orderId)).history.at(-1)).toMatchObject({ by: 'staff' });
});

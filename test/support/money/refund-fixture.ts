import { randomUUID } from 'node:crypto';
import { orderJobs } from '#app/orders/orders.server.ts';
import { openShop } from '#test/support/shop-fixture.ts';
import { type TestAppOptions, testSecrets } from '#test/support/start-app.ts';
import { readRefundFaults } from './refund-faults.ts';

interface Piece {
  readonly productId: string;
  readonly quantity: number;
}

/** `RefundLines` answers so. */
export const refundDone = { status: 200, body: { data: { state: 'Done' } } };
export const tooManyPieces = { status: 409, body: { error: { code: 'RefundTooLarge' } } };

const jobs = ['refunds of orders', 'parts of payments on their way back'];

/** A shop whose staff gives money back, with a provider who can fail. */
export async function openRefundFixture(options: TestAppOptions = {}) {
  const shop = await openShop({ ...options, heldJobs: jobs });
  const { app, staff } = shop;
  const toProvider = (url: string, body: unknown) =>
    fetch(url, {
      method: 'POST',
      headers: { authorization: `Bearer ${testSecrets.payment}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const faults = (body: unknown) => toProvider(`${app.sandbox.url}/control/faults`, body);
  /** Runs the background jobs of unanswered refunds, except of those whose tries have ended. */
  async function dueNow() {
    await app.db.pool.query("update shop_order set refund_next_at = now() where refund_next_at < 'infinity'");
    await orderJobs(app.db, app.opora.areas.payments)
      .find(({ name }) => name === jobs[0])
      ?.run();
    await app.db.pool.query("update payment_refund set next_try_at = now() where next_try_at < 'infinity'");
    await app.opora.areas.payments.parts.sweep(100);
  }
  return {
    ...shop,
    faults,
    dueNow,
    /** Some pieces of an order, by the staff. */
    give: (orderId: string, lines: readonly Piece[], key: string = randomUUID(), who = staff) =>
      app.api(
        'POST Order/RefundLines',
        { body: { orderId, lines: lines.map((line) => ({ sizeId: null, colorId: null, ...line })), reason: 'Брак' } },
        { token: who.token, idempotencyKey: key },
      ),
    /** All that is left of an order. */
    giveAll: (orderId: string) =>
      app.api('POST Order/Refund', { body: { orderId, reason: 'Передумал' } }, { token: staff.token }),
    /** Past us, as the provider's own support does; all that is left, or so many minor units. */
    giveAtProvider: (paymentUrl: string, amount?: number) =>
      toProvider(`${paymentUrl}/refund`, amount === undefined ? {} : { amount }),
    /** Heals the provider, lets everything be found out, and throws where the books do not agree then. */
    async settleBooks() {
      await faults({});
      let wrong: string[];
      const giveUpAt = Date.now() + 15_000;
      // The sweeper of payments may be asking about it already.
      do {
        await dueNow();
        wrong = await readRefundFaults(shop);
      } while (wrong.length > 0 && Date.now() < giveUpAt);
      if (wrong.length > 0) throw new Error(wrong.join('; '));
    },
  };
}

export type RefundFixture = Awaited<ReturnType<typeof openRefundFixture>>;

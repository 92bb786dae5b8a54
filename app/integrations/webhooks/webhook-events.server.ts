import { projectOfUser } from '#app/creators/creators.server.ts';
import type { PaidDonation } from '#app/donations/donation-owner.server.ts';
import type { PaidOrder } from '#app/orders/order-owner.server.ts';
import type { ShownDonations } from '#app/widgets/shown-times.server.ts';
import type { Tx } from '#base/db/db.server.ts';
import { add, minor, times, toMain } from '#base/text/money.ts';
import type { WebhookEvent } from '../scopes.ts';
import { insertDeliveries } from './webhooks-store.server.ts';

/** The body of a message to a webhook. */
export const bodyOf = (event: string, data: unknown) =>
  JSON.stringify({ event, createdAt: new Date().toISOString(), data });

/**
 * Enqueues a message to each webhook of a project that listens to the event, in the transaction of the event: it is sent once that
 * is committed. Each webhook gets one message for one subject, even where the event is repeated.
 */
export async function enqueueWebhooks(
  tx: Tx,
  message: { projectId: string; event: WebhookEvent; subject: string; data: Readonly<Record<string, unknown>> },
): Promise<void> {
  const { projectId, event, subject, data } = message;
  await insertDeliveries(tx, { projectId, event, subject, body: bodyOf(event, data) });
}

/** Sends `donation.paid` to the creator's webhooks: the donation as the public sees it. */
export async function sendDonationPaid(tx: Tx, donation: PaidDonation, currency: string): Promise<void> {
  const { projectId, donationId: payId, name, amount, message, paidAt } = donation;
  const data = { payId, name, amount: toMain(amount), currency, message, paidAt: paidAt.toISOString() };
  await enqueueWebhooks(tx, { projectId, event: 'donation.paid', subject: payId, data });
}

/** Sends `donation.shown` to the creator's webhooks, one for each donation. */
export async function sendDonationsShown(tx: Tx, { projectId, donations }: ShownDonations): Promise<void> {
  for (const { payId, shownAt } of donations) {
    const data = { payId, shownAt: shownAt.toISOString() };
    await enqueueWebhooks(tx, { projectId, event: 'donation.shown', subject: payId, data });
  }
}

/** Sends `order.paid` to the webhooks of each seller: his own items of the order, and nothing about the buyer. */
export async function sendOrderPaid(tx: Tx, { orderId, number, lines }: PaidOrder, currency: string): Promise<void> {
  for (const [sellerId, own] of Map.groupBy(lines, (line) => line.sellerId)) {
    const project = await projectOfUser(tx, sellerId);
    if (project === null) continue;
    const items = own.map(({ productId, quantity, price }) => ({ productId, quantity, price: toMain(minor(price)) }));
    const total = toMain(add(...own.map(({ price, quantity }) => times(minor(price), quantity))));
    const data = { orderId, number, items, total, currency };
    await enqueueWebhooks(tx, { projectId: project.projectId, event: 'order.paid', subject: orderId, data });
  }
}

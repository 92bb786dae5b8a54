import { givenChoices } from '#app/choices/donation-choices.server.ts';
import type { GivenChoice } from '#app/choices/donation-choices.ts';
import { projectOfUser } from '#app/creators/creators.server.ts';
import type { PaidDonation } from '#app/donations/paid-donation.server.ts';
import { paidFor } from '#app/orders/line-money.ts';
import type { PaidOrder } from '#app/orders/order-owner.server.ts';
import type { ApprovedDonations, ShownDonations } from '#app/widgets/shown-times-store.server.ts';
import type { Queryable, Tx } from '#base/db/db.server.ts';
import { appendAtEnd } from '#base/events/live.server.ts';
import { add, minor, toMain } from '#base/money/money.ts';
import type { WebhookEvent } from '../scopes.ts';
import { insertDeliveries } from './webhooks-store.server.ts';

const messageOf = (event: string, data: unknown) => ({ event, createdAt: new Date().toISOString(), data });

/** The body of a message to a webhook. */
export const bodyOf = (event: string, data: unknown) => JSON.stringify(messageOf(event, data));

interface EventMessage {
  readonly subject: string;
  readonly data: Readonly<Record<string, unknown>>;
  /** In place of the data while the message of the donation waits for approval. */
  readonly heldData?: EventMessage['data'];
}

/**
 * Enqueues messages to each webhook of a project that listens to the event, in the transaction of the event: they are sent once that
 * is committed. Each webhook gets one message for one subject, even where the event is repeated. Where a key opens the owner's event stream,
 * that gets the same messages.
 */
export async function enqueueWebhooks(
  tx: Tx,
  asked: { projectId: string; event: WebhookEvent; messages: readonly EventMessage[] },
): Promise<void> {
  const { projectId, event } = asked;
  const made = asked.messages.map(({ subject, data, heldData = data }) => ({
    subject,
    shown: messageOf(event, data),
    held: messageOf(event, heldData),
  }));
  const messages = made.map(({ subject, shown, held }) => ({
    subject,
    body: JSON.stringify(shown),
    heldBody: JSON.stringify(held),
  }));
  for (const { personId, at, isHeld } of await insertDeliveries(tx, { projectId, event, messages })) {
    const message = made[at - 1];
    if (message !== undefined) appendAtEnd(tx, personId, event, isHeld ? message.held : message.shown);
  }
}

function donationMessage(
  { donationId: payId, name, amount, message, paidAt, month, clockSeconds, jointId, whole }: PaidDonation,
  choices: readonly GivenChoice[],
  currency: string,
): EventMessage {
  const dataWith = (words: { message: string | null; isMessageHeld: boolean }) => ({
    payId,
    name,
    amount: toMain(amount),
    currency,
    ...words,
    paidAt: paidAt.toISOString(),
    month,
    choices,
    clockSeconds,
    joint: jointId === null || whole === null ? null : { id: jointId, whole: toMain(whole) },
  });
  return {
    subject: payId,
    data: dataWith({ message, isMessageHeld: false }),
    heldData: dataWith({ message: null, isMessageHeld: true }),
  };
}

async function donationMessages(
  tx: Tx,
  donations: readonly PaidDonation[],
  currency: string,
): Promise<readonly EventMessage[]> {
  const given = await givenChoices(tx, donations);
  return donations.map((donation) => donationMessage(donation, given.get(donation.donationId) ?? [], currency));
}

/** Sends `donation.paid` to the creator's webhooks: the donation as the public sees it, without a message that waits for approval. */
export async function sendDonationPaid(tx: Tx, donation: PaidDonation, currency: string): Promise<void> {
  const messages = await donationMessages(tx, [donation], currency);
  await enqueueWebhooks(tx, { projectId: donation.projectId, event: 'donation.paid', messages });
}

/** Sends `donation.updated` to the creator's webhooks: donations whose messages he has approved. */
export async function sendDonationsUpdated(
  tx: Tx,
  { projectId, payIds }: ApprovedDonations,
  services: {
    readonly currency: string;
    paidDonations(db: Queryable, ids: readonly string[]): Promise<readonly PaidDonation[]>;
  },
): Promise<void> {
  const donations = await services.paidDonations(tx, payIds);
  const messages = await donationMessages(tx, donations, services.currency);
  await enqueueWebhooks(tx, { projectId, event: 'donation.updated', messages });
}

/** Sends `donation.shown` to the creator's webhooks, one for each donation. */
export async function sendDonationsShown(tx: Tx, { projectId, donations }: ShownDonations): Promise<void> {
  const messages = donations.map(({ payId, shownAt }) => ({
    subject: payId,
    data: { payId, shownAt: shownAt.toISOString() },
  }));
  await enqueueWebhooks(tx, { projectId, event: 'donation.shown', messages });
}

/** Sends `order.paid` to the webhooks of each seller: his own items of the order, and nothing about the buyer. */
export async function sendOrderPaid(
  tx: Tx,
  { orderId, number, giftId, lines }: PaidOrder,
  currency: string,
): Promise<void> {
  for (const [sellerId, own] of Map.groupBy(lines, (line) => line.sellerId)) {
    const project = await projectOfUser(tx, sellerId);
    if (project === null) continue;
    const items = own.map(({ productId, quantity, price }) => ({ productId, quantity, price: toMain(minor(price)) }));
    const total = toMain(add(...own.map(paidFor)));
    const messages = [{ subject: orderId, data: { orderId, number, items, total, currency, giftId } }];
    await enqueueWebhooks(tx, { projectId: project.projectId, event: 'order.paid', messages });
  }
}

import { type DonationRow, type NewDonation, readDonation } from '#app/donations/donations-store.server.ts';
import type { CallInput } from '#base/calls/call.ts';
import type { Tx } from '#base/db/db.server.ts';
import { add, minor } from '#base/money/money.ts';
import { readLines, readSeen } from '../basket/basket-store.server.ts';
import { readSold } from '../moves-store.server.ts';
import { orderPlaced } from '../order-failures.ts';
import type { ordersCalls } from '../orders.calls.ts';
import type { Recipient } from '../recipient.server.ts';
import { type Due, refuseOtherTotal, refuseUnseen, requireTakers, sellerGone } from './paying-checks.server.ts';
import { type LockedOrder, writeRecipient } from './placing-store.server.ts';

type Body = CallInput<typeof ordersCalls.pay>['body'];

/** Whether the donation that is asked for is the one that the order was placed with: then nothing of it is changed by paying again. */
function isSameDonation(asked: NewDonation | null, placed: DonationRow | null): boolean {
  if (asked === null || placed === null) return asked === placed;
  const isSameGift = asked.project_id === placed.projectId && asked.amount === placed.amount;
  const isSameText = asked.name === placed.name && asked.message === placed.message;
  return isSameGift && isSameText && asked.is_anonymous === placed.isAnonymous;
}

/** The version of the basket that the buyer means by this payment; null: the order as it was placed. */
async function meantVersion(tx: Tx, order: LockedOrder, { version }: Body, sessionId: string): Promise<string | null> {
  return version === undefined ? readSeen(tx, sessionId, order.id) : version;
}

/** Prepares another payment of a placed order, at the price at which it was placed. `donation` undefined: that of the order, whatever it is. */
export async function payAgain(
  tx: Tx,
  order: LockedOrder,
  body: Body,
  {
    recipient,
    donation,
    sessionId,
  }: { readonly recipient: Recipient; readonly donation: NewDonation | null | undefined; readonly sessionId: string },
): Promise<Due> {
  const { number, total, donationAmount, donationId } = order;
  if (number === null || total === null) throw new Error(`order ${order.id} was not placed`);
  const version = await meantVersion(tx, order, body, sessionId);
  if (version !== null) refuseUnseen({ ...order, lines: await readLines(tx, order.id) }, version);
  refuseOtherTotal({ total: minor(total) }, body.expectedTotal);
  const placed = donationId === null ? null : await readDonation(tx, donationId);
  if (donation !== undefined && !isSameDonation(donation, placed))
    throw orderPlaced({ message: 'Заказ уже оформлен, донат к нему изменить нельзя' });
  const lines = await readSold(tx, order.id);
  await requireTakers(tx, { lines, projectId: placed?.projectId ?? null, message: sellerGone.order });
  await writeRecipient(tx, order.id, recipient);
  return { number, amount: add(minor(total), minor(donationAmount)) };
}

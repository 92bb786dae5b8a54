import type { Queryable } from '#base/db/db.server.ts';
import { presentOf } from '#base/db/present.server.ts';
import { isOpen } from '../payment-status.ts';
import { type NewProviderPayment, ProviderRefusal } from '../payment-system.server.ts';
import type { PaymentSystemName } from '../payment-systems.ts';
import { readEarlier } from './own-payment-store.server.ts';

/** How long a payer may take to begin. */
const lifeMilliseconds = 60 * 60_000;

/** The payment of a reference that is open at a system, and how many it has had there. */
interface Opening {
  readonly open: { readonly id: string; readonly expiresAt: Date } | null;
  readonly count: number;
}

/** Reads what a new payment finds at a system. Throws `AlreadyPaid`, and `ReferenceInUse` if one over another amount is open. */
export async function readOpening(
  db: Queryable,
  system: PaymentSystemName,
  { reference, amount }: NewProviderPayment,
): Promise<Opening> {
  const earlier = await readEarlier(db, system, reference);
  if (earlier.some(({ status }) => status === 'Paid' || status === 'Refunded')) {
    throw new ProviderRefusal('AlreadyPaid', 409, 'the payment is paid already');
  }
  const open = earlier.find(({ status, isOver }) => isOpen(status) && !isOver);
  if (open !== undefined && open.amount !== amount) {
    throw new ProviderRefusal('ReferenceInUse', 409, 'a payment over another amount is open');
  }
  return { open: open ?? null, count: earlier.length };
}

/**
 * Opens a payment at a system that learns of it only when the payer comes. The id is made from the reference, the system and
 * the number of the closed payments there, so that two who open at once get the same payment.
 */
export async function openLocally(
  db: Queryable,
  system: PaymentSystemName,
  payment: NewProviderPayment,
): Promise<{ readonly id: string; readonly expiresAt: Date }> {
  const { open, count } = await readOpening(db, system, payment);
  if (open !== null) return { id: open.id, expiresAt: open.expiresAt };
  const id = `${payment.reference}.${system}.${count + 1}`;
  return { id, expiresAt: new Date((await presentOf(db)).getTime() + lifeMilliseconds) };
}

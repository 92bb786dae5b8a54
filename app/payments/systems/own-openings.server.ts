import { type Queryable, statement } from '#base/db/db.server.ts';
import type { PaymentStatus } from '../payment-status.ts';
import { isOpen } from '../payment-status.ts';
import type { PaymentSystemName } from '../payment-systems.ts';
import { type NewProviderPayment, ProviderRefusal } from './payment-system.server.ts';

interface EarlierRow extends Record<string, unknown> {
  readonly id: string;
  readonly amount: number;
  readonly status: PaymentStatus;
  readonly expiresAt: Date;
}

const earlierOf = statement<EarlierRow>(`
  select provider_id as id, amount, status, expires_at as "expiresAt" from payment
  where reference = $1 and system = $2 order by created_at desc`);

/** How long a payer may take to begin. */
const lifeMilliseconds = 60 * 60_000;

/**
 * Opens a payment at a system that learns of it only when the payer comes. The id is made from the reference and the number of
 * its closed payments, so that two who open at once get the same payment.
 */
export async function openHere(
  db: Queryable,
  system: PaymentSystemName,
  { reference, amount }: NewProviderPayment,
): Promise<{ readonly id: string; readonly expiresAt: Date }> {
  const earlier = await db.run(earlierOf, [reference, system]);
  if (earlier.some(({ status }) => status === 'Paid' || status === 'Refunded')) {
    throw new ProviderRefusal('AlreadyPaid', 409, 'the payment is paid already');
  }
  const open = earlier.find(({ status, expiresAt }) => isOpen(status) && expiresAt.getTime() > Date.now());
  if (open === undefined) {
    const id = `${reference}.${earlier.length + 1}`;
    return { id, expiresAt: new Date(Date.now() + lifeMilliseconds) };
  }
  if (open.amount !== amount) throw new ProviderRefusal('ReferenceInUse', 409, 'a payment over another amount is open');
  return { id: open.id, expiresAt: open.expiresAt };
}

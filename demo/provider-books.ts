import type { PaymentSystemName } from '#app/payments/payment-systems.ts';
import { statement, type Tx } from '#base/db/db.server.ts';
import { refundedAt } from './payments/system-rows.ts';

/** The payment sandbox. */
export interface DemoProvider {
  readonly url: string;
  readonly secret: string;
  /** Where the sandbox reports refunds. */
  readonly callbackUrl: string;
}

interface EnteredRow extends Record<string, unknown> {
  readonly system: PaymentSystemName;
  /** Its own. */
  readonly id: string;
  readonly reference: string;
  /** What it is asked to pay for. */
  readonly paidFor: string;
  readonly amount: number;
  readonly currency: string;
  readonly createdAt: Date;
  /** Null: it was never paid. */
  readonly paidAt: Date | null;
  readonly refundedAt: Date | null;
  readonly status: 'Paid' | 'Refunded' | 'Failed' | 'Expired';
}

const allPayments = statement<EnteredRow>(`
  select p.system, coalesce(t.id, a.id::text, p.provider_id) as id, p.reference as "paidFor",
    case when p.system in ('payme', 'click') then p.provider_id else p.reference::text end as reference,
    p.amount::float8 as amount, p.currency, p.status, p.created_at as "createdAt", p.paid_at as "paidAt", ${refundedAt} as "refundedAt"
  from payment p left join payme_transaction t on t.payment_id = p.id left join click_attempt a on a.payment_id = p.id
  order by p.created_at`);

/** How a payment ended that was never paid; null: it was. */
function unpaidOf({ status, paidAt, createdAt }: EnteredRow) {
  if (paidAt !== null) return null;
  return { status: status === 'Expired' ? 'expired' : 'failed', at: createdAt.toISOString() };
}

/** Enters the demo payments into the books of their systems' stand-ins, so that they can be refunded and reconciled. */
export async function enterPayments(tx: Tx, { url, secret, callbackUrl }: DemoProvider): Promise<void> {
  const site = new URL(callbackUrl).origin;
  const rows = await tx.run(allPayments, []);
  for (const [system, own] of Map.groupBy(rows, (row) => row.system)) {
    const payments = own.map((row) => ({
      id: row.id,
      reference: row.reference,
      amount: row.amount,
      currency: row.currency,
      description: 'Opora',
      callbackUrl,
      createdAt: row.createdAt.toISOString(),
      paidAt: row.paidAt?.toISOString() ?? null,
      refundedAt: row.refundedAt?.toISOString() ?? null,
      unpaid: unpaidOf(row),
      metadata: { reference: row.paidFor, site },
    }));
    const answer = await fetch(`${url}${system === 'gateway' ? '' : `/${system}`}/control/books`, {
      method: 'POST',
      headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
      body: JSON.stringify({ payments }),
    });
    if (!answer.ok)
      throw new Error(`the stand-in of ${system} does not take the demo world's payments: ${answer.status}`);
  }
}

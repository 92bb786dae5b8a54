import { statement, type Tx } from '#base/db/db.server.ts';

/** The payment sandbox. */
export interface DemoProvider {
  readonly url: string;
  readonly secret: string;
  /** Where the sandbox reports refunds. */
  readonly callbackUrl: string;
}

interface EnteredRow extends Record<string, unknown> {
  readonly id: string;
  readonly reference: string;
  readonly amount: number;
  readonly currency: string;
  readonly createdAt: Date;
  /** Null: it was never paid. */
  readonly paidAt: Date | null;
  readonly status: 'Paid' | 'Refunded' | 'Failed' | 'Expired';
}

const gatewayPayments = statement<EnteredRow>(`
  select provider_id as id, reference, amount::float8 as amount, currency, status, created_at as "createdAt", paid_at as "paidAt"
  from payment where system = 'gateway' order by created_at`);

/** How a payment ended that was never paid; null: it was. */
function unpaidOf({ status, paidAt, createdAt }: EnteredRow) {
  if (paidAt !== null) return null;
  return { status: status === 'Expired' ? 'expired' : 'failed', at: createdAt.toISOString() };
}

/** Enters the demo payments into the sandbox's books, so that they can be refunded and reconciled. */
export async function enterPayments(tx: Tx, { url, secret, callbackUrl }: DemoProvider): Promise<void> {
  const rows = await tx.run(gatewayPayments, []);
  const payments = rows.map((row) => ({
    id: row.id,
    reference: row.reference,
    amount: row.amount,
    currency: row.currency,
    description: 'Opora',
    callbackUrl,
    createdAt: row.createdAt.toISOString(),
    paidAt: row.paidAt?.toISOString() ?? null,
    refundedAt: row.status === 'Refunded' ? row.paidAt?.toISOString() : null,
    unpaid: unpaidOf(row),
  }));
  const answer = await fetch(`${url}/control/books`, {
    method: 'POST',
    headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
    body: JSON.stringify({ payments }),
  });
  if (!answer.ok) throw new Error(`the payment sandbox does not take the payments of the demo world: ${answer.status}`);
}

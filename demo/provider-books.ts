import { statement, type Tx } from '#base/db/db.server.ts';

/** The payment sandbox. */
export interface DemoProvider {
  readonly url: string;
  readonly secret: string;
  /** Where the sandbox reports refunds. */
  readonly callbackUrl: string;
}

interface PaidRow extends Record<string, unknown> {
  readonly id: string;
  readonly reference: string;
  readonly amount: number;
  readonly currency: string;
  readonly createdAt: Date;
  readonly paidAt: Date;
  readonly isRefunded: boolean;
}

const paidPayments = statement<PaidRow>(`
  select provider_id as id, reference, amount::float8 as amount, currency, status = 'Refunded' as "isRefunded",
    created_at as "createdAt", paid_at as "paidAt" from payment where paid_at is not null order by created_at`);

/** Enters the demo payments into the sandbox's books, so that they can be refunded and reconciled. */
export async function enterPayments(tx: Tx, { url, secret, callbackUrl }: DemoProvider): Promise<void> {
  const rows = await tx.run(paidPayments, []);
  const payments = rows.map(({ isRefunded, createdAt, paidAt, ...payment }) => ({
    ...payment,
    description: 'Opora',
    callbackUrl,
    createdAt: createdAt.toISOString(),
    paidAt: paidAt.toISOString(),
    refundedAt: isRefunded ? paidAt.toISOString() : null,
  }));
  const answer = await fetch(`${url}/control/books`, {
    method: 'POST',
    headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
    body: JSON.stringify({ payments }),
  });
  if (!answer.ok) throw new Error(`the payment sandbox does not take the payments of the demo world: ${answer.status}`);
}

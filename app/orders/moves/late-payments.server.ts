import { paymentProviderUnavailable, refundRefused } from '#app/payments/payment-failures.ts';
import type { Payments } from '#app/payments/payments.server.ts';
import type { Database } from '#base/db/db.server.ts';
import { settleAll, throwFirst } from '#base/process/settle-all.ts';
import { askedAtOnce } from './cancelling.server.ts';
import { claimLatePayments } from './late-payments-store.server.ts';

/** The payments of one round. Each batch is claimed just before the provider is asked, so that its lease does not expire. */
const mostInRound = 80;

/** Refunds late payments. One that fails waits longer each time and delays no other. */
export async function returnLatePayments(db: Database, payments: Pick<Payments, 'refundPayment'>): Promise<void> {
  const failed: PromiseSettledResult<unknown>[] = [];
  for (let asked = 0; asked < mostInRound; asked += askedAtOnce) {
    const due = await claimLatePayments(db, askedAtOnce);
    const results = await settleAll(due, askedAtOnce, ({ orderId, paymentId }) =>
      payments.refundPayment(orderId, paymentId),
    );
    // `Payments` has logged these two, and an operator sees final refusals.
    const isLogged = (error: unknown) => paymentProviderUnavailable.is(error) || refundRefused.is(error);
    failed.push(...results.filter((result) => result.status === 'rejected' && !isLogged(result.reason)));
    if (due.length < askedAtOnce) break;
  }
  throwFirst(failed);
}

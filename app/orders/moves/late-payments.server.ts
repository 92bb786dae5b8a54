import { paymentProviderUnavailable, refundRefused } from '#app/payments/payment-failures.ts';
import { mostRefundTries } from '#app/payments/payment-status.ts';
import type { Payments } from '#app/payments/payments.server.ts';
import type { Database } from '#base/db/db.server.ts';
import { settleAll, throwFirst } from '#base/process/settle-all.ts';
import { askedAtOnce } from './cancelling.server.ts';
import { claimLatePayments, type LatePayment, stopReturning } from './late-payments-store.server.ts';

/** The payments of one round. Each batch is claimed just before the provider is asked, so that its lease does not expire. */
const mostInRound = 80;

async function giveBack(db: Database, payments: Pick<Payments, 'refundPayment'>, late: LatePayment): Promise<void> {
  try {
    const isLastTry = late.tries >= mostRefundTries;
    const state = await payments.refundPayment(late.orderId, late.paymentId, { isLastTry });
    if (state === 'Stopped') await stopReturning(db, late);
  } catch (error) {
    if (refundRefused.is(error)) await stopReturning(db, late);
    throw error;
  }
}

/**
 * Refunds late payments. One that the provider refuses for good, or that is not booked after about two hours, is left to an operator, who
 * returns it in the provider's cabinet. One that fails waits longer each time and delays no other.
 */
export async function returnLatePayments(db: Database, payments: Pick<Payments, 'refundPayment'>): Promise<void> {
  const failed: PromiseSettledResult<unknown>[] = [];
  for (let asked = 0; asked < mostInRound; asked += askedAtOnce) {
    const due = await claimLatePayments(db, askedAtOnce);
    const results = await settleAll(due, askedAtOnce, (late) => giveBack(db, payments, late));
    // `Payments` has logged these two, and an operator sees final refusals.
    const isLogged = (error: unknown) => paymentProviderUnavailable.is(error) || refundRefused.is(error);
    failed.push(...results.filter((result) => result.status === 'rejected' && !isLogged(result.reason)));
    if (due.length < askedAtOnce) break;
  }
  throwFirst(failed);
}

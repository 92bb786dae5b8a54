import type { PaymentDeps } from '../payment-deps.server.ts';
import { notPaid, refundRefused } from '../payment-failures.ts';
import { ProviderRefusal } from '../payment-system.server.ts';
import { asUnavailable } from './payment-opening.server.ts';
import type { PaymentSettling } from './payment-settling.server.ts';
import { flagPayment, flagUnrefundedPayment, readById, readByReference } from './payments-store.server.ts';
import { isFinalRefusal, isRefusedTry } from './refund-refusals.server.ts';

interface RefundOptions extends PaymentDeps {
  readonly settling: PaymentSettling;
}

interface AskedWholeRefund {
  readonly reference: string;
  readonly paymentId: string | null;
  readonly isLastTry: boolean;
}

/** How far a refund is. `Open`: not booked yet; `Stopped`: nor after its last try, and the payment is flagged for an operator. */
export type RefundState = 'Refunded' | 'Open' | 'Stopped';

/**
 * Refunds what is left of a paid payment, at the provider first; its owner and the ledger follow. Safe to repeat: a refunded payment
 * stays refunded. `paymentId` selects one of several payments of a reference. Throws `NotPaid` (also for an unknown reference),
 * `RefundRefused` if the provider never will (the payment is flagged for an operator), `PaymentProviderUnavailable`. An answer to the last
 * try that does not book the refund, or refuses it, flags the payment too.
 */
export async function refundWhole(
  options: RefundOptions,
  { reference, paymentId, isLastTry }: AskedWholeRefund,
): Promise<RefundState> {
  const { db, systems, settling, log } = options;
  const row = paymentId === null ? (await readByReference(db, reference))[0] : await readById(db, paymentId);
  if (row?.status === 'Refunded') return 'Refunded';
  if (row?.status !== 'Paid') throw notPaid();
  const refund = async () => systems.of(row.system).refund(row.providerId, `refund-${row.id}`);
  const answer = await refund().catch(async (error: unknown) => {
    if (isFinalRefusal(error)) {
      await flagPayment(db, row.id, `RefundRefused ${error.code}`);
      throw refundRefused();
    }
    if (isLastTry && isRefusedTry(error)) return error;
    throw asUnavailable(error, log, 'a payment could not be given back');
  });
  const isRefused = answer instanceof ProviderRefusal;
  if (!isRefused) await settling.settle(answer);
  if ((await readById(db, row.id))?.status === 'Refunded') return 'Refunded';
  if (!isLastTry) return 'Open';
  const problem = `RefundStopped ${isRefused ? answer.code : answer.status}` as const;
  if (await flagUnrefundedPayment(db, row.id, problem)) {
    log.error({ paymentId: row.id, problem }, 'the tries of a refund are over');
  }
  return 'Stopped';
}

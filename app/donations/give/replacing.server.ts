import { handOverChoices, letGoOfChoices, takeBackChoices } from '#app/choices/donation-choices.server.ts';
import type { DonationChoices } from '#app/choices/donation-choices.ts';
import { isOpen } from '#app/payments/payment-status.ts';
import type { Payments } from '#app/payments/payments.server.ts';
import type { CallContext } from '#base/calls/call-context.server.ts';

interface Replacement {
  /** The donation that is replaced; undefined: none is. */
  readonly replacedId: string | undefined;
  readonly choices: DonationChoices;
}

/** What is kept for a donation is kept on for it if it can still be paid, and for nobody otherwise. */
async function giveBack(payments: Payments, { database }: CallContext, donationId: string): Promise<void> {
  await takeBackChoices(database, donationId);
  // Read behind that: whatever closes the payment from now on lets go by itself.
  const payment = await payments.readPayment(database, donationId);
  if (payment !== null && isOpen(payment.status)) return;
  await database.transaction((tx) => letGoOfChoices(tx, { donationId, hasChoices: true }));
}

/**
 * Runs the work that writes a donation in the place of another one. The payment of that one is closed before, and until the new one is written nobody
 * else gets what is kept for it.
 */
export async function replacing<Result>(
  payments: Payments,
  context: CallContext,
  { replacedId, choices }: Replacement,
  work: () => Promise<Result>,
): Promise<Result> {
  if (replacedId === undefined || !(await handOverChoices(context.database, replacedId, choices))) return work();
  try {
    return await work();
  } catch (error) {
    // Without it the piece is kept for its 15 minutes.
    await giveBack(payments, context, replacedId).catch((failed: unknown) =>
      context.request.log.error({ err: failed }),
    );
    throw error;
  }
}

import { failures } from '#base/calls/errors.ts';
import type { PaymentDeps } from '../payment-deps.server.ts';
import { cardNotConfirmed, cardNotSaved, cardRefused, outcomeUnknown, paymentClosed } from '../payment-failures.ts';
import { isOpen, type PaymentStatus } from '../payment-status.ts';
import { isRefusedCharge, type PaymentSystem, ProviderRefusal } from '../payment-system.server.ts';
import type { PaymentSystemName } from '../payment-systems.ts';
import { asUnavailable } from './payment-opening.server.ts';
import type { PaymentSettling } from './payment-settling.server.ts';
import { readByProviderId } from './payments-store.server.ts';

interface ConfirmingOptions extends PaymentDeps {
  readonly settling: PaymentSettling;
}

/** `unanswered`: what is said where the system gives no answer. */
const refusedCard = (log: ConfirmingOptions['log'], unanswered?: string) => (error: unknown) => {
  const code = error instanceof ProviderRefusal ? error.code : null;
  if (code === 'NotSaved') throw cardNotSaved();
  if (code === 'Closed') throw paymentClosed();
  if (isRefusedCharge(error)) throw cardNotConfirmed();
  throw asUnavailable(error, log, 'a payment could not be confirmed', unanswered);
};

/** Saves a card for charges without the payer, where no payment is made. */
async function keepCard(
  { saved }: PaymentSystem,
  {
    providerId,
    token,
    log,
  }: { readonly providerId: string; readonly token: string; readonly log: ConfirmingOptions['log'] },
): Promise<{ readonly status: PaymentStatus }> {
  const state = (await saved?.keep?.(providerId, token).catch(refusedCard(log))) ?? null;
  if (state === null) throw failures.notFound();
  return { status: state === 'paid' ? 'Paid' : 'Expired' };
}

/**
 * Charges what the payer's browser has prepared at a system, and settles the answer. Safe to repeat: a payment is charged once. Throws `NotFound` for
 * an unknown payment and for a system that charges by itself, `CardRefused`, `CardNotConfirmed`, `CardNotSaved`, `PaymentClosed`, `PaymentProviderUnavailable`.
 */
export async function confirmPayment(
  { db, systems, settling, log }: ConfirmingOptions,
  asked: { readonly system: PaymentSystemName; readonly providerId: string; readonly token: string },
): Promise<{ readonly status: PaymentStatus }> {
  const { system: name, providerId, token } = asked;
  const row = await readByProviderId(db, name, providerId);
  const system = systems.all.find((one) => one.name === name);
  if (system?.confirm === undefined) throw failures.notFound();
  if (row === null) return keepCard(system, { providerId, token, log });
  if (!isOpen(row.status)) return { status: row.status };
  const isPayable = await settling.locked(name, providerId, (_tx, payment) => payment.isPayable());
  if (!isPayable) throw paymentClosed();
  const report = await system.confirm(providerId, token).catch(refusedCard(log, outcomeUnknown));
  await settling.settle(report);
  if (report.status === 'failed') throw cardRefused();
  return { status: (await readByProviderId(db, name, providerId))?.status ?? row.status };
}

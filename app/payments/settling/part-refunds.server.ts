import type { Tx } from '#base/db/db.server.ts';
import type { Minor } from '#base/money/money.ts';
import type { PaymentDeps } from '../payment-deps.server.ts';
import { notPaid, partRefundNotOffered } from '../payment-failures.ts';
import type { PaymentFlag } from '../payment-flag.ts';
import { mostRefundTries } from '../payment-status.ts';
import { isProviderError, type ProviderPayment, type ProviderRefusal } from '../payment-system.server.ts';
import {
  claimDueParts,
  claimStoppedParts,
  decidePart,
  insertPart,
  lockPaymentRow,
  type PartRow,
  type PartState,
  readPart,
  stopPart,
} from './part-refunds-store.server.ts';
import type { PaymentOwners } from './payment-owners.server.ts';
import { problemOf } from './payment-problem.server.ts';
import type { PaymentSettling } from './payment-settling.server.ts';
import { flagPayment, flagUnrefundedPayment } from './payments-store.server.ts';
import { bookProviderRefund } from './provider-refunds.server.ts';
import { askAboutSoon } from './provider-refunds-store.server.ts';
import { isFinalRefusal, isRefusedTry } from './refund-refusals.server.ts';

interface PartRefundsOptions extends PaymentDeps {
  readonly owners: PaymentOwners;
  readonly settling: PaymentSettling;
}

/** Partial refunds of paid payments. Each is stored before it is requested at the provider, where its id is the idempotency key. */
export class PartRefunds {
  readonly #options: PartRefundsOptions;

  constructor(options: PartRefundsOptions) {
    this.#options = options;
  }

  /**
   * Stores a partial refund in the caller's transaction; the provider is not called yet. The caller holds a lock that serializes the
   * refunds of one payment. Throws `NotPaid`, also if less is left of the payment, and `PartRefundNotOffered`.
   */
  async plan(tx: Tx, part: { readonly id: string; readonly paymentId: string; readonly amount: Minor }): Promise<void> {
    const system = await insertPart(tx, part);
    if (system === null) throw notPaid();
    if (!this.#options.systems.refundsParts(system)) throw partRefundNotOffered();
  }

  /** Requests a stored refund at the provider. Safe to repeat; `Wanted`: no answer yet, the background tries again. */
  async carryOut(id: string): Promise<PartState> {
    const { db, systems, settling, log } = this.#options;
    const part = await readPart(db, id);
    if (part === null) throw new Error(`the partial refund ${id} does not exist`);
    if (part.state !== 'Wanted') return part.state;
    try {
      const update = await systems.of(part.system).refund(part.providerId, `part-${id}`, part.amount);
      // With this part, or by the provider's support, the whole payment is refunded: that closes its parts too.
      if (update.status === 'refunded') await settling.settle(update);
      else await this.#finish(part, update);
      await stopPart(db, part, mostRefundTries);
    } catch (error) {
      if (!isProviderError(error)) throw error;
      log.warn({ err: error, refundId: id }, 'a part of a payment could not be given back yet');
      if (isFinalRefusal(error)) await this.#refuse(part, error);
      else if (isRefusedTry(error)) await this.#stopRefused(part, error);
    }
    return (await readPart(db, id))?.state ?? 'Wanted';
  }

  /** Claims the partial refunds of a payment whose tries have ended; the caller carries them out after its commit. */
  claimStopped(tx: Tx, paymentId: string): Promise<string[]> {
    return claimStoppedParts(tx, paymentId);
  }

  /** One round of the background over open partial refunds. A failure does not stop the others. */
  async sweep(most: number): Promise<void> {
    const due = await claimDueParts(this.#options.db, most);
    const rounds = await Promise.allSettled(due.map((id) => this.carryOut(id)));
    const failed = rounds.find(({ status }) => status === 'rejected');
    if (failed?.status === 'rejected') throw failed.reason;
  }

  async #finish(part: PartRow, update: ProviderPayment): Promise<void> {
    const { db, owners, log } = this.#options;
    const { id, paymentId, amount } = part;
    await db.transaction(async (tx) => {
      const row = await lockPaymentRow(tx, paymentId);
      const problem = problemOf(row, update) ?? problemOfPart(amount, update);
      if (problem !== null) {
        const isNew = await flagPayment(tx, row.id, problem);
        if (isNew)
          log.error({ paymentId, problem, reportedAmount: update.amount }, 'the provider reports an impossible state');
        return;
      }
      if (await decidePart(tx, part, 'Done')) await owners.notifyPartDecided(tx, row, { refundId: id, state: 'Done' });
      const { refundedAmount } = update;
      if (refundedAmount !== null) {
        await bookProviderRefund(tx, { ...update, providerId: update.id, refundedAmount }, { owners, log });
      }
    });
  }

  async #refuse(part: PartRow, { code }: ProviderRefusal): Promise<void> {
    const { db, owners } = this.#options;
    const { id, paymentId } = part;
    await db.transaction(async (tx) => {
      const row = await lockPaymentRow(tx, paymentId);
      if (!(await decidePart(tx, part, 'Refused'))) return;
      await flagPayment(tx, paymentId, `PartRefused ${code}`);
      await owners.notifyPartDecided(tx, row, { refundId: id, state: 'Refused' });
      // A refund that the provider made by itself may have been mistaken for this one until now.
      await askAboutSoon(tx, paymentId);
    });
  }

  /** The last try was refused, and not for good: the part stays open, and staff see its payment flagged. */
  async #stopRefused(part: PartRow, { code }: ProviderRefusal): Promise<void> {
    const { db, log } = this.#options;
    const { id: refundId, paymentId } = part;
    const problem = `PartStopped ${code}` as const;
    const isNew = await db.transaction(async (tx) => {
      await lockPaymentRow(tx, paymentId);
      const isStopped = await stopPart(tx, part, mostRefundTries);
      return isStopped && (await flagUnrefundedPayment(tx, paymentId, problem));
    });
    if (isNew) log.error({ paymentId, refundId, problem }, 'the tries of a refund are over');
  }
}

function problemOfPart(amount: number, { status, refundedAmount }: ProviderPayment): PaymentFlag | null {
  if (status !== 'paid') return 'PartOfClosed';
  if (refundedAmount !== null && refundedAmount < amount) return `OtherRefund ${refundedAmount} ${amount}`;
  return null;
}

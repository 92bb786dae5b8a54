import type { Queryable } from '#base/db/db.server.ts';
import { minor } from '#base/money/money.ts';
import type { PaymentDeps } from '../payment-deps.server.ts';
import { isOpen, type PaymentStatus } from '../payment-status.ts';
import { isProviderError, isRefusedCharge, ProviderUnavailable, type SavedCard } from '../payment-system.server.ts';
import type { PaymentSystemName } from '../payment-systems.ts';
import type { PaymentChecks } from './payment-checks.server.ts';
import { asUnavailable, payerOf } from './payment-opening.server.ts';
import type { PaymentSettling } from './payment-settling.server.ts';
import { readByReference } from './payments-store.server.ts';

interface ChargesOptions extends PaymentDeps {
  readonly settling: PaymentSettling;
  readonly checks: PaymentChecks;
}

/** A payment of 0 that waits for the payer's card. */
interface OpenedSaving {
  readonly system: PaymentSystemName;
  readonly providerId: string;
  readonly paymentUrl: string;
  readonly expiresAt: Date;
  readonly payer: ReturnType<typeof payerOf>['payer'];
}

/**
 * What is known of the payments of a reference. `none`: there is none. `unknown`: the provider must be asked again before anything else.
 * `open`: one may still be charged. `failed`: the last one was refused. `expired`: nobody has tried to pay it in time.
 */
export type ChargeState = 'none' | 'unknown' | 'open' | 'failed' | 'expired' | 'paid';

function chargeStateOf(payment: { status: PaymentStatus; isChecked: boolean } | null): ChargeState {
  if (payment === null) return 'none';
  if (payment.status === 'Paid' || payment.status === 'Refunded') return 'paid';
  if (!payment.isChecked) return 'unknown';
  if (isOpen(payment.status)) return 'open';
  return payment.status === 'Expired' ? 'expired' : 'failed';
}

/** Saves cards at the provider and charges them without the payer. */
export class CardCharges {
  readonly #options: ChargesOptions;

  constructor(options: ChargesOptions) {
    this.#options = options;
  }

  /** The system that a payer has chosen for charges every month, by default the first that can; null: there is none. */
  systemFor(name: PaymentSystemName | undefined): PaymentSystemName | null {
    return this.#options.systems.chosenForMonths(name)?.name ?? null;
  }

  /** The systems that payers may choose from for charges every month, the default first. */
  get offered(): readonly PaymentSystemName[] {
    return this.#options.systems.offeredForMonths;
  }

  /** Opens the saving of a card at the system that charges it. `reference` names this saving alone. Throws `PaymentProviderUnavailable`. */
  async openSaving(asked: {
    readonly system: PaymentSystemName;
    readonly reference: string;
    readonly description: string;
    readonly returnPath: string;
  }): Promise<OpenedSaving> {
    const { systems, currency, publicUrl, log } = this.#options;
    const { system: name, reference, description, returnPath } = asked;
    try {
      const payment = { amount: minor(0), currency, reference, description, savesCard: true };
      const system = systems.of(name);
      const {
        id: providerId,
        payerUrl,
        expiresAt,
      } = await system.open({ ...payment, returnUrl: `${publicUrl}${returnPath}` });
      return { system: name, providerId, paymentUrl: payerUrl, expiresAt, payer: payerOf(system, true).payer };
    } catch (error) {
      throw asUnavailable(error, log, 'the saving of a card could not be opened');
    }
  }

  /** The card that a payment has saved: null while it is not paid. `isOver`: it cannot be paid any more. Throws `PaymentProviderUnavailable`. */
  async readSaved(
    name: PaymentSystemName,
    providerId: string,
  ): Promise<{ readonly card: SavedCard | null; readonly isOver: boolean }> {
    const { systems, log } = this.#options;
    try {
      const { saved } = systems.of(name);
      if (saved === undefined) throw new ProviderUnavailable(`the payment system ${name} saves no cards`);
      const { card, status } = await saved.read(providerId);
      return { card, isOver: card === null && status !== 'created' && status !== 'code_required' };
    } catch (error) {
      throw asUnavailable(error, log, 'the provider could not be asked');
    }
  }

  /** Which payment has paid for a reference, and at which system; null: none. */
  async paymentOf(
    db: Queryable,
    reference: string,
  ): Promise<{ readonly system: PaymentSystemName; readonly providerId: string } | null> {
    const row = (await readByReference(db, reference)).find(({ status }) => status === 'Paid');
    return row ? { system: row.system, providerId: row.providerId } : null;
  }

  /** Asks the provider about all payments of a reference whose outcome is not known. */
  async stateOf(reference: string): Promise<ChargeState> {
    return chargeStateOf(await this.#options.checks.check(reference));
  }

  /**
   * Charges the open payment of a reference and settles the answer. Without an answer the state is `unknown`. `refusal`: the code of a
   * refusal that leaves the payment open.
   */
  async charge(reference: string, token: string): Promise<ChargeState | { readonly refusal: string }> {
    const { db, systems, settling, log } = this.#options;
    const row = (await readByReference(db, reference)).find(({ status }) => isOpen(status));
    const saved = row && systems.of(row.system).saved;
    if (row === undefined || saved === undefined) return this.stateOf(reference);
    try {
      await settling.settle(await saved.charge(row.providerId, token));
      return await this.stateOf(reference);
    } catch (error) {
      if (isRefusedCharge(error)) return { refusal: error.code };
      if (!isProviderError(error)) throw error;
      log.warn({ err: error, paymentId: row.id }, 'a charge without the payer has no answer');
      return 'unknown';
    }
  }

  /** The provider's code for the refusal of the newest payment of a reference; null: it reports none, or does not answer. */
  async failureOf(reference: string): Promise<string | null> {
    const { db, systems } = this.#options;
    const [row] = await readByReference(db, reference);
    if (row === undefined) return null;
    try {
      return (await systems.of(row.system).ask(row.providerId)).failure ?? null;
    } catch (error) {
      if (isProviderError(error)) return null;
      throw error;
    }
  }
}

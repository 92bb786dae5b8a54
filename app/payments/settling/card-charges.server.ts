import type { Queryable, Tx } from '#base/db/db.server.ts';
import { minor } from '#base/money/money.ts';
import type { PaymentDeps } from '../payment-deps.server.ts';
import { isOpen, type PaymentStatus } from '../payment-status.ts';
import {
  type ForgottenCard,
  isProviderError,
  isRefusedCharge,
  ProviderUnavailable,
  type RemovedCard,
  type SavedCard,
} from '../payment-system.server.ts';
import type { PaymentSystemName } from '../payment-systems.ts';
import type { PaymentChecks } from './payment-checks.server.ts';
import { asUnavailable, payerOf } from './payment-opening.server.ts';
import type { PaymentSettling } from './payment-settling.server.ts';
import { type PaymentRow, readByReference } from './payments-store.server.ts';

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
 * `open`: one may still be charged. `elsewhere`: so it is, but at another system than the card's. `failed`: the last one was refused. `expired`: nobody
 * has tried to pay it in time.
 */
export type ChargeState = 'none' | 'unknown' | 'open' | 'elsewhere' | 'failed' | 'expired' | 'paid';

/** A card that is charged without the payer, at the system that has given its token: no other one may see that. */
interface ChargedCard {
  readonly system: PaymentSystemName;
  readonly token: string;
}

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

  /** The card of a payment or saving was taken, or is not wanted: nothing of it stays here. Null: there was none. */
  async forgetSaved(tx: Tx, name: PaymentSystemName, providerId: string): Promise<ForgottenCard | null> {
    const system = this.#options.systems.all.find((one) => one.name === name);
    return (await system?.saved?.forget?.(tx, providerId)) ?? null;
  }

  /** Has a system remove a card that is not charged any more; false: not yet. */
  async removeCard(name: PaymentSystemName, card: RemovedCard): Promise<boolean> {
    try {
      return (await this.#options.systems.of(name).saved?.remove?.(card)) ?? true;
    } catch (error) {
      if (isProviderError(error)) return false;
      throw error;
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

  /** Asks the providers about all payments of a reference whose outcome is not known. `system`: of the card that is to be charged. */
  async stateOf(reference: string, system?: PaymentSystemName): Promise<ChargeState> {
    const state = chargeStateOf(await this.#options.checks.check(reference));
    if (state !== 'open' || system === undefined) return state;
    return (await this.#openAt(system, reference)) === null ? 'elsewhere' : 'open';
  }

  /** The payment of a reference that is open at a system; null: none is, though one may be at another system. */
  async #openAt(system: PaymentSystemName, reference: string): Promise<PaymentRow | null> {
    const rows = await readByReference(this.#options.db, reference);
    return rows.find((row) => row.system === system && isOpen(row.status)) ?? null;
  }

  /**
   * Charges the payment of a reference that is open at the card's system and settles the answer; what is open at another system is left alone. Without
   * an answer the state is `unknown`. `refusal`: the code of a refusal that leaves the payment open.
   */
  async charge(reference: string, { system, token }: ChargedCard): Promise<ChargeState | { readonly refusal: string }> {
    const { systems, settling, log } = this.#options;
    const row = await this.#openAt(system, reference);
    const saved = row && systems.of(row.system).saved;
    if (row === null || !saved) return this.stateOf(reference, system);
    try {
      const charged = await saved.charge(row.providerId, token);
      await settling.settle(charged);
      const state = await this.stateOf(reference, system);
      // What is open elsewhere says nothing of the payment that was charged.
      return state === 'elsewhere' && charged.status === 'failed' ? 'failed' : state;
    } catch (error) {
      if (isRefusedCharge(error)) return { refusal: error.code };
      if (!isProviderError(error)) throw error;
      log.warn({ err: error, paymentId: row.id }, 'a charge without the payer has no answer');
      return 'unknown';
    }
  }

  /** A system's code for the refusal of its newest payment of a reference; null: it has none, reports none, or does not answer. */
  async failureOf(reference: string, system: PaymentSystemName): Promise<string | null> {
    const { db, systems } = this.#options;
    const row = (await readByReference(db, reference)).find((one) => one.system === system);
    if (row === undefined) return null;
    try {
      return (await systems.of(row.system).ask(row.providerId)).failure ?? null;
    } catch (error) {
      if (isProviderError(error)) return null;
      throw error;
    }
  }
}

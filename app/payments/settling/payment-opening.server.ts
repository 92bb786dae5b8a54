import type { Logger } from 'pino';
import type { Database, Queryable } from '#base/db/db.server.ts';
import { type Minor, minor } from '#base/text/money.ts';
import { otherPaymentOpen, paymentProviderUnavailable } from '../payment-failures.ts';
import { isProviderError, type PaymentProvider, ProviderRefusal } from '../provider/provider-client.server.ts';
import {
  insertPayment,
  type OwnerRow,
  type PaymentRow,
  readByProviderId,
  readByReference,
} from './payments-store.server.ts';

export interface NewPayment {
  readonly kind: string;
  readonly reference: string;
  readonly amount: Minor;
  /** Shown to the payer by the provider. */
  readonly description: string;
}

/** A payment ready to be paid: the browser sends the card to `paymentUrl` (docs/rules.md#payment-gateway). */
interface OpenedPayment {
  readonly paymentId: string;
  readonly paymentUrl: string;
  readonly amount: Minor;
  readonly expiresAt: Date;
}

/** Inserts a payment that is open at the provider, together with its owner's row in one statement. */
export type WritePayment = (db: Queryable) => Promise<OpenedPayment>;

interface PaymentOpeningOptions {
  readonly db: Database;
  readonly provider: PaymentProvider;
  readonly currency: string;
  readonly callbackUrl: string | (() => string);
  readonly log: Pick<Logger, 'warn'>;
}

/** Turns an error of the provider into `PaymentProviderUnavailable` and logs it; returns any other error unchanged. */
export function asUnavailable(error: unknown, log: Pick<Logger, 'warn'>, message: string): unknown {
  if (!isProviderError(error)) return error;
  log.warn({ err: error }, message);
  return paymentProviderUnavailable.because({ retryAfter: 10 });
}

/** Opens payments at the provider. */
export class PaymentOpening {
  readonly #options: PaymentOpeningOptions;
  readonly #ask: (row: PaymentRow) => Promise<unknown>;

  /** `ask`: asks the provider about a payment and settles the answer. */
  constructor(options: PaymentOpeningOptions, ask: (row: PaymentRow) => Promise<unknown>) {
    this.#options = options;
    this.#ask = ask;
  }

  /**
   * Opens a payment at the provider. Called before the transaction that inserts the payment, so that no transaction waits for the provider.
   * The provider has one open payment per reference: a repeated call returns the same payment. Throws `PaymentProviderUnavailable`, or
   * `OtherPaymentOpen` if a payment over another amount is open.
   */
  async open(payment: NewPayment, owner: OwnerRow): Promise<WritePayment> {
    const { provider, currency, callbackUrl, log } = this.#options;
    const { kind, reference, amount, description } = payment;
    const url = typeof callbackUrl === 'string' ? callbackUrl : callbackUrl();
    try {
      const { id, expiresAt } = await provider.create({ amount, currency, reference, description, callbackUrl: url });
      const row = { kind, reference, providerId: id, amount, currency, expiresAt };
      return async (db) => {
        const paymentId = (await insertPayment(db, row, owner)) ?? (await readByProviderId(db, id))?.id;
        if (paymentId === undefined) throw new Error('the payment that has just been inserted does not exist');
        return { paymentId, paymentUrl: provider.payerUrl(id), amount, expiresAt };
      };
    } catch (error) {
      if (error instanceof ProviderRefusal && error.code === 'ReferenceInUse') throw otherPaymentOpen.because();
      const isPaid = error instanceof ProviderRefusal && error.code === 'AlreadyPaid';
      const paid = isPaid ? await this.#findPaid(reference) : null;
      if (paid) return async () => paid;
      throw asUnavailable(error, log, 'a payment could not be opened');
    }
  }

  /** The payment that is already paid according to the provider; its callback may not have arrived yet. */
  async #findPaid(reference: string): Promise<OpenedPayment | null> {
    const { db, provider, log } = this.#options;
    const row = await readByReference(db, reference);
    if (row === null) return null;
    if (row.isWaiting) {
      await this.#ask(row).catch((error: unknown) => {
        throw asUnavailable(error, log, 'the provider could not be asked');
      });
    }
    const paymentUrl = provider.payerUrl(row.providerId);
    return { paymentId: row.id, paymentUrl, amount: minor(row.amount), expiresAt: row.expiresAt };
  }
}

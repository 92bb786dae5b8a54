import type { Logger } from 'pino';
import { failures } from '#base/calls/errors.ts';
import type { Queryable } from '#base/db/db.server.ts';
import { type Minor, minor } from '#base/money/money.ts';
import type { Locale } from '#base/text/locales.ts';
import type { PaymentDeps } from '../payment-deps.server.ts';
import { amountNotTaken, otherPaymentOpen, paymentProviderUnavailable } from '../payment-failures.ts';
import { type PaymentLine, requireWholeSum } from '../payment-lines.ts';
import { isOpen } from '../payment-status.ts';
import { isProviderError, type PaymentSystem, ProviderRefusal, ProviderUnavailable } from '../payment-system.server.ts';
import type { PayerWay, PaymentSystemName } from '../payment-systems.ts';
import { probeSystems } from '../system-offer.server.ts';
import type { PaymentSettling } from './payment-settling.server.ts';
import {
  closePayment,
  insertPayment,
  type NewPaymentRow,
  type OwnerRow,
  type PaymentRow,
  readByProviderId,
  readByReference,
} from './payments-store.server.ts';
import type { ProviderPolling } from './provider-polling.server.ts';

export interface NewPayment {
  readonly kind: string;
  readonly reference: string;
  readonly amount: Minor;
  /** What it pays for; together the amount. */
  readonly lines: readonly PaymentLine[];
  /** Shown to the payer by the provider. */
  readonly description: string;
  /** The page of the donation or order. */
  readonly returnPath: string;
  /** The payer's choice; by default the first that is offered. */
  readonly system?: PaymentSystemName | undefined;
  /** The payer's language; by default Russian. */
  readonly language?: Locale;
  /** Saves the card for charges without the payer. */
  readonly savesCard?: boolean;
  /** It is charged without the payer, at `system`, whether that is offered or not. */
  readonly isWithoutPayer?: boolean;
  /** Another donation or order that the payer leaves for this one, and its page. */
  readonly instead?: { readonly reference: string; readonly returnPath: string };
}

/** How the payer pays elsewhere than at the gateway, whose `paymentUrl` takes the card. */
interface Payer {
  readonly system: PaymentSystemName;
  readonly way: PayerWay;
  readonly publicKey: string | null;
  /** The card is saved for charges without the payer. */
  readonly savesCard?: true;
}

/**
 * A payment ready to be paid: the browser sends the card to `paymentUrl` (docs/rules.md#payment-gateway), or as `payer` says, which is
 * absent at the gateway.
 */
interface OpenedPayment {
  readonly paymentId: string;
  readonly paymentUrl: string;
  readonly amount: Minor;
  readonly expiresAt: Date;
  readonly payer?: Payer;
  /** The donation or order of `instead`, which has turned out to be paid: this is its payment, and no other one is opened. */
  readonly paidInstead?: string;
}

/** Inserts a payment that is open at the provider, together with its owner's row in one statement. */
export type WritePayment = (db: Queryable) => Promise<OpenedPayment>;

interface PaymentOpeningOptions extends PaymentDeps {
  readonly settling: PaymentSettling;
  readonly polling: ProviderPolling;
}

/** Turns an error of the provider into `PaymentProviderUnavailable` and logs it; returns any other error unchanged. `said`: instead of its own words. */
export function asUnavailable(error: unknown, log: Pick<Logger, 'warn'>, message: string, said?: string): unknown {
  if (!isProviderError(error)) return error;
  log.warn({ err: error }, message);
  return paymentProviderUnavailable({ message: said, retryAfter: 10 });
}

/** Opens payments at the provider. */
export class PaymentOpening {
  readonly #options: PaymentOpeningOptions;

  constructor(options: PaymentOpeningOptions) {
    this.#options = options;
  }

  /**
   * Opens a payment at the provider. Called before the transaction that inserts the payment, so that no transaction waits for the provider.
   * The provider has one open payment per reference: a repeated call returns the same payment. One that is open at another system is
   * asked about first and then closed, if that system allows it (decision 31). Throws `PaymentProviderUnavailable`, or `OtherPaymentOpen`
   * if a payment over another amount is open.
   */
  async open(payment: NewPayment, owner: OwnerRow): Promise<WritePayment> {
    const { currency, publicUrl, taxItem = null, log } = this.#options;
    const { kind, reference, amount, lines, description, savesCard, language = 'ru' } = payment;
    requireWholeSum(lines, amount);
    const system = this.#chosen(payment);
    if (system === null) throw failures.validationFailed({ fields: { system: 'Выберите другой способ оплаты' } });
    const returnUrl = `${publicUrl}${payment.returnPath}`;
    const paidElsewhere =
      (await this.#leaveEarlier(payment)) ?? (await this.#leaveOthers(reference, system, returnUrl));
    if (paidElsewhere) return async () => paidElsewhere;
    try {
      const { id, expiresAt, payerUrl } = await system.open({
        amount,
        currency,
        reference,
        description,
        returnUrl,
        language,
        savesCard,
      });
      const opened = { system: system.name, providerId: id, expiresAt };
      const row: NewPaymentRow = { kind, reference, amount, currency, lines, taxItem, ...opened };
      return async (db) => {
        const paymentId = (await insertPayment(db, row, owner)) ?? (await this.#storedId(db, row));
        return { paymentId, paymentUrl: payerUrl, amount, expiresAt, ...payerOf(system, savesCard) };
      };
    } catch (error) {
      if (error instanceof ProviderRefusal && error.code === 'ReferenceInUse') throw otherPaymentOpen();
      if (error instanceof ProviderRefusal && error.code === 'AmountRefused') throw amountNotTaken();
      const isPaid = error instanceof ProviderRefusal && error.code === 'AlreadyPaid';
      const paid = isPaid ? await this.#findPaid(reference, returnUrl) : null;
      if (paid) return async () => paid;
      const failure = asUnavailable(error, log, 'a payment could not be opened');
      if (error instanceof ProviderUnavailable && !payment.isWithoutPayer) await this.#doubt(system);
      throw failure;
    }
  }

  /** Finds out whether a system is down before its payer is refused: the form is then loaded anew, and offers the others. */
  async #doubt(system: PaymentSystem): Promise<void> {
    const { systems, log } = this.#options;
    if (systems.isDown(system.name)) return;
    await probeSystems(this.#options, system).catch((error: unknown) => {
      log.error({ err: error, system: system.name }, 'a payment system could not be asked whether it answers');
    });
  }

  /** The payment that the system has open for this reference already. What it has for another one is never taken for it. */
  async #storedId(db: Queryable, { system, providerId, kind, reference }: NewPaymentRow): Promise<string> {
    const stored = await readByProviderId(db, system, providerId);
    if (stored?.kind === kind && stored.reference === reference) return stored.id;
    throw new Error(`${system} has the payment ${providerId} of another reference`);
  }

  #chosen({ system, savesCard, isWithoutPayer }: NewPayment): PaymentSystem | null {
    const { systems } = this.#options;
    if (isWithoutPayer && system !== undefined) return systems.of(system);
    return savesCard ? systems.chosenForMonths(system) : systems.chosen(system);
  }

  /**
   * Closes the payments of a reference that are open at other systems, where that is certain; elsewhere a second payment is refunded as a late
   * one. Each is asked about first: the one that turns out to be paid is returned.
   */
  async #leaveOthers(reference: string, chosen: PaymentSystem, returnUrl: string): Promise<OpenedPayment | null> {
    const { db, systems } = this.#options;
    if (systems.all.length === 1) return null;
    const isOther = ({ system, status }: PaymentRow) => system !== chosen.name && isOpen(status);
    const others = (await readByReference(db, reference)).filter(isOther);
    return others.length === 0 ? null : this.#leave(others, reference, returnUrl);
  }

  /** The same for all payments of the donation or order that the payer leaves for this one. */
  async #leaveEarlier({ instead }: NewPayment): Promise<OpenedPayment | null> {
    if (instead === undefined) return null;
    const { db, publicUrl } = this.#options;
    const { reference, returnPath } = instead;
    const open = (await readByReference(db, reference)).filter(({ status }) => isOpen(status));
    const paid = await this.#leave(open, reference, `${publicUrl}${returnPath}`);
    return paid && { ...paid, paidInstead: reference };
  }

  async #leave(rows: readonly PaymentRow[], reference: string, returnUrl: string): Promise<OpenedPayment | null> {
    const { db, systems, settling, polling } = this.#options;
    for (const row of rows) {
      await this.#available(polling.leave(row));
      if (systems.of(row.system).asksFirst) await settling.close((tx) => closePayment(tx, row.id));
    }
    const [row] = await readByReference(db, reference);
    return row?.status === 'Paid' ? this.#shown(row, returnUrl) : null;
  }

  /** The payment that is already paid according to the provider; its callback may not have arrived yet. */
  async #findPaid(reference: string, returnUrl: string): Promise<OpenedPayment | null> {
    const { db, polling } = this.#options;
    const [row] = await readByReference(db, reference);
    if (row === undefined) return null;
    if (row.isWaiting) await this.#available(polling.ask(row));
    return this.#shown(row, returnUrl);
  }

  async #available(question: Promise<unknown>): Promise<void> {
    await question.catch((error: unknown) => {
      throw asUnavailable(error, this.#options.log, 'the provider could not be asked');
    });
  }

  #shown(row: PaymentRow, returnUrl: string): OpenedPayment {
    const system = this.#options.systems.of(row.system);
    const paymentUrl = system.paidUrl?.(row.providerId) ?? returnUrl;
    return { paymentId: row.id, paymentUrl, amount: minor(row.amount), expiresAt: row.expiresAt, ...payerOf(system) };
  }
}

/** How a payment of a system is paid; `savesCard`: and its card is saved. */
export function payerOf({ name, way, publicKey }: PaymentSystem, savesCard = false): { readonly payer?: Payer } {
  return name === 'gateway'
    ? {}
    : { payer: { system: name, way, publicKey: publicKey ?? null, ...(savesCard && { savesCard }) } };
}

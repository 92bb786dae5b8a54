import type { FastifyInstance } from 'fastify';
import type { Tx } from '#base/db/db.server.ts';
import type { Minor } from '#base/money/money.ts';
import type { Locale } from '#base/text/locales.ts';
import type { FiscalReceipt } from './fiscal-receipts-store.server.ts';
import type { PaymentFlag } from './payment-flag.ts';
import type { NamedLine } from './payment-lines.ts';
import type { PayerWay, PaymentSystemName } from './payment-systems.ts';
import type { ProviderStatus } from './systems/payer-client.ts';
import type { SystemBooks } from './systems/system-books.server.ts';

/** A card that the provider has refused. It cannot be charged with what is known of it. */
export interface RefusedCard {
  /** As the provider spells it. */
  readonly system: string;
  /** The first four to six digits. */
  readonly prefix: string;
}

/** A payment as its system reports it. */
export interface ProviderPayment {
  readonly system: PaymentSystemName;
  readonly id: string;
  readonly status: ProviderStatus;
  readonly amount: Minor;
  readonly currency: string;
  readonly reference: string;
  /** The first digits of the card that was used, which name its card system; null if the provider does not report them. */
  readonly cardPrefix: string | null;
  /** The cards that were refused, in their order; empty if the provider does not report them. */
  readonly refusals: readonly RefusedCard[];
  /** How much has been refunded so far; null if the provider does not report it. */
  readonly refundedAmount: Minor | null;
  /** What an operator has to look into; absent: nothing. */
  readonly problem?: PaymentFlag;
  /** The provider's code of the refusal that failed a charge without the payer. */
  readonly failure?: string | null | undefined;
  /** The system is giving the payment back, and says so until it has. */
  readonly isGivingBack?: boolean;
}

/** A payment to be opened at a system. */
export interface NewProviderPayment {
  readonly amount: Minor;
  readonly currency: string;
  readonly reference: string;
  readonly description: string;
  /** The page of the donation or order, to which a page of the system leads back. */
  readonly returnUrl: string;
  /** Of the payer; absent: he is not there, or it is not known. */
  readonly language?: Locale;
  /** Its card is saved for charges without the payer. Only for systems with `saved`. */
  readonly savesCard?: boolean | undefined;
}

/** A card that may be charged without the payer. `token` is a secret; `mask`: `8600 06** **** 0106`, `expiry`: `MMYY`. */
export interface SavedCard {
  readonly token: string;
  readonly mask: string;
  readonly expiry: string;
}

/** How a system charges saved cards. */
export interface SavedCards {
  /**
   * Charges an open payment once, however often it is called. A refusal is reported by a failed payment with its `failure`, or by a
   * `ProviderRefusal` of the status 400, 402 or 422, after which the payment may still be open and can be charged again.
   */
  charge(id: string, token: string): Promise<ProviderPayment>;
  /** The card that a paid payment has saved; a payment of 0 only saves it. Null: it is not paid, or has no card. */
  read(id: string): Promise<{ readonly card: SavedCard | null; readonly status: ProviderStatus }>;
  /**
   * Saves the card of a token that the payer's browser has got, without a payment. Null: there is no such saving. Throws `ProviderRefusal`. Absent: the
   * system saves it by itself.
   */
  keep?(id: string, token: string): Promise<'paid' | 'expired' | null>;
  /** Deletes what is stored here of the card that a payment or saving brings: it was taken, or is not wanted. Null: there was none. */
  forget?(tx: Tx, id: string): Promise<ForgottenCard | null>;
  /**
   * Removes a card there, however often it is called; false: not yet, for a payment may still bring it. Absent: the system has no call for that.
   */
  remove?(card: RemovedCard): Promise<boolean>;
}

/** What was stored of a card: its sealed token, and what is shown of it. */
export interface ForgottenCard {
  readonly tokenSealed: Buffer;
  readonly cardMask: string;
}

/** A card that is not charged any more. `mask`: what is shown of it. */
export type RemovedCard = Pick<SavedCard, 'token' | 'mask'>;

/** How a system makes fiscal receipts on request. */
export interface SystemReceipts {
  /** The receipt that the system has for a paid payment, or says that it has none. */
  read(id: string): Promise<FiscalReceipt | MissingReceipt>;
}

/** What can be done about a receipt that a system does not have. */
interface MissingReceipt {
  /**
   * Has the system make one of all lines, each of which has its item, by a single request. Null: it does, and `read` finds it later; else why it does
   * not. Called at most once for a payment unless it was refused. Absent: the system only makes its own.
   */
  readonly submit?: (lines: readonly NamedLine[]) => Promise<string | null>;
}

/** A payment that a system has opened. */
export interface OpenedAtProvider {
  readonly id: string;
  readonly expiresAt: Date;
  /** Where the payer pays: an API that the browser calls, or a page of the system. */
  readonly payerUrl: string;
}

/** The system did not answer in time, or its answer breaks its contract. */
export class ProviderUnavailable extends Error {
  override name = 'ProviderUnavailable';
}

/** The system answered with one of its failures. */
export class ProviderRefusal extends Error {
  override name = 'ProviderRefusal';
  readonly code: string;
  readonly status: number;

  constructor(code: string, status: number, message: string) {
    super(message);
    this.code = code;
    this.status = status;
  }
}

/** Whether an error comes from a system, not from our own code. */
export function isProviderError(error: unknown): error is ProviderUnavailable | ProviderRefusal {
  return error instanceof ProviderUnavailable || error instanceof ProviderRefusal;
}

/** Whether the system has answered that it does not know the payment: nothing was paid with it. */
export function isUnknownPayment(error: unknown): boolean {
  return error instanceof ProviderRefusal && error.status === 404 && error.code === 'NotFound';
}

const refusedCharges: readonly number[] = [400, 402, 422];

/** Whether the system has answered that it does not charge the card: repeating the charge at once changes nothing. */
export function isRefusedCharge(error: unknown): error is ProviderRefusal {
  return error instanceof ProviderRefusal && refusedCharges.includes(error.status);
}

/** A payment whose row is locked until the transaction ends. */
export interface LockedPayment {
  /** Whether it may still be paid: it is open, and its donation or order takes money. Locks their rows. */
  isPayable(): Promise<boolean>;
  /** Settles what the system reports, in the same transaction: nobody can close the payment in between. */
  settle(report: ProviderPayment): Promise<void>;
  /** Has the system asked about the payment within ten seconds, even where its questions had ended. */
  askSoon(): Promise<void>;
}

/** What the callbacks of a system that asks us before it charges may do. */
export interface CallbackPayments {
  /** Runs `work` with one of the system's payments locked; null if there is no such payment. */
  locked<Result>(providerId: string, work: (tx: Tx, payment: LockedPayment) => Promise<Result>): Promise<Result | null>;
}

/**
 * A payment system: the gateway of the specification or a real one. `open`, `ask`, `refund` and `confirm` throw `ProviderUnavailable` or
 * `ProviderRefusal`, whose codes are those of the gateway: `ReferenceInUse`, `AmountRefused`, `AlreadyPaid`, `NotFound`, `NotPaid`, `RefundTooLarge`,
 * `RefundElsewhere` where only the system's own support can refund, and `Closed` where it has asked us and takes no money any more.
 */
export interface PaymentSystem {
  readonly name: PaymentSystemName;
  readonly way: PayerWay;
  /** Public name of our account, which the payer's browser needs; absent: it needs none. */
  readonly publicKey?: string;
  /** Origins that the payer's browser calls from our pages. */
  readonly browserOrigins: readonly string[];
  /** Whether it asks us before it charges: a payment that we have closed cannot be paid there any more. */
  readonly asksFirst: boolean;
  /** Its own books, for comparing them with ours; absent: they cannot be read. */
  readonly books?: SystemBooks;
  /** The page on which an operator refunds its payments; absent: they are refunded on request. */
  readonly refundCabinet?: string;
  /** Whether a part of a payment can be refunded. */
  readonly refundsParts: boolean;
  /** Whether its fiscal receipts are made of the lines that it gets from us, each with its item; absent: it gets none. */
  readonly takesLines?: boolean;
  /** Absent: the system reports its fiscal receipts by itself, or has none. */
  readonly receipts?: SystemReceipts;
  /** Opens a payment. There is at most one open payment per reference, so that repeating the call is safe. */
  open(payment: NewProviderPayment): Promise<OpenedAtProvider>;
  /** Where a payment that is paid already was paid; absent: its donation or order is shown. */
  paidUrl?(id: string): string;
  ask(id: string): Promise<ProviderPayment>;
  /** Asks what the system answers, or refuses, whenever it is up; absent: the server need not reach it for a payment. */
  probe?(): Promise<unknown>;
  /** Whether the system has given up all attempts at an open payment; another may follow. Absent: it is not known. */
  isRefused?(id: string): Promise<boolean>;
  /** Closes an open payment there, if that is still possible, and reports what it has become; absent: it cannot be closed there. */
  leave?(id: string): Promise<ProviderPayment>;
  /** Charges what the payer's browser has prepared at the system; absent: the system charges by itself. */
  confirm?(id: string, token: string): Promise<ProviderPayment>;
  /** Absent: the system cannot charge without the payer. */
  readonly saved?: SavedCards;
  /** Refunds what is left of a payment, or `amount` (minor units). Idempotent by `key`. */
  refund(id: string, key: string, amount?: number): Promise<ProviderPayment>;
  /** Adds the routes of the system's callbacks below `/api`. */
  register?(api: FastifyInstance, payments: CallbackPayments): void;
}

/** Which of the systems do not answer. */
export interface SystemStates {
  isDown(name: PaymentSystemName): boolean;
  /** Asks those that are down or have left a question unanswered. Returns those that have gone down or come back. */
  probe(systems: readonly PaymentSystem[]): Promise<readonly PaymentSystemName[]>;
}

const allUp: SystemStates = { isDown: () => false, probe: async () => [] };

/** The systems of this installation. */
export class PaymentSystems {
  readonly #systems: ReadonlyMap<string, PaymentSystem>;
  readonly #states: SystemStates;
  /** What payers may choose from while it answers; the first is the default. */
  readonly offered: readonly PaymentSystemName[];

  /** `systems`: all that are configured, also those that only refund what was paid earlier. */
  constructor(systems: readonly PaymentSystem[], offered: readonly PaymentSystemName[], states: SystemStates = allUp) {
    this.#systems = new Map(systems.map((system) => [system.name, system]));
    this.offered = offered;
    this.#states = states;
  }

  get all(): readonly PaymentSystem[] {
    return [...this.#systems.values()];
  }

  isDown(name: PaymentSystemName): boolean {
    return this.#states.isDown(name);
  }

  /** See `SystemStates.probe`. Of all systems, or of one. */
  probe(only?: PaymentSystem): Promise<readonly PaymentSystemName[]> {
    return this.#states.probe(only === undefined ? this.all : [only]);
  }

  /** The first that answers; the first of all if none does. */
  #firstOf(names: readonly PaymentSystemName[]): PaymentSystemName | undefined {
    return names.find((name) => !this.isDown(name)) ?? names[0];
  }

  /** The system that a payer has chosen, also if it is down: it may be back. By default the first that answers. Null: it is not offered. */
  chosen(name: PaymentSystemName | undefined): PaymentSystem | null {
    const wanted = name ?? this.#firstOf(this.offered);
    return wanted !== undefined && this.offered.includes(wanted) ? this.of(wanted) : null;
  }

  /** Those on offer that charge saved cards; the first is the default. */
  get offeredForMonths(): readonly PaymentSystemName[] {
    return this.offered.filter((one) => this.#systems.get(one)?.saved !== undefined);
  }

  /** The same as `chosen` among those. */
  chosenForMonths(name: PaymentSystemName | undefined): PaymentSystem | null {
    const able = this.offeredForMonths;
    const wanted = name ?? this.#firstOf(able);
    return wanted !== undefined && able.includes(wanted) ? this.of(wanted) : null;
  }

  /** Whether parts can be refunded; while the system is not configured, that is found out later. */
  refundsParts(name: PaymentSystemName): boolean {
    return this.#systems.get(name)?.refundsParts ?? true;
  }

  /** The system of a stored payment. Throws `ProviderUnavailable` while it is not configured. */
  of(name: PaymentSystemName): PaymentSystem {
    const system = this.#systems.get(name);
    if (system === undefined) throw new ProviderUnavailable(`the payment system ${name} is not configured`);
    return system;
  }
}

import type { Logger } from 'pino';
import type { Database, Queryable, Tx } from '#base/db.server.ts';
import { type Minor, minor } from '#base/money.ts';
import { notPaid, otherPaymentOpen, paymentProviderUnavailable } from './payment-failures.ts';
import { type PaymentOwner, PaymentOwners } from './payment-owners.server.ts';
import { problemOf } from './payment-problem.server.ts';
import { PaymentQuestions } from './payment-questions.server.ts';
import { isOpen, type PaymentStatus, statusesBefore, tellsOfMoney } from './payment-status.ts';
import {
  claimDuePayments,
  expirePayment,
  flagPayment,
  insertPayment,
  movePayment,
  type OwnerRow,
  type PaymentRow,
  readById,
  readByProviderId,
  readByReference,
  stopAsking,
} from './payments-store.server.ts';
import {
  type PaymentProvider,
  type ProviderPayment,
  ProviderRefusal,
  ProviderUnavailable,
} from './provider-client.server.ts';

/** Whose payments they are. */
export type { PaymentOwner };

export interface NewPayment {
  readonly kind: string;
  readonly reference: string;
  readonly amount: Minor;
  /** What the payer sees at the provider. */
  readonly description: string;
}

/** A payment ready to be paid: the browser sends the card to `paymentUrl` (contract, section 12). */
export interface OpenedPayment {
  readonly paymentId: string;
  readonly paymentUrl: string;
  readonly amount: Minor;
  readonly expiresAt: Date;
}

export interface PaymentState {
  readonly paymentId: string;
  readonly status: PaymentStatus;
  readonly amount: Minor;
}

/** `isChecked`: the status is final, or the provider's answer to a question that began after the check was asked for. */
interface CheckedPayment extends PaymentState {
  readonly isChecked: boolean;
}

/** What the provider tells, by callback or when asked. Only the question tells the currency and the cards. */
export type Told = Pick<ProviderPayment, 'id' | 'status' | 'reference'> &
  Partial<Pick<ProviderPayment, 'currency' | 'cardPrefix' | 'refusals'>> & { readonly amount: number };

/** Whether what was told belongs to a payment that we know. */
export type Settlement = 'known' | 'unknown';

export interface PaymentsOptions {
  readonly db: Database;
  readonly provider: PaymentProvider;
  /** ISO 4217 code of the country's currency. */
  readonly currency: string;
  /** Where the provider calls back: the address of `POST /api/Payment/Callback`. */
  readonly callbackUrl: string | (() => string);
  readonly owners: readonly PaymentOwner[];
  readonly log: Pick<Logger, 'info' | 'warn' | 'error'>;
}

const stepsTo: Readonly<Record<ProviderPayment['status'], readonly PaymentStatus[]>> = {
  created: [],
  code_required: ['AwaitingCode'],
  paid: ['Paid'],
  failed: ['Failed'],
  expired: ['Expired'],
  // Paid and given back before we heard of either: both steps are made.
  refunded: ['Paid', 'Refunded'],
};

function stateOf({ id, status, amount }: PaymentRow): PaymentState {
  return { paymentId: id, status, amount: minor(amount) };
}

/** All that is done with the provider's payments. Nobody else talks to the provider, and only `settle` makes a payment paid. */
export class Payments {
  readonly #options: PaymentsOptions;
  readonly #owners: PaymentOwners;
  readonly #questions: PaymentQuestions;

  constructor(options: PaymentsOptions) {
    this.#options = options;
    this.#owners = new PaymentOwners(options.owners);
    const { db, provider, log } = options;
    this.#questions = new PaymentQuestions({ db, provider, log, settle: (told) => this.settle(told) });
  }

  /**
   * Opens a payment at the provider, then writes it and `owner.insert` in one statement; not to be called within a
   * transaction, since it waits for the provider. For one reference the provider keeps one open payment: a repeated call
   * answers the same. Throws `PaymentProviderUnavailable`; `OtherPaymentOpen` where one over another amount is open.
   */
  async openPayment(db: Queryable, asked: NewPayment, owner: OwnerRow): Promise<OpenedPayment> {
    const { provider, currency, callbackUrl, log } = this.#options;
    const { kind, reference, amount, description } = asked;
    const url = typeof callbackUrl === 'string' ? callbackUrl : callbackUrl();
    try {
      const { id, expiresAt } = await provider.create({ amount, currency, reference, description, callbackUrl: url });
      const row = { kind, reference, providerId: id, amount, currency, expiresAt };
      const paymentId = (await insertPayment(db, row, owner)) ?? (await readByProviderId(db, id))?.id;
      if (paymentId === undefined) throw new Error('the payment that has just been written is not there');
      return { paymentId, paymentUrl: provider.payerUrl(id), amount, expiresAt };
    } catch (error) {
      if (error instanceof ProviderRefusal && error.code === 'ReferenceInUse') throw otherPaymentOpen.because();
      const paid =
        error instanceof ProviderRefusal && error.code === 'AlreadyPaid' ? await this.#paidMeanwhile(reference) : null;
      if (paid) return paid;
      throw this.#unavailable(error, log, 'a payment could not be opened');
    }
  }

  /** The state as it is stored; null for an unknown gift or order. */
  async readPayment(db: Queryable, reference: string): Promise<PaymentState | null> {
    const row = await readByReference(db, reference);
    return row && stateOf(row);
  }

  /**
   * The state of a gift's or order's payment; the provider is asked where it has not spoken its final word, though not
   * more than once in 2 seconds over all processes, and a provider that does not answer leaves the stored state, unchecked.
   */
  async checkPayment(reference: string): Promise<CheckedPayment | null> {
    const { db } = this.#options;
    const row = await readByReference(db, reference);
    if (!row?.isWaiting) return row && { ...stateOf(row), isChecked: true };
    const isAnswered = await this.#questions.check(row);
    const now = (await readByReference(db, reference)) ?? row;
    return { ...stateOf(now), isChecked: !now.isWaiting || (isAnswered && now.id === row.id) };
  }

  /**
   * Takes in a callback. About what is no money the provider is asked besides: only then does he tell which cards were refused.
   * Where he does not answer, the background's question brings them.
   */
  async hear(told: Told): Promise<Settlement> {
    const row = tellsOfMoney(told.status) ? null : await readByProviderId(this.#options.db, told.id);
    if (row?.isWaiting && problemOf(row, told) === null) await this.#questions.hear(row);
    return this.settle(told);
  }

  /**
   * Gives all of a paid payment back, at the provider first; the owner and the ledger follow. Safe to repeat: a payment
   * already given back stays so. `paymentId` says which, where a reference may have been paid for twice. Throws `NotPaid`
   * (also for an unknown reference), `PaymentProviderUnavailable`.
   */
  async refundPayment(reference: string, paymentId: string | null = null): Promise<void> {
    const { db, provider, log } = this.#options;
    const row = await (paymentId === null ? readByReference(db, reference) : readById(db, paymentId));
    if (row?.status === 'Refunded') return;
    if (row?.status !== 'Paid') throw notPaid.because();
    const told = await provider.refund(row.providerId, `refund-${row.id}`).catch((error: unknown) => {
      throw this.#unavailable(error, log, 'a payment could not be given back');
    });
    await this.settle(told);
  }

  /**
   * Takes in what the provider tells. One transaction moves the payment along its table and calls its owner; the row's lock
   * makes each step happen once, however many tell of it at the same moment. What cannot be (another amount, currency
   * or reference) moves nothing, is put before an operator and logged.
   */
  async settle(told: Told): Promise<Settlement> {
    return this.#options.db.transaction(async (tx) => {
      const fits = told.currency === undefined || told.currency === this.#options.currency;
      if (fits) await this.#owners.tellRefused(tx, told, told.refusals ?? []);
      let isMoved = false;
      for (const step of fits ? stepsTo[told.status] : []) {
        const row = await movePayment(tx, { ...told, providerId: told.id }, step, statusesBefore(step));
        if (row === null) continue;
        isMoved = true;
        await this.#owners.tellMoved(tx, row, told.cardPrefix ?? null);
      }
      return isMoved ? 'known' : this.#examine(tx, told);
    });
  }

  /**
   * One round of the background's questions, at most `most` payments. Answers how many were due and whether the provider
   * answered any of them. An unpaid payment a minute past its time expires even where the provider cannot be asked.
   */
  async sweep(most: number): Promise<{ due: number; isProviderUp: boolean }> {
    const { db, log } = this.#options;
    const due = await claimDuePayments(db, most);
    const answers = await Promise.allSettled(due.map((row) => this.#questions.ask(row)));
    for (const [index, answer] of answers.entries()) {
      const row = due[index];
      if (answer.status === 'fulfilled' || row === undefined) continue;
      if (index === 0) log.warn({ err: answer.reason, payments: due.length }, 'the provider could not be asked');
      await db.transaction(async (tx) => {
        const expired = await expirePayment(tx, row.id);
        if (expired) await this.#owners.tellMoved(tx, expired, null);
      });
    }
    return { due: due.length, isProviderUp: due.length === 0 || answers.some(({ status }) => status === 'fulfilled') };
  }

  /** Nothing moved: it was told before, came late, belongs to nobody, or cannot be. */
  async #examine(tx: Tx, told: Told): Promise<Settlement> {
    const { log } = this.#options;
    const row = await readByProviderId(tx, told.id);
    if (row === null) return 'unknown';
    const problem = problemOf(row, told);
    if (problem === null) {
      const isFinal = told.status !== 'created' && told.status !== 'code_required';
      if (isFinal && row.isWaiting && !isOpen(row.status)) await stopAsking(tx, row.id);
    } else if (await flagPayment(tx, row.id, problem)) {
      log.error({ paymentId: row.id, problem, toldAmount: told.amount }, 'the provider tells what cannot be');
    }
    return 'known';
  }

  /** The payment that the provider says is paid already; its callback may be still on the way. */
  async #paidMeanwhile(reference: string): Promise<OpenedPayment | null> {
    const row = await readByReference(this.#options.db, reference);
    if (row === null) return null;
    if (row.isWaiting) await this.#questions.ask(row);
    const paymentUrl = this.#options.provider.payerUrl(row.providerId);
    return { paymentId: row.id, paymentUrl, amount: minor(row.amount), expiresAt: row.expiresAt };
  }

  #unavailable(error: unknown, log: PaymentsOptions['log'], message: string): unknown {
    if (!(error instanceof ProviderUnavailable || error instanceof ProviderRefusal)) return error;
    log.warn({ err: error }, message);
    return paymentProviderUnavailable.because({ retryAfter: 10 });
  }
}

import type { Logger } from 'pino';
import type { Database, Queryable, Tx } from '#base/db/db.server.ts';
import { type Minor, minor } from '#base/money/money.ts';
import { type ProcessClock, processClock } from '#base/process/process-clock.server.ts';
import { notPaid, refundRefused } from '../payment-failures.ts';
import { isMoneyReceived, isOpen, type PaymentStatus } from '../payment-status.ts';
import {
  isProviderError,
  isUnknownPayment,
  type LockedPayment,
  type PaymentSystems,
} from '../payment-system.server.ts';
import type { PaymentSystemName } from '../payment-systems.ts';
import { CardCharges } from './card-charges.server.ts';
import { isFinalRefusal, PartRefunds } from './part-refunds.server.ts';
import { confirmPayment } from './payment-confirming.server.ts';
import { asUnavailable, type NewPayment, PaymentOpening, type WritePayment } from './payment-opening.server.ts';
import { type PaymentOwner, PaymentOwners } from './payment-owners.server.ts';
import { problemOf } from './payment-problem.server.ts';
import { PaymentSettling, type ProviderUpdate, type Settlement, systemOf } from './payment-settling.server.ts';
import {
  claimDuePayments,
  closePayment,
  expirePayment,
  flagPayment,
  flagUnrefundedPayment,
  lockPayment,
  type OwnerRow,
  type PaymentRow,
  readById,
  readByProviderId,
  readByReference,
  resumeAsking,
} from './payments-store.server.ts';
import { ProviderPolling } from './provider-polling.server.ts';

/** `isChecked`: the status is final, or comes from questions to the systems that began after this check was requested. */
export interface CheckedPayment {
  readonly paymentId: string;
  readonly status: PaymentStatus;
  readonly amount: Minor;
  readonly isChecked: boolean;
}

/** How far a refund is. `Open`: not booked yet; `Stopped`: nor after its last try, and the payment is flagged for an operator. */
export type RefundState = 'Refunded' | 'Open' | 'Stopped';

export interface PaymentLifecycleOptions {
  readonly db: Database;
  readonly systems: PaymentSystems;
  /** ISO 4217 code of the country's currency. */
  readonly currency: string;
  /** The site's address, without a trailing slash. */
  readonly publicUrl: string;
  /** For the waits between and for questions about a payment; by default the process's own. */
  readonly processClock?: ProcessClock | undefined;
  readonly log: Pick<Logger, 'info' | 'warn' | 'error'>;
}

/** How often a check looks whether a callback has come before the answer that it waits for. */
const lookMilliseconds = 400;

/** The state of the payment that counts; `answered`: the payments about which a question has just been answered. */
function checkedState(rows: readonly PaymentRow[], answered: ReadonlySet<string>): CheckedPayment | null {
  const [row] = rows;
  if (row === undefined) return null;
  const isChecked = rows.every(({ id, isWaiting }) => !isWaiting || answered.has(id));
  return { paymentId: row.id, status: row.status, amount: minor(row.amount), isChecked };
}

/** Payments at the provider. No other code calls the provider, and only `settle` marks a payment as paid. */
export class PaymentLifecycle {
  readonly #options: PaymentLifecycleOptions;
  readonly #owners = new PaymentOwners();
  readonly #settling: PaymentSettling;
  readonly #polling: ProviderPolling;
  readonly #opening: PaymentOpening;
  /** Partial refunds. */
  readonly parts: PartRefunds;
  /** Charges without the payer. */
  readonly charges: CardCharges;

  constructor(options: PaymentLifecycleOptions) {
    this.#options = options;
    const { db, systems, log } = options;
    this.#settling = new PaymentSettling({ ...options, owners: this.#owners });
    const settle = (update: ProviderUpdate) => this.settle(update);
    this.#polling = new ProviderPolling({ ...options, settle });
    this.#opening = new PaymentOpening(options, {
      ask: (row) => this.#polling.ask(row),
      leave: (row) => this.#polling.leave(row),
      close: (id) => this.#settling.close((tx) => closePayment(tx, id)),
    });
    this.parts = new PartRefunds({ db, systems, log, settle, owners: this.#owners });
    const check = (reference: string) => this.checkPayment(reference);
    this.charges = new CardCharges({ ...options, settle, check });
  }

  /** From now on this owner is notified of payments of its kind. Each kind has one owner. */
  addOwner(owner: PaymentOwner): void {
    this.#owners.add(owner);
  }

  /** Throws if one of the kinds has no owner. */
  requireOwners(kinds: readonly string[]): void {
    for (const kind of kinds) this.#owners.require(kind);
  }

  /** See `PaymentOpening.open`. */
  openPayment(asked: NewPayment, owner: OwnerRow): Promise<WritePayment> {
    return this.#opening.open(asked, owner);
  }

  /** The stored state, `isChecked` once no system can change it; null for an unknown donation or order. */
  async readPayment(db: Queryable, reference: string): Promise<CheckedPayment | null> {
    return checkedState(await readByReference(db, reference), new Set());
  }

  /**
   * The state of a donation's or order's payment. Asks the systems of all its payments whose status is not final, each at most once in 2
   * seconds over all processes. If one does not answer, returns the stored state with `isChecked: false`. A payment that a callback reports
   * as paid meanwhile is returned at once.
   */
  checkPayment(reference: string): Promise<CheckedPayment | null> {
    return this.#checkEach(reference, (row) => this.#polling.check(row));
  }

  /**
   * The same for a donation or an order that is given up: what is open is closed at its system, if that can be done, so that nobody can
   * pay it any more.
   */
  leavePayment(reference: string): Promise<CheckedPayment | null> {
    return this.#checkEach(reference, (row) => this.#polling.checkAndLeave(row));
  }

  async #checkEach(reference: string, check: (row: PaymentRow) => Promise<boolean>): Promise<CheckedPayment | null> {
    const { db } = this.#options;
    const rows = await readByReference(db, reference);
    const waiting = rows.filter(({ isWaiting }) => isWaiting);
    if (waiting.length === 0) return checkedState(rows, new Set());
    const answered = new Set<string>();
    const answers = waiting.map(async (row) => {
      if (await check(row)) answered.add(row.id);
    });
    await this.#answeredOrPaid(reference, rows[0]?.status ?? null, Promise.all(answers));
    return checkedState(await readByReference(db, reference), new Set(answered));
  }

  /**
   * Waits for the answers, but no longer than until the payment that counts is paid: an answer may be lost or late. `ProviderPolling` logs
   * what fails in those that run on.
   */
  async #answeredOrPaid(reference: string, before: PaymentStatus | null, answers: Promise<unknown>): Promise<void> {
    const { db, processClock: clock = processClock } = this.#options;
    const isAnswered = answers.then(() => true);
    while (!(await Promise.race([isAnswered, clock.pause(lookMilliseconds).then(() => false)]))) {
      const status = (await readByReference(db, reference))[0]?.status;
      if (status === 'Paid' && status !== before) return;
    }
    await answers;
  }

  /**
   * Processes a callback. Unless it reports received money, the provider is also asked about the payment, since callbacks do not name the
   * refused cards. If the provider does not answer, the sweeper asks again later.
   */
  async receiveCallback(update: ProviderUpdate): Promise<Settlement> {
    const { db } = this.#options;
    const row = isMoneyReceived(update.status) ? null : await readByProviderId(db, systemOf(update), update.id);
    if (row?.isWaiting && problemOf(row, update) === null) await this.#polling.askAfterCallback(row);
    return this.settle(update);
  }

  /** See `CallbackPayments`. */
  locked<Result>(
    system: PaymentSystemName,
    providerId: string,
    work: (tx: Tx, payment: LockedPayment) => Promise<Result>,
  ): Promise<Result | null> {
    return this.#options.db.transaction(async (tx) => {
      const row = await lockPayment(tx, system, providerId);
      if (row === null) return null;
      return work(tx, {
        isPayable: async () => isOpen(row.status) && (await this.#owners.accepts(tx, row)),
        settle: async (report) => void (await this.#settling.settleIn(tx, report)),
        askAgain: () => resumeAsking(tx, row.id),
      });
    });
  }

  /**
   * Refunds what is left of a paid payment, at the provider first; its owner and the ledger follow. Safe to repeat: a refunded payment
   * stays refunded. `paymentId` selects one of several payments of a reference. Throws `NotPaid` (also for an unknown reference),
   * `RefundRefused` if the provider never will (the payment is flagged for an operator), `PaymentProviderUnavailable`. An answer to the last
   * try that does not book the refund flags the payment too.
   */
  async refundPayment(
    reference: string,
    paymentId: string | null = null,
    { isLastTry = false }: { readonly isLastTry?: boolean } = {},
  ): Promise<RefundState> {
    const { db, systems, log } = this.#options;
    const row = paymentId === null ? (await readByReference(db, reference))[0] : await readById(db, paymentId);
    if (row?.status === 'Refunded') return 'Refunded';
    if (row?.status !== 'Paid') throw notPaid();
    const refund = async () => systems.of(row.system).refund(row.providerId, `refund-${row.id}`);
    const update = await refund().catch(async (error: unknown) => {
      if (!isFinalRefusal(error)) throw asUnavailable(error, log, 'a payment could not be given back');
      await flagPayment(db, row.id, `could not be given back: ${error.code}`);
      throw refundRefused();
    });
    await this.settle(update);
    if ((await readById(db, row.id))?.status === 'Refunded') return 'Refunded';
    if (!isLastTry) return 'Open';
    const problem = `a refund was not made: the payment is ${update.status}`;
    if (await flagUnrefundedPayment(db, row.id, problem)) {
      log.error({ paymentId: row.id, problem }, 'the tries of a refund are over');
    }
    return 'Stopped';
  }

  /** See `confirmPayment`. */
  confirmPayment(asked: Parameters<typeof confirmPayment>[1]): ReturnType<typeof confirmPayment> {
    const isPayable = async ({ system, providerId }: PaymentRow) =>
      (await this.locked(system, providerId, (_tx, payment) => payment.isPayable())) ?? false;
    return confirmPayment({ ...this.#options, isPayable, settle: (update) => this.settle(update) }, asked);
  }

  /** See `PaymentSettling.settle`. */
  settle(update: ProviderUpdate): Promise<Settlement> {
    return this.#settling.settle(update);
  }

  /**
   * One round of the sweeper, at most `most` payments, of one system if it is named. Returns how many were due and whether the provider
   * answered any question. An unpaid payment expires a minute after its time even if the provider does not answer. Throws the first error
   * that is not the provider's, after all payments of the round have had their turn.
   */
  async sweep(most: number, system?: PaymentSystemName): Promise<{ due: number; isProviderUp: boolean }> {
    const { db, log } = this.#options;
    const due = await claimDuePayments(db, most, system);
    const answers = await Promise.allSettled(due.map((row) => this.#polling.ask(row)));
    const failures = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason] : []));
    const unanswered = failures.find(isProviderError);
    if (unanswered) log.warn({ err: unanswered, payments: due.length }, 'the provider could not be asked');
    for (const [index, row] of due.entries()) {
      const answer = answers[index];
      if (answer?.status === 'rejected' && isProviderError(answer.reason)) {
        await this.#settling.close((tx) => expirePayment(tx, row.id));
      }
    }
    const own = failures.find((error) => !isProviderError(error));
    if (own !== undefined) throw own;
    return {
      due: due.length,
      isProviderUp: failures.length === 0 || failures.length < due.length || failures.some(isUnknownPayment),
    };
  }
}

import type { Queryable } from '#base/db/db.server.ts';
import { type Minor, minor } from '#base/money/money.ts';
import { processClock } from '#base/process/process-clock.server.ts';
import type { PaymentDeps } from '../payment-deps.server.ts';
import { isOpen, type PaymentStatus } from '../payment-status.ts';
import { type PaymentRow, readByReference } from './payments-store.server.ts';
import type { ProviderPolling } from './provider-polling.server.ts';

/** `isChecked`: the status is final, or comes from questions to the systems that began after this check was requested. */
export interface CheckedPayment {
  readonly paymentId: string;
  readonly status: PaymentStatus;
  readonly amount: Minor;
  readonly isChecked: boolean;
}

interface PaymentChecksOptions extends PaymentDeps {
  readonly polling: ProviderPolling;
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

/** The states of the payments of a donation or an order. */
export class PaymentChecks {
  readonly #options: PaymentChecksOptions;

  constructor(options: PaymentChecksOptions) {
    this.#options = options;
  }

  /** The stored state, `isChecked` once no system can change it; null for an unknown donation or order. */
  async read(db: Queryable, reference: string): Promise<CheckedPayment | null> {
    return checkedState(await readByReference(db, reference), new Set());
  }

  /**
   * The state of a donation's or order's payment. Asks the systems of all its payments whose status is not final, each at most once in 2
   * seconds over all processes. If one does not answer, returns the stored state with `isChecked: false`. A payment that a callback reports
   * as paid meanwhile is returned at once.
   */
  check(reference: string): Promise<CheckedPayment | null> {
    return this.#checkEach(reference, (row) => this.#options.polling.check(row));
  }

  /**
   * The same for a donation or an order that is given up: what is open is closed at its system, if that can be done, so that nobody can
   * pay it any more.
   */
  leave(reference: string): Promise<CheckedPayment | null> {
    return this.#checkEach(reference, (row) => this.#options.polling.checkAndLeave(row));
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

  /** Whether the system has given up all attempts at the open payment; the payer may try again. */
  async isRefused(db: Queryable, reference: string): Promise<boolean> {
    const { all } = this.#options.systems;
    if (all.every(({ isRefused }) => isRefused === undefined)) return false;
    const [row] = await readByReference(db, reference);
    if (row === undefined || !isOpen(row.status)) return false;
    const system = all.find(({ name }) => name === row.system);
    return (await system?.isRefused?.(row.providerId)) ?? false;
  }
}

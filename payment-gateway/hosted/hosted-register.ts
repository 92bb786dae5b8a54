import { PaymentFailure } from '../failures.ts';
import { DueWork, pauseAfter } from './due-work.ts';
import { type HostedBooks, isWaiting, type Transaction } from './hosted-books.ts';
import type { HostedFaults } from './hosted-faults.ts';

/** What the merchant answered: a result, one of its errors, or nothing that counts as an answer. */
export type MerchantAnswer =
  | { readonly kind: 'result'; readonly result: unknown; readonly text: string }
  | { readonly kind: 'error'; readonly code: number; readonly message: string }
  | { readonly kind: 'silence'; readonly message: string };

const latePause = 20_000;
const downPause = 500;
const longestMilliseconds = 5_000;

/** Posts to a merchant and reads the JSON of the answer. A status other than 200 counts as silence. */
export async function askMerchant(
  address: string,
  request: { readonly headers: Readonly<Record<string, string>>; readonly body: string },
  answerOf: (body: unknown) => MerchantAnswer,
): Promise<MerchantAnswer> {
  try {
    const signal = AbortSignal.timeout(longestMilliseconds);
    const response = await fetch(address, { method: 'POST', ...request, signal });
    if (response.status !== 200) return { kind: 'silence', message: `HTTP ${response.status}` };
    return answerOf(await response.json());
  } catch (error) {
    return { kind: 'silence', message: error instanceof Error ? error.message : String(error) };
  }
}

interface HostedRegisterOptions<Kind extends Transaction, Faults extends { readonly mode: string }> {
  readonly books: HostedBooks<Kind>;
  /** While the system plays an outage, the merchant is not called. */
  readonly faults: HostedFaults<Faults>;
  /** Calls the merchant about a waiting transaction. */
  notify(transaction: Kind): Promise<MerchantAnswer>;
  /** The transaction after an answer. */
  next(transaction: Kind, answer: Exclude<MerchantAnswer, { kind: 'silence' }>): Kind;
}

/**
 * The register of a system: takes each transaction through the calls to the merchant. A call without an answer is repeated; each answered one
 * that must be safe to repeat is sent once more, as a sandbox of Payme does, and a second answer that differs is noted.
 */
export class HostedRegister<Kind extends Transaction, Faults extends { readonly mode: string }> {
  readonly books: HostedBooks<Kind>;
  readonly faults: HostedFaults<Faults>;
  readonly #options: HostedRegisterOptions<Kind, Faults>;
  readonly #steps = new DueWork((id) => this.#step(id));
  readonly #unequal: string[] = [];

  constructor(options: HostedRegisterOptions<Kind, Faults>) {
    this.#options = options;
    this.books = options.books;
    this.faults = options.faults;
  }

  /** Calls that were answered differently when they were repeated. */
  get unequal(): readonly string[] {
    return this.#unequal;
  }

  /** Whether the merchant has to be called. */
  isWaiting(transaction: Kind): boolean {
    return isWaiting(transaction);
  }

  /** Whether a call about it must be answered alike when it is repeated, whatever else happens in between. */
  protected isRepeatable(_transaction: Kind): boolean {
    return true;
  }

  /** Goes on with what an earlier process has left. */
  resume(): void {
    for (const transaction of this.books.all()) this.#schedule(transaction);
  }

  /** Begins a transaction. `isLate`: the merchant is notified of the payment only later. */
  async pay(transaction: Kind, isLate: boolean): Promise<Kind> {
    this.books.commit(transaction);
    return this.#finish(transaction, isLate);
  }

  /** Goes on until the transaction is final, is to wait, or the merchant does not answer. */
  async #finish(begun: Kind, isLate: boolean): Promise<Kind> {
    let transaction = begun;
    while (this.isWaiting(transaction) && transaction.attempts === 0) {
      await this.#steps.now(transaction.id);
      transaction = this.require(transaction.id);
      if (!isLate || transaction.state !== 'held') continue;
      this.#commit({ ...transaction, dueAt: Date.now() + latePause });
      break;
    }
    return this.require(transaction.id);
  }

  /** Moves a paid transaction to a state of its refund. Throws `NotPaid`. */
  async refund(id: string, to: Partial<Kind>): Promise<void> {
    // A call about it that is under way would write over its refund.
    await this.#steps.now(id);
    const transaction = this.require(id);
    if (transaction.state !== 'paid') throw new PaymentFailure('NotPaid');
    this.#commit({ ...transaction, ...to, dueAt: Date.now(), attempts: 0 });
    await this.#steps.now(id);
  }

  /** Calls the merchant now instead of later. */
  async hurry(id: string): Promise<void> {
    await this.#steps.now(this.require(id).id);
  }

  /** Throws `NotFound`. */
  require(id: string): Kind {
    const found = this.books.transaction(id);
    if (found === undefined) throw new PaymentFailure('NotFound');
    return found;
  }

  async close(): Promise<void> {
    await this.#steps.close();
  }

  #commit(transaction: Kind): void {
    this.books.commit(transaction);
    this.#schedule(transaction);
  }

  #schedule(transaction: Kind): void {
    this.#steps.plan(transaction.id, this.isWaiting(transaction) ? transaction.dueAt : null);
  }

  /** One step of a transaction. */
  async #step(id: string): Promise<void> {
    const transaction = this.require(id);
    if (!this.isWaiting(transaction) || this.#steps.isClosing) return;
    this.#steps.plan(id, null);
    if (this.faults.is('down')) {
      this.#commit({ ...transaction, dueAt: Date.now() + downPause });
      return;
    }
    await this.books.settled();
    const answer = await this.#notify(transaction);
    const now = Date.now();
    if (answer.kind === 'silence') {
      const attempts = transaction.attempts + 1;
      this.#commit({ ...transaction, attempts, dueAt: now + pauseAfter(attempts), note: answer.message });
      return;
    }
    const note = answer.kind === 'error' ? answer.message : '';
    this.#commit({ ...this.#options.next(transaction, answer), attempts: 0, dueAt: now, note });
  }

  /** Calls the merchant twice, so that a call that is not safe to repeat is found. */
  async #notify(transaction: Kind): Promise<MerchantAnswer> {
    const { notify } = this.#options;
    const answer = await notify(transaction);
    if (answer.kind !== 'result' || !this.isRepeatable(transaction)) return answer;
    const again = await notify(transaction);
    const isEqual = again.kind === 'silence' || (again.kind === 'result' && again.text === answer.text);
    if (!isEqual) this.#unequal.push(`${transaction.state} ${transaction.id}`);
    return answer;
  }
}

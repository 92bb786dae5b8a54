import { z } from 'zod';
import type { EarlierPayment } from '../earlier-books.ts';
import { type Journal, openJournal, readEntries } from '../journal.ts';

/**
 * The states of a transaction here. `creating`, `held`, `cancelling` and `refunding` wait for the merchant's answer; `held`: the payer's money
 * is reserved. Final: `refused` and `cancelled` (nothing was taken), `paid` until it is refunded, `refunded`.
 */
const TransactionState = z.enum([
  'creating',
  'held',
  'paid',
  'refused',
  'cancelling',
  'cancelled',
  'refunding',
  'refunded',
]);

/** A transaction in the books of a system with a page of its own. Amount in tiyin, times in milliseconds since 1970. */
export const Transaction = z.strictObject({
  id: z.string(),
  account: z.string(),
  amount: z.int().positive(),
  returnUrl: z.string(),
  language: z.enum(['ru', 'uz', 'en']),
  state: TransactionState,
  time: z.number(),
  /** When the merchant is called next. */
  dueAt: z.number(),
  attempts: z.int(),
  /** What the merchant has answered last. */
  note: z.string(),
});
export type Transaction = z.infer<typeof Transaction>;

/** What the payer is asked for. */
export type Bill = Pick<Transaction, 'account' | 'amount' | 'language' | 'returnUrl'>;

/** A transaction of a bill that has begun, by default just now. */
export function begun(id: string, { account, amount, returnUrl, language }: Bill, time = Date.now()): Transaction {
  return { id, account, amount, returnUrl, language, state: 'creating', time, dueAt: time, attempts: 0, note: '' };
}

/** A payment that is older than the books as a transaction. */
export function earlier({ id, reference, amount, callbackUrl, createdAt, refundedAt }: EarlierPayment): Transaction {
  const bill = { account: reference, amount, returnUrl: new URL(callbackUrl).origin, language: 'ru' } as const;
  return { ...begun(id, bill, Date.parse(createdAt)), state: refundedAt === null ? 'paid' : 'refunded' };
}

/** Whether the merchant has to be called. */
export function isWaiting({ state }: Transaction): boolean {
  return state === 'creating' || state === 'held' || state === 'cancelling' || state === 'refunding';
}

/** The books of a system: what is committed is in memory at once, and on disk once `settled` resolves. */
export class HostedBooks<Kind extends { readonly id: string }> {
  readonly #shape: z.ZodType<Kind>;
  readonly #transactions = new Map<string, Kind>();
  #journal: Journal | null = null;

  constructor(shape: z.ZodType<Kind>) {
    this.#shape = shape;
  }

  /** Reads the journal of an earlier process and appends to the same file. */
  async open(file: string): Promise<void> {
    for (const entry of await readEntries(file, this.#shape)) this.#transactions.set(entry.id, entry);
    this.#journal = await openJournal(file);
  }

  commit(transaction: Kind): void {
    this.#transactions.set(transaction.id, transaction);
    this.#journal?.append(JSON.stringify(transaction));
  }

  /** Commits what `make` makes of an earlier payment. One that is there stays, and of one that was never paid such a system knows nothing. */
  enter(payment: EarlierPayment, make: (payment: EarlierPayment) => Kind): void {
    if (payment.paidAt !== null && !this.#transactions.has(payment.id)) this.commit(make(payment));
  }

  settled(): Promise<void> {
    return this.#journal?.settled() ?? Promise.resolve();
  }

  async close(): Promise<void> {
    await this.#journal?.close();
  }

  transaction(id: string): Kind | undefined {
    return this.#transactions.get(id);
  }

  /** All transactions, oldest first. */
  all(): Kind[] {
    return [...this.#transactions.values()];
  }
}

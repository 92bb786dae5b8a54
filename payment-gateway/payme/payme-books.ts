import { z } from 'zod';
import { type Journal, openJournal, readJournal } from '../journal.ts';

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

/** A transaction in Payme's books. Amount in tiyin, times in milliseconds since 1970. */
export const Transaction = z.strictObject({
  id: z.string(),
  account: z.string(),
  amount: z.int().positive(),
  returnUrl: z.string(),
  language: z.enum(['ru', 'uz', 'en']),
  state: TransactionState,
  /** Why it is or was cancelled, in Payme's numbers. */
  reason: z.int().nullable(),
  time: z.number(),
  /** When the merchant is called next. */
  dueAt: z.number(),
  attempts: z.int(),
  /** What the merchant has answered last. */
  note: z.string(),
});
export type Transaction = z.infer<typeof Transaction>;

/** Whether the merchant has to be called. */
export function isWaiting({ state }: Transaction): boolean {
  return state === 'creating' || state === 'held' || state === 'cancelling' || state === 'refunding';
}

/** Payme's books: what is committed is in memory at once, and on disk once `settled` resolves. */
export class PaymeBooks {
  readonly #transactions = new Map<string, Transaction>();
  #journal: Journal | null = null;

  /** Reads the journal of an earlier process and appends to the same file. */
  async open(file: string): Promise<void> {
    for (const [index, line] of (await readJournal(file)).entries()) {
      const parsed = Transaction.safeParse(parseJson(line));
      if (!parsed.success) throw new Error(`The journal ${file} is damaged at line ${index + 1}`);
      this.#transactions.set(parsed.data.id, parsed.data);
    }
    this.#journal = await openJournal(file);
  }

  commit(transaction: Transaction): void {
    this.#transactions.set(transaction.id, transaction);
    this.#journal?.append(JSON.stringify(transaction));
  }

  settled(): Promise<void> {
    return this.#journal?.settled() ?? Promise.resolve();
  }

  async close(): Promise<void> {
    await this.#journal?.close();
  }

  transaction(id: string): Transaction | undefined {
    return this.#transactions.get(id);
  }

  /** All transactions, oldest first. */
  all(): Transaction[] {
    return [...this.#transactions.values()];
  }
}

function parseJson(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}

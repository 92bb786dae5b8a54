import { isProviderError } from '../payment-system.server.ts';
import type {
  AskedPayment,
  BookedPayment,
  BookPeriod,
  NotInBooks,
  SystemBooks,
} from '../systems/system-books.server.ts';
import { compareBooks, type Difference, type OwnRow, ownPayment } from './compare-books.server.ts';
import type { NotCompared } from './difference-kinds.ts';

const atOnce = 8;
/** So many questions in a row without an answer are an outage. */
const mostSilence = 16;

/** All that a system has under one of our ids; null: under none. */
interface Listed {
  readonly providerId: string | null;
  readonly entries: readonly BookedPayment[];
}

interface ReaderOptions {
  readonly find?: Find;
  /** Why the books cannot be read. */
  readonly why?: NotCompared;
  readonly lacks?: NotInBooks;
  readonly wholeFrom?: Date;
}

type Find = Extract<SystemBooks, { kind: 'questions' }>['find'];

const noAnswer = (error: unknown): NotCompared => ({
  reason: 'noAnswer',
  detail: error instanceof Error ? error.message : String(error),
});

/** What a system has, by our ids. */
async function byProviderId(
  entries: Iterable<BookedPayment> | AsyncIterable<BookedPayment>,
): Promise<Map<string | null, BookedPayment[]>> {
  const found = new Map<string | null, BookedPayment[]>();
  for await (const entry of entries) {
    const own = found.get(entry.providerId);
    if (own === undefined) found.set(entry.providerId, [entry]);
    else own.push(entry);
  }
  return found;
}

/** The receipts of a list that hold or held money. Others say nothing that their absence does not. */
async function* withMoney(
  entries: AsyncIterable<BookedPayment>,
  signal: AbortSignal | undefined,
): AsyncGenerator<BookedPayment> {
  for await (const entry of entries) {
    signal?.throwIfAborted();
    if (entry.state !== 'unpaid') yield entry;
  }
}

/** Reads the books of one system, once, and compares payments of ours with them. */
export class BookReader {
  compared = 0;
  notCompared = 0;
  why: NotCompared | null;
  readonly #isClosed: boolean;
  readonly lacks: NotInBooks | null;
  readonly #listed: Map<string | null, BookedPayment[]>;
  readonly #find: Find | null;
  /** Payments that began before may be missing in the list. */
  readonly #wholeFrom: Date;
  #silence = 0;

  private constructor(
    listed: Map<string | null, BookedPayment[]>,
    { find, why, lacks, wholeFrom = new Date(0) }: ReaderOptions = {},
  ) {
    this.#listed = listed;
    this.#find = find ?? null;
    this.why = why ?? null;
    this.#isClosed = why !== undefined;
    this.lacks = lacks ?? null;
    this.#wholeFrom = wholeFrom;
  }

  /** The books of a statement, which names payments by when their money came: of one that began before it, the money may have come before it, too. */
  static async ofStatement(entries: Iterable<BookedPayment>, { from }: BookPeriod): Promise<BookReader> {
    return new BookReader(await byProviderId(entries), { wholeFrom: from });
  }

  /** Books that cannot be read. */
  static closed(why: NotCompared): BookReader {
    return new BookReader(new Map(), { why });
  }

  /** Opens the books of a system. Without an answer nothing is compared. */
  static async open(books: SystemBooks | undefined, period: BookPeriod, signal?: AbortSignal): Promise<BookReader> {
    if (books === undefined) return BookReader.closed({ reason: 'noBooks', detail: null });
    if (books.kind === 'questions') return new BookReader(new Map(), { find: books.find, lacks: books.lacks });
    try {
      return new BookReader(await byProviderId(withMoney(books.list(period), signal)));
    } catch (error) {
      if (!isProviderError(error)) throw error;
      return BookReader.closed(noAnswer(error));
    }
  }

  /** Compares payments of ours, each of which is given once. Throws between two questions once `signal` is aborted. */
  async compare(rows: readonly (OwnRow & AskedPayment)[], signal?: AbortSignal): Promise<Difference[]> {
    const differences: Difference[] = [];
    for (let from = 0; from < rows.length; from += atOnce) {
      signal?.throwIfAborted();
      const found = await Promise.all(rows.slice(from, from + atOnce).map((row) => this.#compareOne(row)));
      differences.push(...found.flatMap((one) => one ?? []));
    }
    return differences;
  }

  /** What the list has beside the payments that were compared. */
  rest(): readonly Listed[] {
    return [...this.#listed].map(([providerId, entries]) => ({ providerId, entries }));
  }

  async #compareOne(row: OwnRow & AskedPayment): Promise<Difference | null> {
    const theirs = await this.#theirs(row);
    if (theirs === null) {
      this.notCompared += 1;
      return null;
    }
    this.compared += 1;
    return compareBooks(ownPayment(row), theirs);
  }

  /** What the list has for a payment; null: it cannot be read, or may lack the payment. */
  #listedOf({ providerId, createdAt }: AskedPayment): readonly BookedPayment[] | null {
    if (this.#isClosed) return null;
    const own = this.#listed.get(providerId);
    if (own === undefined && createdAt < this.#wholeFrom) {
      this.why = { reason: 'beganEarlier', detail: null };
      return null;
    }
    this.#listed.delete(providerId);
    return own ?? [];
  }

  /** What the system has for a payment; null: that is not known. */
  async #theirs(row: AskedPayment): Promise<readonly BookedPayment[] | null> {
    if (this.#find === null) return this.#listedOf(row);
    if (this.#silence >= mostSilence) return null;
    try {
      const found = await this.#find(row);
      this.#silence = 0;
      return found;
    } catch (error) {
      if (!isProviderError(error)) throw error;
      this.#silence += 1;
      this.why = noAnswer(error);
      return null;
    }
  }
}

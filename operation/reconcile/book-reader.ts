import { isProviderError } from '#app/payments/payment-system.server.ts';
import type {
  AskedPayment,
  BookedPayment,
  BookPeriod,
  SystemBooks,
} from '#app/payments/systems/system-books.server.ts';
import { compareBooks, type Difference, type OwnRow, ownPayment } from './compare-books.ts';

const atOnce = 8;
/** So many questions in a row without an answer are an outage. */
const mostSilence = 16;

/** All that a system has under one of our ids; null: under none. */
interface Listed {
  readonly providerId: string | null;
  readonly entries: readonly BookedPayment[];
}

type Find = Extract<SystemBooks, { kind: 'questions' }>['find'];

const textOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

/** What is known of the system's receipts that hold or held money, by our ids. Others say nothing that their absence does not. */
async function byProviderId(
  entries: Iterable<BookedPayment> | AsyncIterable<BookedPayment>,
): Promise<Map<string | null, BookedPayment[]>> {
  const found = new Map<string | null, BookedPayment[]>();
  for await (const entry of entries) {
    if (entry.state === 'unpaid') continue;
    const own = found.get(entry.providerId);
    if (own === undefined) found.set(entry.providerId, [entry]);
    else own.push(entry);
  }
  return found;
}

/** Reads the books of one system, once, and compares payments of ours with them. */
export class BookReader {
  compared = 0;
  notCompared = 0;
  why: string | null;
  readonly lacks: string | null;
  readonly #listed: Map<string | null, BookedPayment[]>;
  readonly #find: Find | null;
  #silence = 0;

  private constructor(
    listed: Map<string | null, BookedPayment[]>,
    { find = null, why = null, lacks = null }: { find?: Find | null; why?: string | null; lacks?: string | null } = {},
  ) {
    this.#listed = listed;
    this.#find = find;
    this.why = why;
    this.lacks = lacks;
  }

  /** The books of a list that is at hand. */
  static async of(entries: Iterable<BookedPayment> | AsyncIterable<BookedPayment>): Promise<BookReader> {
    return new BookReader(await byProviderId(entries));
  }

  /** Books that cannot be read. */
  static closed(why: string): BookReader {
    return new BookReader(new Map(), { why });
  }

  /** Opens the books of a system. Without an answer nothing is compared. */
  static async open(books: SystemBooks | undefined, period: BookPeriod): Promise<BookReader> {
    if (books === undefined) return BookReader.closed('its books cannot be read');
    if (books.kind === 'questions') return new BookReader(new Map(), { find: books.find, lacks: books.lacks });
    try {
      return await BookReader.of(books.list(period));
    } catch (error) {
      if (!isProviderError(error)) throw error;
      return BookReader.closed(textOf(error));
    }
  }

  /** Compares payments of ours, each of which is given once. */
  async compare(rows: readonly (OwnRow & AskedPayment)[]): Promise<Difference[]> {
    const differences: Difference[] = [];
    for (let from = 0; from < rows.length; from += atOnce) {
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

  /** What the system has for a payment; null: it has not answered. */
  async #theirs(row: AskedPayment): Promise<readonly BookedPayment[] | null> {
    const { providerId } = row;
    if (this.#find === null) {
      if (this.why !== null) return null;
      const own = this.#listed.get(providerId) ?? [];
      this.#listed.delete(providerId);
      return own;
    }
    if (this.#silence >= mostSilence) return null;
    try {
      const found = await this.#find(row);
      this.#silence = 0;
      return found;
    } catch (error) {
      if (!isProviderError(error)) throw error;
      this.#silence += 1;
      this.why = textOf(error);
      return null;
    }
  }
}

import type { Queryable } from '#base/db/db.server.ts';
import { presentOf } from '#base/db/present.server.ts';
import type { PaymentSystems } from '../payment-system.server.ts';
import type { PaymentSystemName } from '../payment-systems.ts';
import type { NotInBooks } from '../systems/system-books.server.ts';
import { BookReader } from './book-reader.server.ts';
import { compareBooks, compareStranger, type Difference, ownPayment } from './compare-books.server.ts';
import type { NotCompared } from './difference-kinds.ts';
import { knownPayments, matchEntries, ownPayments } from './own-books-store.server.ts';
import type { Statement } from './statement.server.ts';

/** How the books of one system compare. */
export interface SystemResult {
  readonly system: PaymentSystemName;
  /** How many payments of ours were compared, and how many were not. */
  readonly compared: number;
  readonly notCompared: number;
  /** Why something was not compared; null: all was. */
  readonly why: NotCompared | null;
  /** What the system's books do not say, so that nobody takes it for compared; null: they say all. */
  readonly lacks: NotInBooks | null;
  readonly differences: readonly Difference[];
}

interface ReconcileOptions {
  readonly db: Queryable;
  readonly systems: PaymentSystems;
  readonly since: Date;
  /** Books that were saved by hand, of the only system that is compared then. */
  readonly statement?: { readonly system: PaymentSystemName; readonly saved: Statement } | undefined;
  /** Waits before the second look: a difference counts that is still there then, since a payment may have been settling. */
  readonly pause: () => Promise<unknown>;
  /** Ends the comparison early. */
  readonly signal?: AbortSignal;
  /** Called before each 200 payments of ours; what it throws ends the comparison. */
  readonly onBatch?: () => Promise<void>;
}

/** Whether all was compared. */
export function isWhole(results: readonly SystemResult[]): boolean {
  return results.every(({ why }) => why === null);
}

/** What the list of a system has beside the payments of the period: older ones of ours, and strangers. */
async function compareRest(
  { db, statement }: ReconcileOptions,
  system: PaymentSystemName,
  reader: BookReader,
): Promise<Difference[]> {
  const isStatement = statement !== undefined;
  const rest = reader.rest();
  const ids = rest.flatMap(({ providerId }) => providerId ?? []);
  const rows = await knownPayments(db, system, ids);
  const known = new Map(rows.map((row) => [row.providerId, ownPayment(row)]));
  return rest.flatMap(({ providerId, entries }) => {
    const ours = providerId === null ? undefined : known.get(providerId);
    if (ours !== undefined) {
      // A statement is of no period of ours: what it names is what was compared.
      if (isStatement) reader.compared += 1;
      return compareBooks(ours, entries) ?? [];
    }
    return entries.flatMap((entry) => compareStranger(system, entry) ?? []);
  });
}

async function openReaders(
  { db, systems, statement, since, signal }: ReconcileOptions,
  only: ReadonlySet<PaymentSystemName> | null,
): Promise<Map<PaymentSystemName, BookReader>> {
  if (statement !== undefined) {
    const { system, saved } = statement;
    const entries = await matchEntries(db, system, saved.entries);
    return new Map([[system, await BookReader.ofStatement(entries, saved.period)]]);
  }
  const readers = new Map<PaymentSystemName, BookReader>();
  const period = { from: since, to: await presentOf(db) };
  for (const { name, books } of systems.all) {
    if (only === null || only.has(name)) readers.set(name, await BookReader.open(books, period, signal));
  }
  return readers;
}

async function compareAll(
  options: ReconcileOptions,
  only: ReadonlySet<PaymentSystemName> | null,
): Promise<SystemResult[]> {
  const { db, statement, since, signal } = options;
  // It ends before the lists are read, so that each payment in it may be in them.
  const period = statement?.saved.period ?? { from: since, to: await presentOf(db) };
  const readers = await openReaders(options, only);
  const found = new Map<PaymentSystemName, Difference[]>();
  for await (const rows of ownPayments(db, period, statement?.system ?? null)) {
    await options.onBatch?.();
    for (const { system } of rows) {
      const isWanted = statement === undefined && (only === null || only.has(system));
      if (isWanted && !readers.has(system))
        readers.set(system, BookReader.closed({ reason: 'notConfigured', detail: null }));
    }
    for (const [system, reader] of readers) {
      const own = rows.filter((row) => row.system === system);
      const differences = await reader.compare(own, signal);
      found.set(system, [...(found.get(system) ?? []), ...differences]);
    }
  }
  const results: SystemResult[] = [];
  for (const [system, reader] of readers) {
    const rest = await compareRest(options, system, reader);
    const { compared, notCompared, why, lacks } = reader;
    const differences = [...(found.get(system) ?? []), ...rest];
    results.push({ system, compared, notCompared, why, lacks, differences });
  }
  return results;
}

/** What a difference is about, by all ids that either side has of it. */
const idsOf = ({ payment, theirIds }: Difference) => (payment === null ? theirIds : [payment.id, ...theirIds]);

/** The differences of a second look at what differed at the first. */
function stillDiffering(first: readonly SystemResult[], second: readonly SystemResult[]): SystemResult[] {
  return first.map((result) => {
    const again = second.find(({ system }) => system === result.system);
    if (again === undefined || again.why !== null) return result;
    const before = new Set(result.differences.flatMap(idsOf));
    const differences = again.differences.filter((one) => idsOf(one).some((id) => before.has(id)));
    return { ...result, differences };
  });
}

/**
 * Compares the payments since a moment with the books of their systems, each by the system's own account, and reports those that differ. What cannot be
 * asked is reported as not compared. It changes nothing: the server itself applies what a system reports.
 */
export async function reconcile(options: ReconcileOptions): Promise<readonly SystemResult[]> {
  const first = await compareAll(options, null);
  const differing = new Set(first.flatMap(({ system, differences }) => (differences.length > 0 ? [system] : [])));
  if (differing.size === 0 || options.statement !== undefined) return first;
  await options.pause();
  return stillDiffering(first, await compareAll(options, differing));
}

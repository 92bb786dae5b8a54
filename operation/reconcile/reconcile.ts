import { setTimeout as pause } from 'node:timers/promises';
import type { PaymentSystems } from '#app/payments/payment-system.server.ts';
import type { PaymentSystemName } from '#app/payments/payment-systems.ts';
import type { BookedPayment, BookPeriod } from '#app/payments/systems/system-books.server.ts';
import { PrimaryClient } from '#base/db/primary-client.server.ts';
import { BookReader } from './book-reader.ts';
import { compareBooks, compareStranger, type Difference, type OwnRow, ownPayment } from './compare-books.ts';
import type { Statement } from './statement.ts';

/** How the books of one system compare. */
export interface SystemResult {
  readonly system: PaymentSystemName;
  /** How many payments of ours were compared, and how many were not. */
  readonly compared: number;
  readonly notCompared: number;
  /** Why something was not compared; null: all was. */
  readonly why: string | null;
  /** What the system's books do not say, so that nobody takes it for compared; null: they say all. */
  readonly lacks: string | null;
  readonly differences: readonly Difference[];
}

interface ReconcileOptions {
  readonly databaseUrl: string;
  readonly systems: PaymentSystems;
  readonly since: Date;
  /** Books that were saved by hand, of the only system that is compared then. */
  readonly statement?: { readonly system: PaymentSystemName; readonly saved: Statement } | undefined;
  /** How long a payment may be settling: a difference counts that is still there after this. Default 5,000. */
  readonly secondLookMs?: number;
}

/** Whether all was compared. */
export function isWhole(results: readonly SystemResult[]): boolean {
  return results.every(({ why }) => why === null);
}

const batch = 200;

type DatedRow = OwnRow & { readonly createdAt: Date; readonly expiresAt: Date };

/** Our payments of a period by their creation, or by their payment where a statement names that. */
async function* ownRows(client: PrimaryClient, { from, to }: BookPeriod, isByPayment: boolean) {
  for (let after = '00000000-0000-0000-0000-000000000000'; ; ) {
    const { rows } = await client.query<DatedRow>(
      `select id, reference, system, provider_id as "providerId", amount::text as amount, currency, status,
         refunded::text as refunded, created_at as "createdAt", expires_at as "expiresAt" from payment
       where id > $1 and case when $5 then paid_at else created_at end between $2 and $3 order by id limit $4`,
      [after, from, to, batch, isByPayment],
    );
    yield rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < batch) return;
    after = last.id;
  }
}

/** The entries of a statement by the payments that they belong to, whichever id it has of them. */
async function matched(client: PrimaryClient, system: PaymentSystemName, entries: readonly BookedPayment[]) {
  const ids = entries.map(({ id }) => id);
  const { rows } = await client.query<{ own: string; providerId: string }>(
    `with given as (select unnest($2::text[]) as own)
     select g.own, p.provider_id as "providerId" from given g join payme_transaction t on t.id = g.own
       join payment p on p.id = t.payment_id where p.system = $1
     union all select g.own, p.provider_id from given g join payme_receipt r on r.id = g.own
       join payment p on p.id = r.payment_id where p.system = $1
     union all select g.own, p.provider_id from given g join click_attempt a on g.own in (a.id::text, a.paydoc_id::text)
       join payment p on p.id = a.payment_id where p.system = $1`,
    [system, ids],
  );
  const named = new Map(rows.map(({ own, providerId }) => [own, providerId]));
  return entries.map((entry) => ({ ...entry, providerId: named.get(entry.id) ?? entry.providerId }));
}

/** What the list of a system has beside the payments of the period: older ones of ours, and strangers. */
async function compareRest(
  client: PrimaryClient,
  system: PaymentSystemName,
  reader: BookReader,
): Promise<Difference[]> {
  const rest = reader.rest();
  const ids = rest.flatMap(({ providerId }) => providerId ?? []);
  const { rows } = await client.query<OwnRow>(
    `select id, reference, system, provider_id as "providerId", amount::text as amount, currency, status,
       refunded::text as refunded from payment where system = $1 and provider_id = any ($2)`,
    [system, ids],
  );
  const known = new Map(rows.map((row) => [row.providerId, ownPayment(row)]));
  return rest.flatMap(({ providerId, entries }) => {
    const ours = providerId === null ? undefined : known.get(providerId);
    if (ours !== undefined) return compareBooks(ours, entries) ?? [];
    return entries.flatMap((entry) => compareStranger(system, entry) ?? []);
  });
}

async function openReaders(
  client: PrimaryClient,
  { systems, statement, since }: ReconcileOptions,
  only: ReadonlySet<PaymentSystemName> | null,
): Promise<Map<PaymentSystemName, BookReader>> {
  if (statement !== undefined) {
    const { system, saved } = statement;
    const entries = await matched(client, system, saved.entries);
    return new Map([[system, await BookReader.ofStatement(entries, saved.period)]]);
  }
  const readers = new Map<PaymentSystemName, BookReader>();
  const period = { from: since, to: new Date() };
  for (const { name, books } of systems.all) {
    if (only === null || only.has(name)) readers.set(name, await BookReader.open(books, period));
  }
  return readers;
}

async function compareAll(
  client: PrimaryClient,
  options: ReconcileOptions,
  only: ReadonlySet<PaymentSystemName> | null,
): Promise<SystemResult[]> {
  const { statement, since } = options;
  // It ends before the lists are read, so that each payment in it may be in them.
  const period = statement?.saved.period ?? { from: since, to: new Date() };
  const readers = await openReaders(client, options, only);
  const found = new Map<PaymentSystemName, Difference[]>();
  for await (const rows of ownRows(client, period, statement !== undefined)) {
    for (const { system } of rows) {
      const isWanted = statement === undefined && (only === null || only.has(system));
      if (isWanted && !readers.has(system)) readers.set(system, BookReader.closed('it is not configured'));
    }
    for (const [system, reader] of readers) {
      const own = rows.filter((row) => row.system === system);
      const differences = await reader.compare(own);
      found.set(system, [...(found.get(system) ?? []), ...differences]);
    }
  }
  const results: SystemResult[] = [];
  for (const [system, reader] of readers) {
    const rest = await compareRest(client, system, reader);
    const { compared, notCompared, why, lacks } = reader;
    const differences = [...(found.get(system) ?? []), ...rest];
    results.push({ system, compared, notCompared, why, lacks, differences });
  }
  return results;
}

/** What a difference is about, by all ids that either side has of it. */
const idsOf = ({ payment, theirIds }: Difference) => (payment === null ? theirIds : [payment.id, ...theirIds]);

/** The differences of a second look at what differed at the first: a payment may have been settling then. */
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
  const { databaseUrl, secondLookMs = 5_000, statement } = options;
  const client = new PrimaryClient({ connectionString: databaseUrl, application_name: 'opora reconcile' });
  await client.connect();
  try {
    const first = await compareAll(client, options, null);
    const differing = new Set(first.flatMap(({ system, differences }) => (differences.length > 0 ? [system] : [])));
    if (differing.size === 0 || statement !== undefined) return first;
    await pause(secondLookMs);
    return stillDiffering(first, await compareAll(client, options, differing));
  } finally {
    await client.end();
  }
}

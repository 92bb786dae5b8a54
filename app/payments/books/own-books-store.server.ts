import { type Queryable, statement } from '#base/db/db.server.ts';
import type { PaymentSystemName } from '../payment-systems.ts';
import type { BookedPayment, BookPeriod } from '../systems/system-books.server.ts';
import type { OwnRow } from './compare-books.server.ts';

/** A payment of ours with the moments that its system may be asked by. */
export type DatedRow = OwnRow & { readonly createdAt: Date; readonly expiresAt: Date };

const atOnce = 200;

const begun = statement<{ id: string }>(
  'select id from payment where created_at between $1 and $2 order by created_at, id',
);

const paid = statement<{ id: string }>(
  'select id from payment where system = $3 and paid_at between $1 and $2 order by created_at, id',
);

const columns = `id, reference, kind as "paidFor", system, provider_id as "providerId", amount::text as amount, currency, status,
  refunded::text as refunded`;

const byId = statement<DatedRow & Record<string, unknown>>(`
  select ${columns}, created_at as "createdAt", expires_at as "expiresAt"
  from payment where id = any ($1::uuid[]) order by created_at, id`);

const byProviderId = statement<OwnRow & Record<string, unknown>>(`
  select ${columns} from payment where system = $1 and provider_id = any ($2)`);

const id = `case when g.own ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then g.own::uuid end`;

// Whatever an admin may have copied: an id of the system, or one of ours.
const matches = statement<{ own: string; providerId: string }>(`
  with given as (select unnest($2::text[]) as own)
  select g.own, p.provider_id as "providerId" from given g join payment p on p.id = ${id} where p.system = $1
  union all select g.own, p.provider_id from given g join payment p on p.reference = ${id}
    where p.system = $1 and p.paid_at is not null
  union all select g.own, p.provider_id from given g join payme_transaction t on t.id = g.own
    join payment p on p.id = t.payment_id where p.system = $1
  union all select g.own, p.provider_id from given g join payme_receipt r on r.id = g.own
    join payment p on p.id = r.payment_id where p.system = $1
  union all select g.own, p.provider_id from given g join click_attempt a on a.id::text = g.own
    join payment p on p.id = a.payment_id where p.system = $1
  union all select g.own, p.provider_id from given g join click_attempt a on a.paydoc_id::text = g.own
    join payment p on p.id = a.payment_id where p.system = $1`);

/** Our payments of a period, some at a time: all by their creation, or those of one system by when they were paid, as a statement names it. */
export async function* ownPayments(
  db: Queryable,
  { from, to }: BookPeriod,
  paidBy: PaymentSystemName | null,
): AsyncGenerator<readonly DatedRow[]> {
  const found = paidBy === null ? await db.run(begun, [from, to]) : await db.run(paid, [from, to, paidBy]);
  for (let at = 0; at < found.length; at += atOnce) {
    yield await db.run(byId, [found.slice(at, at + atOnce).map(({ id }) => id)]);
  }
}

/** The payments of a system by our ids at it. */
export async function knownPayments(
  db: Queryable,
  system: PaymentSystemName,
  providerIds: readonly string[],
): Promise<readonly OwnRow[]> {
  return db.run(byProviderId, [system, providerIds]);
}

/** The entries of a statement by the payments that they belong to, whichever id it has of them. */
export async function matchEntries(
  db: Queryable,
  system: PaymentSystemName,
  entries: readonly BookedPayment[],
): Promise<readonly BookedPayment[]> {
  const rows = await db.run(matches, [system, entries.map(({ id }) => id)]);
  const named = new Map(rows.map(({ own, providerId }) => [own, providerId]));
  return entries.map((entry) => ({ ...entry, providerId: named.get(entry.id) ?? entry.providerId }));
}

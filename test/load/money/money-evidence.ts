import type { Fleet } from '#test/load/server-fleet.ts';
import { readLedgerFaults, readTotalFaults } from '#test/support/money/money-faults.ts';

/** What the donors know; amounts in minor units. */
interface Answers {
  /** How many different donations were requested, each under its own key. */
  readonly asked: number;
  /** Donations that the server has acknowledged. */
  readonly acknowledged: readonly { payId: string; amount: number }[];
}

function sumsOf(rows: readonly { reference: string; amount: number }[]): Map<string, number> {
  const sums = new Map<string, number>();
  for (const { reference, amount } of rows) sums.set(reference, (sums.get(reference) ?? 0) + amount);
  return sums;
}

const sumOf = (amounts: Iterable<number>) => [...amounts].reduce((total, amount) => total + amount, 0);

/** Compares what donors, provider, donations, ledger and totals say once all is known. Everything must be 0. */
export async function readMoneyFaults(
  { db, books: readBooks }: Pick<Fleet, 'db' | 'books'>,
  { asked, acknowledged }: Answers,
): Promise<Record<string, number>> {
  const { rows: donations } = await db.pool.query<{ id: string; amount: number; isPaid: boolean }>(
    `select id, amount::float8 as amount, paid_at is not null and refunded_at is null as "isPaid" from donation`,
  );
  const { rows: postings } = await db.pool.query<{ reference: string; amount: number }>(`
    select p.reference, (-sum(e.amount))::float8 as amount from entry e join posting p on p.id = e.posting_id
    where e.account_id = '00000000-0000-7000-8000-000000000001' group by p.reference
    having sum(e.amount) <> 0`);
  const { rows: orders } = await db.pool.query<{ id: string }>('select id from shop_order where status > 0');
  const books = await readBooks();
  const donationOf = new Map(donations.map((donation) => [donation.id, donation]));
  const orderIds = new Set(orders.map(({ id }) => id));
  const isOfNothing = (reference: string) => !donationOf.has(reference) && !orderIds.has(reference);
  const charged = sumsOf(books.filter(({ status }) => status === 'paid'));
  const posted = sumsOf(postings);
  const references = new Set([...charged.keys(), ...posted.keys()]);
  const payments = new Set(books.map(({ reference }) => reference));
  const isTwice = ({ history }: (typeof books)[number]) => history.filter(({ status }) => status === 'paid').length > 1;
  return {
    lost: acknowledged.filter(({ payId, amount }) => donationOf.get(payId)?.amount !== amount).length,
    doubled: Math.max(0, donations.length - asked) + books.length - payments.size,
    'payments of no donation or order': books.filter(({ reference }) => isOfNothing(reference)).length,
    'charged twice': books.filter(isTwice).length,
    'in another state': donations.filter(({ id, isPaid }) => isPaid !== charged.has(id)).length,
    'posted wrongly': [...references].filter((one) => charged.get(one) !== posted.get(one)).length,
    'ledger less provider': sumOf(posted.values()) - sumOf(charged.values()),
    ...(await readLedgerFaults(db)),
    ...(await readTotalFaults(db)),
  };
}

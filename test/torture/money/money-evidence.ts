import type { Fleet, ProviderBook } from '#test/torture/fleet/server-fleet.ts';

/** The records of donors, provider and database on the same donations; amounts in minor units. */
export interface MoneyEvidence {
  /** How many different donations were requested, each under its own key. */
  readonly asked: number;
  /** Donations that the server has acknowledged. */
  readonly acknowledged: readonly { payId: string; amount: number }[];
  readonly books: readonly ProviderBook[];
  readonly donations: readonly { id: string; amount: number; isPaid: boolean }[];
  /** Amounts that the ledger has received from the provider; none for what was refunded. */
  readonly postings: readonly { reference: string; amount: number }[];
}

export interface MoneyFaults {
  /** Acknowledged donations that are missing or have another amount. */
  readonly lost: number;
  /** Donations, or payments at the provider, beyond one for each request. */
  readonly doubled: number;
  /** Payments at the provider without a donation. */
  readonly orphaned: number;
  /** Payments charged more than once. */
  readonly chargedTwice: number;
  /** Donations with another state than in the provider's books. */
  readonly wrongStates: number;
  /** Donations with a posting that differs from the provider's books. */
  readonly wrongPostings: number;
  /** The ledger's sum minus the provider's. */
  readonly difference: number;
}

export const noMoneyFaults: MoneyFaults = {
  lost: 0,
  doubled: 0,
  orphaned: 0,
  chargedTwice: 0,
  wrongStates: 0,
  wrongPostings: 0,
  difference: 0,
};

/** Compares the records. A pure function, so that tests can pass forged evidence. */
export function findMoneyFaults(evidence: MoneyEvidence): MoneyFaults {
  const { asked, acknowledged, books, donations, postings } = evidence;
  const donationOf = new Map(donations.map((donation) => [donation.id, donation]));
  const paidBooks = books.filter(({ status }) => status === 'paid');
  const chargedOf = new Map<string, number>();
  for (const { reference, amount } of paidBooks) chargedOf.set(reference, (chargedOf.get(reference) ?? 0) + amount);
  const postedOf = new Map<string, number>();
  for (const { reference, amount } of postings) postedOf.set(reference, (postedOf.get(reference) ?? 0) + amount);
  const references = new Set([...chargedOf.keys(), ...postedOf.keys()]);
  const sum = (amounts: Iterable<number>) => [...amounts].reduce((total, amount) => total + amount, 0);
  return {
    lost: acknowledged.filter(({ payId, amount }) => donationOf.get(payId)?.amount !== amount).length,
    doubled:
      Math.max(0, donations.length - asked) + books.length - new Set(books.map(({ reference }) => reference)).size,
    orphaned: books.filter(({ reference }) => !donationOf.has(reference)).length,
    chargedTwice: books.filter(({ history }) => history.filter(({ status }) => status === 'paid').length > 1).length,
    wrongStates: donations.filter(({ id, isPaid }) => isPaid !== chargedOf.has(id)).length,
    wrongPostings: [...references].filter((reference) => chargedOf.get(reference) !== postedOf.get(reference)).length,
    difference: sum(postedOf.values()) - sum(chargedOf.values()),
  };
}

/** Reads the records of the database and the provider. */
export async function readEvidence(
  fleet: Pick<Fleet, 'db' | 'books'>,
  answers: Pick<MoneyEvidence, 'asked' | 'acknowledged'>,
): Promise<MoneyEvidence> {
  const donations = await fleet.db.pool.query<{ id: string; amount: number; isPaid: boolean }>(
    `select id, amount::float8 as amount, paid_at is not null and refunded_at is null as "isPaid" from donation`,
  );
  const postings = await fleet.db.pool.query<{ reference: string; amount: number }>(`
    select p.reference, (-sum(e.amount))::float8 as amount from entry e join posting p on p.id = e.posting_id
    where e.account_id = '00000000-0000-7000-8000-000000000001' group by p.reference
    having sum(e.amount) <> 0`);
  return { ...answers, books: await fleet.books(), donations: donations.rows, postings: postings.rows };
}

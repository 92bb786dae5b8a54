import type { Fleet, ProviderBook } from './server-fleet.ts';

/** All sides' word on the same gifts, amounts in minor units. */
export interface MoneyEvidence {
  /** How many different gifts were asked for, each under a key of its own. */
  readonly asked: number;
  /** What donors were told has been taken. */
  readonly acknowledged: readonly { payId: string; amount: number }[];
  readonly books: readonly ProviderBook[];
  readonly gifts: readonly { id: string; amount: number; isPaid: boolean }[];
  /** What the ledger has received from the provider. */
  readonly postings: readonly { reference: string; amount: number }[];
}

export interface MoneyFaults {
  /** Acknowledged gifts that are not there, or over another amount. */
  readonly lost: number;
  /** Gifts, or payments at the provider, beyond one for each that was asked for. */
  readonly doubled: number;
  /** Payments at the provider that no gift knows. */
  readonly orphaned: number;
  /** Payments charged more than once. */
  readonly chargedTwice: number;
  /** Gifts whose state is not what the provider's books say. */
  readonly wrongStates: number;
  /** Gifts whose posting differs from the provider's books. */
  readonly wrongPostings: number;
  /** The ledger's sum less the provider's. */
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

/** Compares what the sides say. It is a pure function, so that tests can show it forged evidence. */
export function findMoneyFaults(evidence: MoneyEvidence): MoneyFaults {
  const { asked, acknowledged, books, gifts, postings } = evidence;
  const giftOf = new Map(gifts.map((gift) => [gift.id, gift]));
  const paidBooks = books.filter(({ status }) => status === 'paid');
  const chargedOf = new Map<string, number>();
  for (const { reference, amount } of paidBooks) chargedOf.set(reference, (chargedOf.get(reference) ?? 0) + amount);
  const postedOf = new Map<string, number>();
  for (const { reference, amount } of postings) postedOf.set(reference, (postedOf.get(reference) ?? 0) + amount);
  const references = new Set([...chargedOf.keys(), ...postedOf.keys()]);
  const sum = (amounts: Iterable<number>) => [...amounts].reduce((total, amount) => total + amount, 0);
  return {
    lost: acknowledged.filter(({ payId, amount }) => giftOf.get(payId)?.amount !== amount).length,
    doubled: Math.max(0, gifts.length - asked) + books.length - new Set(books.map(({ reference }) => reference)).size,
    orphaned: books.filter(({ reference }) => !giftOf.has(reference)).length,
    chargedTwice: books.filter(({ history }) => history.filter(({ status }) => status === 'paid').length > 1).length,
    wrongStates: gifts.filter(({ id, isPaid }) => isPaid !== chargedOf.has(id)).length,
    wrongPostings: [...references].filter((reference) => chargedOf.get(reference) !== postedOf.get(reference)).length,
    difference: sum(postedOf.values()) - sum(chargedOf.values()),
  };
}

/** Reads the database's and the provider's side. */
export async function readEvidence(
  fleet: Pick<Fleet, 'db' | 'books'>,
  told: Pick<MoneyEvidence, 'asked' | 'acknowledged'>,
): Promise<MoneyEvidence> {
  const gifts = await fleet.db.pool.query<{ id: string; amount: number; isPaid: boolean }>(
    `select id, amount::float8 as amount, paid_at is not null and refunded_at is null as "isPaid" from donation`,
  );
  const postings = await fleet.db.pool.query<{ reference: string; amount: number }>(`
    select p.reference, (-sum(e.amount))::float8 as amount from entry e join posting p on p.id = e.posting_id
    where e.account_id = '00000000-0000-7000-8000-000000000001' group by p.reference`);
  return { ...told, books: await fleet.books(), gifts: gifts.rows, postings: postings.rows };
}

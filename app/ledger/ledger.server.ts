import type { Queryable, Tx } from '#base/db.server.ts';
import { type Minor, minor, negate } from '#base/money.ts';
import {
  type AccountRow,
  insertAccount,
  insertPosting,
  lockAccountRows,
  readAccounts,
  readEntries,
  readPersonAccounts,
} from './ledger-store.server.ts';

/** What the payment provider owes us: its balance is the negative of what has been paid in and not given back. */
export const providerAccount = '00000000-0000-7000-8000-000000000001';

/** The platform's commission. */
export const platformAccount = '00000000-0000-7000-8000-000000000002';

/** What creators have asked to have paid out and has not been decided yet. */
export const payoutsAccount = '00000000-0000-7000-8000-000000000003';

/** One side of a posting. Positive: the account gets it; negative: the account gives it. Minor units. */
export interface Entry {
  readonly accountId: string;
  readonly amount: Minor;
}

/** A movement of money between accounts: its entries sum to zero. */
export interface Posting {
  /** What kind of movement, such as `donation` or `donation-refund`. */
  readonly kind: string;
  /** The id of what it is for; of each kind there is one posting a reference. */
  readonly reference: string;
  readonly entries: readonly Entry[];
}

/** An account of a person; `balance` in minor units, always the sum of the account's entries. */
export interface Account {
  readonly id: string;
  readonly name: string;
  readonly balance: Minor;
  readonly isActive: boolean;
}

const toAccount = (row: AccountRow): Account => ({
  id: row.id,
  name: row.name,
  balance: minor(row.balance),
  isActive: row.isActive,
});

/** Opens an empty account for a person (contract, section 3: everybody has at least one) and answers its id. */
export async function openAccount(tx: Tx, account: { personId: string; name: string }): Promise<string> {
  return insertAccount(tx, account.personId, account.name);
}

/**
 * Moves money. One statement writes the posting, its entries and the balances, the accounts locked in the order of their
 * ids. Sides of 0 are left out, sides of one account are added up. Answers false where this kind of posting has been made
 * for the reference before: then nothing happens. The database refuses entries that do not sum to zero.
 */
export async function post(tx: Tx, { kind, reference, entries }: Posting): Promise<boolean> {
  const sums = new Map<string, bigint>();
  for (const { accountId, amount } of entries) sums.set(accountId, (sums.get(accountId) ?? 0n) + BigInt(amount));
  const sides = [...sums].filter(([, sum]) => sum !== 0n);
  const accounts = sides.map(([accountId]) => accountId);
  const amounts = sides.map(([, sum]) => sum.toString());
  return insertPosting(tx, kind, reference, { accounts, amounts });
}

/**
 * Moves everything back that a posting has moved, between the same accounts. Answers false where it has been done before
 * (under `as`) or there is nothing to reverse.
 */
export async function reverse(tx: Tx, posting: { kind: string; reference: string; as: string }): Promise<boolean> {
  const made = await readEntries(tx, posting.kind, posting.reference);
  if (made.length === 0) return false;
  const entries = made.map(({ accountId, amount }) => ({ accountId, amount: negate(minor(amount)) }));
  return post(tx, { kind: posting.as, reference: posting.reference, entries });
}

/** A person's accounts, the oldest first. */
export async function accountsOf(db: Queryable, personId: string): Promise<Account[]> {
  return (await readPersonAccounts(db, personId)).map(toAccount);
}

/** Accounts by id; unknown ids are left out. */
export async function findAccounts(db: Queryable, ids: readonly string[]): Promise<ReadonlyMap<string, Account>> {
  return new Map((await readAccounts(db, ids)).map((row) => [row.id, toAccount(row)]));
}

/**
 * Locks accounts until the end of the transaction, so that what is decided by their balances holds; in the order in which
 * postings lock them. Name all that the transaction will post to. Unknown ids are left out.
 */
export async function lockAccounts(tx: Tx, ids: readonly string[]): Promise<Account[]> {
  return (await lockAccountRows(tx, ids)).map(toAccount);
}

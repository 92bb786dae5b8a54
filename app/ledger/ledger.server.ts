import type { CountryProfile } from '#app/country.ts';
import type { Area } from '#base/calls/area.server.ts';
import { bindCalls, type Handlers } from '#base/calls/bound-call.server.ts';
import { callerOf } from '#base/calls/call-context.server.ts';
import { failures } from '#base/calls/errors.ts';
import type { Queryable, Tx } from '#base/db/db.server.ts';
import { add, type Minor, minor, negate, zero } from '#base/money/money.ts';
import { periodOf } from '#base/text/time-zones.ts';
import { ledgerCalls } from './ledger.calls.ts';
import {
  type AccountRow,
  insertPosting,
  lockAccountRows,
  readAccounts,
  readEntries,
  readPeopleOfPosting,
  readPersonAccounts,
} from './ledger-store.server.ts';
import { readStatement, timeOf } from './statement-store.server.ts';

/** The money that the payment provider owes the platform. The balance is minus the sum of paid and not refunded money. */
export const providerAccount = '00000000-0000-7000-8000-000000000001';

/** The platform's commission. */
export const platformAccount = '00000000-0000-7000-8000-000000000002';

/** The sums of payout requests that are not decided yet. */
export const payoutsAccount = '00000000-0000-7000-8000-000000000003';

/** One side of a posting. Positive: the account receives; negative: the account pays. Minor units. */
export interface Entry {
  readonly accountId: string;
  readonly amount: Minor;
}

/** A movement of money between accounts: its entries sum to zero. */
export interface Posting {
  /** The kind of movement, such as `donation` or `donation-refund`. */
  readonly kind: string;
  /** The id of what the movement is for. There is one posting per kind and reference. */
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

/**
 * Moves money. One statement inserts the posting and its entries and updates the balances; accounts are locked in the order of
 * their ids. Entries of 0 are left out, entries of one account are added up. Returns false if a posting of this kind exists for the
 * reference: then nothing changes. The database refuses entries that do not sum to zero.
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
 * Reverses a posting between the same accounts. Returns false if it was reversed before (a posting of the kind `as`) or does not
 * exist.
 */
export async function reverse(tx: Tx, posting: { kind: string; reference: string; as: string }): Promise<boolean> {
  const made = await readEntries(tx, posting.kind, posting.reference);
  if (made.length === 0) return false;
  const entries = made.map(({ accountId, amount }) => ({ accountId, amount: negate(minor(amount)) }));
  return post(tx, { kind: posting.as, reference: posting.reference, entries });
}

/** A posting that other postings have reversed in part. */
interface PostingInParts {
  readonly kind: string;
  readonly reference: string;
  readonly parts: { readonly kind: string; readonly references: readonly string[] };
}

/** What is left of a partly reversed posting, by account; accounts with nothing left are omitted. */
export async function readRest(tx: Tx, { kind, reference, parts }: PostingInParts): Promise<Entry[]> {
  const made = [await readEntries(tx, kind, reference)];
  for (const part of parts.references) made.push(await readEntries(tx, parts.kind, part));
  const left = new Map<string, Minor>();
  for (const { accountId, amount } of made.flat()) left.set(accountId, add(left.get(accountId) ?? zero, minor(amount)));
  return [...left].flatMap(([accountId, amount]) => (amount === 0 ? [] : [{ accountId, amount }]));
}

/**
 * Reverses what is left of a posting after the partial reversals in `parts`. Returns false if nothing is left, or if it was done
 * before.
 */
export async function reverseRest(tx: Tx, posting: PostingInParts & { as: string }): Promise<boolean> {
  const rest = await readRest(tx, posting);
  if (rest.length === 0) return false;
  const entries = rest.map(({ accountId, amount }) => ({ accountId, amount: negate(amount) }));
  return post(tx, { kind: posting.as, reference: posting.reference, entries });
}

/** The personal accounts of a posting, by the id of their owner. */
export async function accountsPosted(
  db: Queryable,
  { kind, reference }: { kind: string; reference: string },
): Promise<ReadonlyMap<string, string>> {
  const rows = await readPeopleOfPosting(db, kind, reference);
  return new Map(rows.map(({ personId, accountId }) => [personId, accountId]));
}

/** A person's accounts, oldest first. */
export async function accountsOf(db: Queryable, personId: string): Promise<Account[]> {
  return (await readPersonAccounts(db, personId)).map(toAccount);
}

/** Accounts by id; unknown ids are omitted. */
export async function findAccounts(db: Queryable, ids: readonly string[]): Promise<ReadonlyMap<string, Account>> {
  return new Map((await readAccounts(db, ids)).map((row) => [row.id, toAccount(row)]));
}

/**
 * Locks accounts until the transaction ends, so that a decision by their balances stays valid. Locks in the order of postings; pass
 * all accounts that the transaction will post to. Unknown ids are omitted.
 */
export async function lockAccounts(tx: Tx, ids: readonly string[]): Promise<Account[]> {
  return (await lockAccountRows(tx, ids)).map(toAccount);
}

/** Descriptions of postings for the account's owner, by reference. An area describes its own kinds and leaves out others. */
type DescribePostings = (
  db: Queryable,
  postings: readonly { readonly kind: string; readonly reference: string }[],
) => Promise<ReadonlyMap<string, string>>;

async function titlesOf(describers: readonly DescribePostings[], ...asked: Parameters<DescribePostings>) {
  const found = await Promise.all(describers.map((titles) => titles(...asked)));
  return new Map(found.flatMap((some) => [...some]));
}

function createHandlers(describers: readonly DescribePostings[], timeZone: string): Handlers<typeof ledgerCalls> {
  return {
    statement: async ({ query: { accountId, From, To, Skip, Take } }, context) => {
      const account = (await accountsOf(context.db, callerOf(context).userId)).find(({ id }) => id === accountId);
      if (account === undefined) throw failures.notFound();
      const asked = { accountId, period: periodOf({ From, To }, timeZone), skip: Skip, take: Take };
      const { items, count } = await readStatement(context.db, asked);
      const titles = await titlesOf(describers, context.db, items);
      return {
        accountId,
        name: account.name,
        balance: account.balance,
        count,
        items: items.map((row) => ({
          ...row,
          at: timeOf(row.id).toISOString(),
          title: titles.get(row.reference) ?? null,
          amount: minor(row.amount),
          balance: minor(row.balance),
        })),
      };
    },
  };
}

/** The running area. */
interface Ledger extends Area {
  /** Adds an area that describes its own postings in statements. */
  describeBy(describer: DescribePostings): void;
}

interface LedgerDeps {
  readonly country: Pick<CountryProfile, 'timeZone'>;
}

/** Makes the area. */
export function createLedger({ country }: LedgerDeps): Ledger {
  const describers: DescribePostings[] = [];
  return {
    calls: bindCalls(ledgerCalls, createHandlers(describers, country.timeZone)),
    describeBy: (describer) => void describers.push(describer),
  };
}

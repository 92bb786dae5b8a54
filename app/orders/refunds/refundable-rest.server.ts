import { accountsPosted, type Entry, platformAccount, providerAccount, readRest } from '#app/ledger/ledger.server.ts';
import type { Queryable, Tx } from '#base/db/db.server.ts';
import { type Minor, minor, negate, subtract, zero } from '#base/money/money.ts';
import { type RefundedLine, readRefundLines, readRefunds } from './refunds-store.server.ts';
import { chargeOf, subtractShares } from './sale-shares.server.ts';

/** Kinds of postings: a sale, and a part of it that goes back. */
export const saleKind = 'order';
export const partKind = 'order-part-refund';

/** What is left of a sale beside the refunds that the provider has not answered yet. */
interface RefundableRest {
  /** Minor units that can still go back. */
  readonly amount: Minor;
  /** Who holds them. */
  readonly holders: readonly Entry[];
}

/** The sellers' accounts that a sale has credited. */
export async function accountsOfSale(db: Queryable, orderId: string): Promise<Iterable<string>> {
  return (await accountsPosted(db, { kind: saleKind, reference: orderId })).values();
}

/** What the sale has credited for these pieces, by account. */
export async function readClaims(db: Queryable, orderId: string, lines: readonly RefundedLine[]): Promise<Entry[]> {
  const sellers = await accountsPosted(db, { kind: saleKind, reference: orderId });
  return lines.flatMap(({ sellerId, amount, commission }): Entry[] => {
    const fee = minor(commission);
    const earned = subtract(minor(amount), fee);
    const accountId = sellers.get(sellerId);
    // A seller who has earned nothing has no entry.
    if (accountId === undefined && earned !== 0) throw new Error(`order ${orderId} has paid nothing to ${sellerId}`);
    return [
      { accountId: platformAccount, amount: fee },
      ...(accountId === undefined ? [] : [{ accountId, amount: earned }]),
    ];
  });
}

/**
 * What is left of a locked order's sale. The money of refunds that the provider has not answered is promised and does not count; `except`
 * names the refund that is being booked.
 */
export async function readRefundableRest(
  tx: Tx,
  orderId: string,
  except: string | null = null,
): Promise<RefundableRest> {
  const refunds = await readRefunds(tx, orderId);
  const parts = { kind: partKind, references: refunds.map(({ id }) => id) };
  const rest = await readRest(tx, { kind: saleKind, reference: orderId, parts });
  const atProvider = rest.find(({ accountId }) => accountId === providerAccount)?.amount ?? zero;
  const promised = refunds.filter(({ id, state }) => state === 'Wanted' && id !== except);
  let amount = negate(atProvider);
  let holders = rest.filter((entry) => entry.accountId !== providerAccount && entry.amount > 0);
  for (const refund of promised) {
    const claims = await readClaims(tx, orderId, await readRefundLines(tx, refund.id));
    holders = subtractShares(holders, chargeOf(claims, holders));
    amount = subtract(amount, minor(refund.amount));
  }
  return { amount: minor(Math.max(0, amount)), holders };
}

import type { Project } from '#app/creators/creators.server.ts';
import { accountsPosted, platformAccount, post, providerAccount } from '#app/ledger/ledger.server.ts';
import type { Tx } from '#base/db/db.server.ts';
import { type Minor, minor, negate, subtract } from '#base/money/money.ts';
import type { DonationRow } from './donations-store.server.ts';

/** Kinds of payments and postings of donations. */
export const donationKind = 'donation';
export const refundKind = 'donation-refund';
export const partKind = 'donation-part-refund';

/** Donor → creator's account less commission → platform. */
export async function postDonation(tx: Tx, row: DonationRow, project: Project | null): Promise<void> {
  if (project === null) throw new Error(`the project of donation ${row.id} is not there`);
  const amount = minor(row.amount);
  const commission = minor(row.commission);
  const entries = [
    { accountId: providerAccount, amount: negate(amount) },
    { accountId: project.accountId, amount: subtract(amount, commission) },
    { accountId: platformAccount, amount: commission },
  ];
  if (!(await post(tx, { kind: donationKind, reference: row.id, entries }))) {
    throw new Error(`donation ${row.id} has been posted before`);
  }
}

/** Reverses a part of what was posted, between the same accounts. */
export async function postPart(
  tx: Tx,
  { reference, refundId, back, commission }: { reference: string; refundId: string; back: Minor; commission: Minor },
): Promise<void> {
  const [accountId] = (await accountsPosted(tx, { kind: donationKind, reference })).values();
  const earned = subtract(back, commission);
  // A creator who earned nothing has no entry.
  if (accountId === undefined && earned !== 0) throw new Error(`donation ${reference} has paid nothing to its creator`);
  const entries = [
    { accountId: providerAccount, amount: back },
    { accountId: platformAccount, amount: negate(commission) },
    ...(accountId === undefined ? [] : [{ accountId, amount: negate(earned) }]),
  ];
  if (!(await post(tx, { kind: partKind, reference: refundId, entries }))) {
    throw new Error(`the part ${refundId} of donation ${reference} has been posted before`);
  }
}

/** Reverses what is left of a part of a shared donation. */
export async function postShareBack(tx: Tx, row: Pick<DonationRow, 'id' | 'amount' | 'commission'>): Promise<void> {
  const [accountId] = (await accountsPosted(tx, { kind: donationKind, reference: row.id })).values();
  const amount = minor(row.amount);
  const commission = minor(row.commission);
  const earned = subtract(amount, commission);
  if (accountId === undefined && earned !== 0) throw new Error(`donation ${row.id} has paid nothing to its creator`);
  const entries = [
    { accountId: providerAccount, amount },
    { accountId: platformAccount, amount: negate(commission) },
    ...(accountId === undefined ? [] : [{ accountId, amount: negate(earned) }]),
  ];
  if (!(await post(tx, { kind: refundKind, reference: row.id, entries }))) {
    throw new Error(`donation ${row.id} has been refunded before`);
  }
}

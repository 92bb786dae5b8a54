import { donationKind } from '#app/donations/donation-postings.server.ts';
import { platformAccount, providerAccount } from '#app/ledger/ledger.server.ts';
import { statement, type Tx } from '#base/db/db.server.ts';
import { type DemoPayment, insertPayments } from '../payments/payment-rows.ts';
import { insertPostings } from '../posting-rows.ts';
import { insertDonations } from './donation-insert.ts';
import type { DemoDonation } from './donations.ts';

/** The same as in real rows. */
const refundKind = 'donation-refund';

/** The donations with their numbers within the project. */
function rowsOf(donations: readonly DemoDonation[]) {
  const numbers = new Map<string, number>();
  return donations.map((donation) => {
    const number = (numbers.get(donation.projectId) ?? 0) + 1;
    numbers.set(donation.projectId, number);
    return { ...donation, number };
  });
}

function paymentOf({
  id: reference,
  system,
  whole,
  createdAt,
  paidAt,
  refundedAt,
  ...given
}: DemoDonation): DemoPayment {
  const amount = whole ?? given.amount;
  const status = refundedAt === null ? 'Paid' : 'Refunded';
  return { kind: donationKind, reference, number: 1, system, amount, status, createdAt, paidAt };
}

async function writeDonations(tx: Tx, donations: readonly DemoDonation[], currency: string): Promise<void> {
  await insertDonations(tx, rowsOf(donations));
  await insertPayments(tx, donations.filter(({ jointOf }) => jointOf === undefined).map(paymentOf), currency);
}

const insertProjectTotals = statement(`
  insert into project_total (project_id, last_number, paid_count, paid_sum)
  select project_id, max(number), count(*) filter (where refunded_at is null),
    coalesce(sum(amount) filter (where refunded_at is null), 0)
  from donation group by project_id`);

const insertDonorTotals = statement(`
  insert into donor_total (project_id, donor_key, name, amount, count)
  select project_id, donor_key,
    case when donor_key <> 'anonymous' then (array_agg(name order by number desc))[1] end,
    coalesce(sum(amount) filter (where refunded_at is null), 0), count(*) filter (where refunded_at is null)
  from donation group by project_id, donor_key`);

async function writeTotals(tx: Tx): Promise<void> {
  await tx.run(insertProjectTotals, []);
  await tx.run(insertDonorTotals, []);
}

/** Posts donor → creator less commission → platform; with `sign` -1 the reverse. */
async function writePostings(tx: Tx, kind: string, donations: readonly DemoDonation[], sign: 1 | -1): Promise<void> {
  const postings = donations.flatMap(({ id: reference, accountId, amount, commission, paidAt, refundedAt }) => {
    const at = sign === 1 ? paidAt : refundedAt;
    const sides = [
      { accountId: providerAccount, amount: -sign * amount },
      { accountId, amount: sign * (amount - commission) },
      { accountId: platformAccount, amount: sign * commission },
    ];
    return at === null ? [] : [{ kind, reference, at, sides }];
  });
  await insertPostings(tx, postings);
}

const compareSums = statement<{
  donations: string;
  totals: string;
  donors: string;
  ledger: string;
  zero: string;
}>(`
  select
    (select coalesce(sum(amount), 0)::text from donation where refunded_at is null) as donations,
    (select coalesce(sum(paid_sum), 0)::text from project_total) as totals,
    (select coalesce(sum(amount), 0)::text from donor_total) as donors,
    (select (-balance)::text from account_balance where id = $1) as ledger,
    (select coalesce(sum(balance), 0)::text from account_balance) as zero`);

/** Compares donations, totals, donors, ledger and balances with each other. */
async function refuseDifferences(tx: Tx): Promise<void> {
  const [sums] = await tx.run(compareSums, [providerAccount]);
  if (
    sums === undefined ||
    new Set([sums.donations, sums.totals, sums.donors, sums.ledger]).size > 1 ||
    sums.zero !== '0'
  ) {
    throw new Error(`the money of the demo world does not add up: ${JSON.stringify(sums)}`);
  }
}

/**
 * Inserts donations, oldest first, as if each had been paid at its time: with payment, postings and the totals that lists, tops and widgets
 * read. Only for a database without donations. Queues no alerts, because the donations are old.
 */
export async function addDonations(tx: Tx, donations: readonly DemoDonation[], currency: string): Promise<void> {
  await writeDonations(tx, donations, currency);
  await writeTotals(tx);
  await writePostings(tx, donationKind, donations, 1);
  await writePostings(tx, refundKind, donations, -1);
  await refuseDifferences(tx);
}

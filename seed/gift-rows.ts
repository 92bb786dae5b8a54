import { sql } from 'drizzle-orm';
import { donationKind } from '#app/donations/donation-owner.server.ts';
import { platformAccount, providerAccount } from '#app/ledger/ledger.server.ts';
import type { Tx } from '#base/db.server.ts';
import type { DemoGift } from './gifts.ts';

/** As the real ones are called, so that nothing tells them apart. */
const refundKind = 'donation-refund';

/** The gifts with the numbers that they were paid under in their project. */
function rowsOf(gifts: readonly DemoGift[]) {
  const numbers = new Map<string, number>();
  return gifts.map((gift) => {
    const number = (numbers.get(gift.projectId) ?? 0) + 1;
    numbers.set(gift.projectId, number);
    return { ...gift, number };
  });
}

async function writeGifts(tx: Tx, gifts: readonly DemoGift[], currency: string): Promise<void> {
  const rows = JSON.stringify(rowsOf(gifts));
  await tx.execute(sql`
    insert into donation (id, project_id, donor_id, donor_key, name, message, is_anonymous, amount, commission, number,
      created_at, paid_at, refunded_at)
    select id, "projectId", "donorId", "donorKey", name, message, "isAnonymous", amount, commission, number,
      "createdAt", "paidAt", "refundedAt"
    from jsonb_to_recordset(${rows}::jsonb) as gift (
      id uuid, "projectId" uuid, "donorId" uuid, "donorKey" text, name text, message text, "isAnonymous" boolean,
      amount bigint, commission bigint, number bigint, "createdAt" timestamptz, "paidAt" timestamptz,
      "refundedAt" timestamptz)`);
  await tx.execute(sql`
    insert into payment (kind, reference, provider_id, amount, currency, status, expires_at, paid_at, created_at)
    select ${donationKind}, id, 'demo-' || id, amount, ${currency}, case when refunded_at is null then 'Paid' else 'Refunded' end,
      created_at + interval '15 minutes', paid_at, created_at
    from donation`);
}

async function writeTotals(tx: Tx): Promise<void> {
  await tx.execute(sql`
    insert into project_total (project_id, last_number, paid_count, paid_sum)
    select project_id, max(number), count(*) filter (where refunded_at is null),
      coalesce(sum(amount) filter (where refunded_at is null), 0)
    from donation group by project_id`);
  await tx.execute(sql`
    insert into donor_total (project_id, donor_key, name, amount, count)
    select project_id, donor_key,
      case when donor_key <> 'anonymous' then (array_agg(name order by number desc))[1] end,
      coalesce(sum(amount) filter (where refunded_at is null), 0), count(*) filter (where refunded_at is null)
    from donation group by project_id, donor_key`);
}

/** Donor → creator's account less commission → platform; with `sign` -1 all of it back. */
async function writePostings(tx: Tx, kind: string, gifts: readonly DemoGift[], sign: 1 | -1): Promise<void> {
  const rows = gifts.map(({ id, accountId, amount, commission, paidAt, refundedAt }) => {
    const at = sign === 1 ? paidAt : refundedAt;
    return { id, accountId, amount, commission, at };
  });
  await tx.execute(sql`
    with gift as (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as gift (id uuid, "accountId" uuid, amount bigint, commission bigint, at timestamptz)
    ), posted as (
      -- The time of a posting stands in its id, too: statements are read in the order of the ids.
      insert into posting (id, kind, reference, created_at)
      select (substr(stamp, 1, 8) || '-' || substr(stamp, 9) || substr(uuid_v7()::text, 14))::uuid, ${kind}, id, at
      from gift, lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') as stamp order by at
      returning id, reference
    )
    insert into entry (posting_id, account_id, amount)
    select posted.id, side.account_id, side.amount * ${sign}
    from posted join gift on gift.id = posted.reference,
      lateral (values
        (${providerAccount}::uuid, -gift.amount),
        (gift."accountId", gift.amount - gift.commission),
        (${platformAccount}::uuid, gift.commission)
      ) as side (account_id, amount)
    where side.amount <> 0`);
}

/** Compares gifts, totals, donors, ledger and balances with each other. */
async function refuseDifferences(tx: Tx): Promise<void> {
  const { rows } = await tx.execute<{
    gifts: string;
    totals: string;
    donors: string;
    ledger: string;
    zero: string;
  }>(sql`
    select
      (select coalesce(sum(amount), 0)::text from donation where refunded_at is null) as gifts,
      (select coalesce(sum(paid_sum), 0)::text from project_total) as totals,
      (select coalesce(sum(amount), 0)::text from donor_total) as donors,
      (select (-balance)::text from account where id = ${providerAccount}) as ledger,
      (select coalesce(sum(balance), 0)::text from account) as zero`);
  const [sums] = rows;
  if (
    sums === undefined ||
    new Set([sums.gifts, sums.totals, sums.donors, sums.ledger]).size > 1 ||
    sums.zero !== '0'
  ) {
    throw new Error(`the money of the demo world does not add up: ${JSON.stringify(sums)}`);
  }
}

/**
 * Writes gifts, oldest first, as if each had been paid at its time: with its payment, its postings and the totals that
 * lists, tops and widgets read. For a database without gifts only; no alerts are queued, nobody waits for them any more.
 */
export async function addGifts(tx: Tx, gifts: readonly DemoGift[], currency: string): Promise<void> {
  await writeGifts(tx, gifts, currency);
  await writeTotals(tx);
  await writePostings(tx, donationKind, gifts, 1);
  await writePostings(
    tx,
    refundKind,
    gifts.filter(({ refundedAt }) => refundedAt !== null),
    -1,
  );
  await refuseDifferences(tx);
}

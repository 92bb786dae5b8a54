import { type Queryable, statement, type Tx } from '#base/db.server.ts';

/** A gift as it is written when it is made. Amounts in minor units. */
export interface NewDonation extends Record<string, unknown> {
  readonly id: string;
  readonly project_id: string;
  readonly donor_id: string | null;
  readonly donor_key: string;
  readonly name: string | null;
  readonly message: string | null;
  readonly is_anonymous: boolean;
  readonly amount: number;
  readonly commission: number;
  readonly address: string;
}

/** Writes a gift from `$1`, a `NewDonation` as jsonb; carried out in the statement that writes its payment. */
export const donationInsert = `
  insert into donation
    (id, project_id, donor_id, donor_key, name, message, is_anonymous, amount, commission, address)
  select id, project_id, donor_id, donor_key, name, message, is_anonymous, amount, commission, address
  from jsonb_to_record($1::jsonb) as gift (
    id uuid, project_id uuid, donor_id uuid, donor_key text, name text, message text, is_anonymous boolean,
    amount bigint, commission bigint, address text)
  on conflict (id) do nothing
  returning id`;

export interface DonationRow extends Record<string, unknown> {
  readonly id: string;
  readonly projectId: string;
  readonly name: string | null;
  readonly message: string | null;
  readonly isAnonymous: boolean;
  readonly amount: number;
  readonly commission: number;
  readonly createdAt: Date;
  readonly paidAt: Date | null;
  readonly isRefunded: boolean;
  readonly isReworded: boolean;
}

/** One gift as it is asked for by its payId. */
export interface AskedDonationRow extends DonationRow {
  /** Null: given by a guest. */
  readonly donorId: string | null;
  /** Its message waits for the creator's yes, or was rejected: it is not for everybody. */
  readonly isMessageHeld: boolean;
}

const columns = `d.id, d.project_id as "projectId", d.name, d.message, d.is_anonymous as "isAnonymous", d.amount,
  d.commission, d.created_at as "createdAt", d.paid_at as "paidAt", d.refunded_at is not null as "isRefunded",
  d.reworded_at is not null as "isReworded"`;

const byId = statement<AskedDonationRow>(`
  select ${columns}, d.donor_id as "donorId",
    coalesce((select a.is_message_held from gift_alert a where a.pay_id = d.id), false) as "isMessageHeld"
  from donation d where d.id = $1`);

/** The project's row is locked first and until the end, so that numbers rise in the order of `paid_at` and without gaps. */
const countPaid = statement<DonationRow & { stopWords: string[] }>(`
  with gift as (
    select project_id, donor_key, name, amount from donation where id = $1 and number is null
  ), counted as (
    insert into project_total as total (project_id, last_number, paid_count, paid_sum)
    select project_id, 1, 1, amount from gift
    on conflict (project_id) do update set
      last_number = total.last_number + 1,
      paid_count = total.paid_count + 1,
      paid_sum = total.paid_sum + excluded.paid_sum
    returning project_id, last_number
  ), donor as (
    insert into donor_total as total (project_id, donor_key, name, amount, count)
    select gift.project_id, gift.donor_key, case when gift.donor_key <> 'anonymous' then gift.name end, gift.amount, 1
    from gift join counted on counted.project_id = gift.project_id
    on conflict (project_id, donor_key) do update set
      name = excluded.name,
      amount = total.amount + excluded.amount,
      count = total.count + 1
  )
  update donation d set number = counted.last_number, paid_at = clock_timestamp(), address = null
  from counted where d.id = $1
  returning ${columns}, (select stop_words from donation_settings) as "stopWords"`);

const countRefunded = statement<DonationRow & { stopWords: string[] }>(`
  with gift as (
    update donation set refunded_at = clock_timestamp() where id = $1 and number is not null and refunded_at is null
    returning *
  ), counted as (
    update project_total total set paid_count = total.paid_count - 1, paid_sum = total.paid_sum - gift.amount
    from gift where total.project_id = gift.project_id
    returning total.project_id
  ), donor as (
    update donor_total total set amount = total.amount - gift.amount, count = total.count - 1
    from gift join counted on counted.project_id = gift.project_id
    where total.project_id = gift.project_id and total.donor_key = gift.donor_key
  )
  select ${columns}, (select stop_words from donation_settings) as "stopWords" from gift d`);

const forget = statement<{ projectId: string; address: string }>(`
  update donation d set address = null
  from (select id, address from donation where id = $1 and address is not null for update) as was
  where d.id = was.id
  returning d.project_id as "projectId", was.address`);

interface RefusedGiftRow extends Record<string, unknown> {
  readonly projectId: string;
  readonly address: string | null;
}

const refusedGift = statement<RefusedGiftRow>('select project_id as "projectId", address from donation where id = $1');

const forgetOld = statement(`
  update donation set address = null
  where number is null and address is not null and created_at < now() - interval '1 day'`);

const recentlyPaid = statement<{ count: number }>(`
  select count(*) as count from (
    select from donation
    where project_id = $1 and number is not null and paid_at > now() - interval '10 minutes' limit $2
  ) as gift`);

const insertion = statement<{ id: string }>(donationInsert);

/** Writes a gift whose payment is another thing's. */
export async function writeDonation(tx: Tx, gift: NewDonation): Promise<void> {
  await tx.run(insertion, [JSON.stringify(gift)]);
}

/** One gift, paid or not. */
export async function readDonation(db: Queryable, id: string): Promise<AskedDonationRow | null> {
  return (await db.run(byId, [id]))[0] ?? null;
}

/** Numbers a gift as paid and adds it to the totals; null where it has been done before. */
export async function countPaidDonation(tx: Tx, id: string) {
  return (await tx.run(countPaid, [id]))[0] ?? null;
}

/** Takes a gift out of the totals; null where it was not paid or has been given back before. */
export async function countRefundedDonation(tx: Tx, id: string) {
  return (await tx.run(countRefunded, [id]))[0] ?? null;
}

/** Forgets the network address of a gift that will not be paid, and answers it with the project. */
export async function takeAddress(tx: Tx, id: string): Promise<{ projectId: string; address: string } | null> {
  return (await tx.run(forget, [id]))[0] ?? null;
}

/** The project and, until it is paid or given up, the network address of a gift. */
export async function readRefusedGift(tx: Tx, id: string): Promise<RefusedGiftRow | null> {
  return (await tx.run(refusedGift, [id]))[0] ?? null;
}

export async function forgetOldAddresses(db: Queryable): Promise<void> {
  await db.run(forgetOld, []);
}

/** How many gifts a project was paid in the last 10 minutes, counted up to `most`. */
export async function countRecentlyPaid(db: Queryable, projectId: string, most: number): Promise<number> {
  return (await db.run(recentlyPaid, [projectId, most]))[0]?.count ?? 0;
}

import { type Queryable, statement, type Tx } from '#base/db/db.server.ts';
import type { Minor } from '#base/money/money.ts';
import type { GiftedPieces, GiftReceiver } from './gift-receivers.ts';

/** A valid donation that is not stored yet. Amounts in minor units. */
export interface CheckedDonation extends Record<string, unknown> {
  readonly project_id: string;
  readonly donor_id: string | null;
  readonly donor_key: string;
  readonly name: string | null;
  readonly message: string | null;
  readonly is_anonymous: boolean;
  readonly amount: number;
  readonly commission: number;
  readonly address: string | null;
  /** Its donor has chosen something (docs/rules.md#votes). */
  readonly has_choices: boolean;
  readonly membership_id?: string;
  /** Which month of the membership it pays, from 1. */
  readonly membership_month?: number;
  /** How many months it gives to others. */
  readonly gifted_months?: number;
  readonly gifted_to?: GiftReceiver;
  /** How many pieces of merch it gives to viewers, and what its product was called then. */
  readonly gifted_pieces?: number;
  readonly gifted_product?: string;
  /** The stream together in which it is shared. */
  readonly joint_id?: string;
  /** The donation as it was given, of which this is the part of another creator. */
  readonly joint_of?: string;
  /** All that is given to the creators of that stream. */
  readonly joint_amount?: number;
}

/** A new donation as it is stored. */
export interface NewDonation extends CheckedDonation {
  readonly id: string;
}

/** Inserts a donation from `$1`, a `NewDonation` as jsonb, within the statement that inserts its payment. */
export const donationInsert = `
  insert into donation
    (id, project_id, donor_id, donor_key, name, message, is_anonymous, amount, commission, address,
     has_choices, membership_id, membership_month, gifted_months, gifted_to, gifted_pieces, gifted_product, joint_id, joint_of, joint_amount)
  select id, project_id, donor_id, donor_key, name, message, is_anonymous, amount, commission, address,
    coalesce(has_choices, false), membership_id, membership_month, gifted_months, gifted_to, gifted_pieces, gifted_product, joint_id, joint_of, joint_amount
  from jsonb_to_record($1::jsonb) as donation (
    id uuid, project_id uuid, donor_id uuid, donor_key text, name text, message text, is_anonymous boolean,
    amount bigint, commission bigint, address text, has_choices boolean, membership_id uuid, membership_month integer,
    gifted_months integer, gifted_to text, gifted_pieces integer, gifted_product text, joint_id uuid, joint_of uuid, joint_amount bigint)
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
  readonly thankedAt: Date | null;
  readonly hasChoices: boolean;
  /** The month of a membership that it pays; null: it was given once. */
  readonly month: number | null;
  /** The months that it gives to others; null: it gives none. */
  readonly giftedMonths: number | null;
  readonly giftedTo: GiftReceiver | null;
  /** The pieces of merch that it gives to viewers; null: it gives none. */
  readonly giftedPieces: GiftedPieces | null;
  /** The stream together in which it was shared; null: it was not. */
  readonly jointId: string | null;
  /** All that was given to the creators of that stream, less what was refunded of it; null: it was not shared. */
  readonly whole: number | null;
}

/** A donation read by its payId. */
export interface AskedDonationRow extends DonationRow {
  /** Null: the donor is a guest. */
  readonly donorId: string | null;
  /** The message awaits the creator's approval or was rejected, and is not public. */
  readonly isMessageHeld: boolean;
}

/** `commissionBack`: the refunded part of the commission, in minor units. */
export interface PartRefundedRow extends Record<string, unknown> {
  readonly projectId: string;
  readonly month: number | null;
  readonly giftedMonths: number | null;
  readonly giftedPieces: GiftedPieces | null;
  readonly hasChoices: boolean;
  readonly commissionBack: number;
}

/** The pieces that a donation `d` gives, as `giftedPieces`. */
export const piecesColumn = `case when d.gifted_pieces is not null then
    json_build_object('count', d.gifted_pieces, 'product', d.gifted_product) end as "giftedPieces"`;

const columns = `d.id, d.project_id as "projectId", d.name, d.message, d.is_anonymous as "isAnonymous", d.amount,
  d.commission, d.created_at as "createdAt", d.paid_at as "paidAt", d.refunded_at is not null as "isRefunded",
  d.reworded_at is not null as "isReworded", d.thanked_at as "thankedAt", d.has_choices as "hasChoices",
  d.membership_month as month, d.gifted_months as "giftedMonths", d.gifted_to as "giftedTo", ${piecesColumn},
  d.joint_id as "jointId", d.joint_amount as whole`;

const byId = statement<AskedDonationRow>(`
  select ${columns}, d.donor_id as "donorId",
    coalesce((select a.is_message_held from donation_alert a where a.pay_id = d.id), false) as "isMessageHeld"
  from donation d where d.id = coalesce((select joint_of from donation where id = $1), $1)`);

const paidByIds = statement<DonationRow>(`
  select ${columns} from donation d where d.id = any ($1::uuid[]) and d.number is not null and d.refunded_at is null
  order by d.paid_at`);

interface UnpaidRow extends Record<string, unknown> {
  readonly projectId: string;
  /** The stream together in which it is shared; null: it is not. */
  readonly jointId: string | null;
}

const lockUnpaid = statement<UnpaidRow>(`
  select project_id as "projectId", joint_id as "jointId" from donation where id = $1 and number is null for no key update`);

/** Counts one of `those` donations. Locks the project's row first and until the commit, so that numbers rise in the order of `paid_at` without gaps. */
export const countPaidOf = (those: string) => `
  with donation as (
    select project_id, donor_key, name, amount from donation where id = $1 and number is null and amount = $2 and ${those}
  ), counted as (
    insert into project_total as total (project_id, last_number, paid_count, paid_sum)
    select project_id, 1, 1, amount from donation
    on conflict (project_id) do update set
      last_number = total.last_number + 1,
      paid_count = total.paid_count + 1,
      paid_sum = total.paid_sum + excluded.paid_sum
    returning project_id, last_number
  ), donor as (
    insert into donor_total as total (project_id, donor_key, name, amount, count)
    select donation.project_id, donation.donor_key, case when donation.donor_key <> 'anonymous' then donation.name end, donation.amount, 1
    from donation join counted on counted.project_id = donation.project_id
    on conflict (project_id, donor_key) do update set
      name = excluded.name,
      amount = total.amount + excluded.amount,
      count = total.count + 1
  )
  update donation d set number = counted.last_number, paid_at = clock_timestamp(), address = null
  from counted where d.id = $1
  returning ${columns}, (select stop_words from donation_settings) as "stopWords"`;

/** The parts of shared donations are moved together, by statements of their own. */
const unshared = 'joint_id is null';

const countPaid = statement<DonationRow & { stopWords: string[] }>(countPaidOf(unshared));

/** Takes a refunded donation out of the totals of its project, if it is one of `those`. */
export const countRefundedOf = (those: string) => `
  with donation as (
    update donation set refunded_at = clock_timestamp()
    where id = $1 and number is not null and refunded_at is null and ${those}
    returning *
  ), counted as (
    update project_total total set paid_count = total.paid_count - 1, paid_sum = total.paid_sum - donation.amount
    from donation where total.project_id = donation.project_id
    returning total.project_id
  ), donor as (
    update donor_total total set amount = total.amount - donation.amount, count = total.count - 1
    from donation join counted on counted.project_id = donation.project_id
    where total.project_id = donation.project_id and total.donor_key = donation.donor_key
  )
  select ${columns}, (select stop_words from donation_settings) as "stopWords" from donation d`;

const countRefunded = statement<DonationRow & { stopWords: string[] }>(countRefundedOf(unshared));

/** Refunds `$2` with its share of the commission, if the donation is one of `those`. */
export const countPartRefundedOf = (those: string) => `
  with was as (
    select id, (commission::numeric * $2::bigint / amount)::bigint as back from donation
    where id = $1 and number is not null and refunded_at is null and amount > $2::bigint and ${those} for no key update
  ), donation as (
    update donation d set amount = d.amount - $2, commission = d.commission - was.back, refunded = d.refunded + $2
    from was where d.id = was.id returning d.*
  ), counted as (
    update project_total total set paid_sum = total.paid_sum - $2
    from donation where total.project_id = donation.project_id
    returning total.project_id
  ), donor as (
    update donor_total total set amount = total.amount - $2
    from donation join counted on counted.project_id = donation.project_id
    where total.project_id = donation.project_id and total.donor_key = donation.donor_key
  )
  select d.project_id as "projectId", was.back as "commissionBack", d.membership_month as month,
    d.gifted_months as "giftedMonths", ${piecesColumn}, d.has_choices as "hasChoices"
  from donation d join was on was.id = d.id`;

const countPartRefunded = statement<PartRefundedRow>(countPartRefundedOf(unshared));

const lockTotal = statement<{ projectId: string }>(`
  insert into project_total as total (project_id, last_number, paid_count, paid_sum)
  select project_id, 0, 0, 0 from donation where id = $1
  on conflict (project_id) do update set last_number = total.last_number
  returning project_id as "projectId"`);

const lockTotalOf = statement('select from project_total where project_id = $1 for no key update');

/** A donation that will not be paid. */
interface GivenUpRow extends Record<string, unknown> {
  readonly projectId: string;
  readonly address: string;
  readonly hasChoices: boolean;
}

const forget = statement<GivenUpRow>(`
  update donation d set address = null
  from (select id, address from donation where id = $1 and address is not null for update) as was
  where d.id = was.id
  returning d.project_id as "projectId", was.address, d.has_choices as "hasChoices"`);

interface RefusedDonationRow extends Record<string, unknown> {
  readonly projectId: string;
  readonly address: string | null;
  /** Its card was typed by a payer, not charged without one. */
  readonly isTyped: boolean;
}

const refusedDonation = statement<RefusedDonationRow>(
  `select project_id as "projectId", address, coalesce(membership_month, 1) = 1 as "isTyped" from donation where id = $1`,
);

const forgetOld = statement(`
  update donation set address = null
  where number is null and address is not null and created_at < now() - interval '1 day'`);

const recentlyPaid = statement<{ count: number }>(`
  select count(*) as count from (
    select from donation
    where project_id = $1 and number is not null and paid_at > now() - interval '10 minutes' limit $2
  ) as donation`);

const choosing = statement<{ id: string }>('select id from donation where id = $1 and has_choices');

const insertion = statement<{ id: string }>(donationInsert);

/** Inserts a donation that is paid by the payment of something else. */
export async function insertDonation(tx: Tx, donation: NewDonation): Promise<void> {
  await tx.run(insertion, [JSON.stringify(donation)]);
}

/** Whether a donation may have chosen something: it was written so. */
export async function mayChoose(tx: Tx, id: string): Promise<boolean> {
  return (await tx.run(choosing, [id])).length > 0;
}

/** Reads a donation, paid or not. */
export async function readDonation(db: Queryable, id: string): Promise<AskedDonationRow | null> {
  return (await db.run(byId, [id]))[0] ?? null;
}

/** Reads some donations in the order in which they were paid; those that are unpaid or refunded are left out. */
export async function readPaidDonations(db: Queryable, ids: readonly string[]): Promise<DonationRow[]> {
  return db.run(paidByIds, [ids]);
}

/** Locks a donation that is not paid; null where it is. */
export async function lockUnpaidDonation(tx: Tx, id: string): Promise<UnpaidRow | null> {
  return (await tx.run(lockUnpaid, [id]))[0] ?? null;
}

/** Locks the totals of a donation's project until the transaction ends; null: there is no such donation. */
export async function lockProjectTotal(tx: Tx, id: string): Promise<string | null> {
  return (await tx.run(lockTotal, [id]))[0]?.projectId ?? null;
}

/** Locks the totals of a project until the transaction ends; nothing was ever paid where there are none. */
export async function lockTotalsOf(tx: Tx, projectId: string): Promise<void> {
  await tx.run(lockTotalOf, [projectId]);
}

/** Numbers a donation of which `amount` was paid and adds it to the totals; null where that was done before, or another amount is due. */
export async function countPaidDonation(tx: Tx, id: string, amount: Minor) {
  return (await tx.run(countPaid, [id, amount]))[0] ?? null;
}

/** Marks a donation refunded and removes it from the totals; null where it was not paid or is refunded already. */
export async function countRefundedDonation(tx: Tx, id: string) {
  return (await tx.run(countRefunded, [id]))[0] ?? null;
}

/** Removes a refunded part from a donation and the totals; null where it is not paid, is refunded, or its amount is not larger. */
export async function countPartRefundedDonation(tx: Tx, id: string, back: number): Promise<PartRefundedRow | null> {
  return (await tx.run(countPartRefunded, [id, back]))[0] ?? null;
}

/** Deletes the network address of a donation that will not be paid, and returns it with the project; null: that was done before. */
export async function takeAddress(tx: Tx, id: string): Promise<GivenUpRow | null> {
  return (await tx.run(forget, [id]))[0] ?? null;
}

/** The project of a donation, and its network address until it is paid or closed. */
export async function readRefusedDonation(tx: Tx, id: string): Promise<RefusedDonationRow | null> {
  return (await tx.run(refusedDonation, [id]))[0] ?? null;
}

export async function forgetOldAddresses(db: Queryable): Promise<void> {
  await db.run(forgetOld, []);
}

/** How many donations a project received in the last 10 minutes, counted up to `most`. */
export async function countRecentlyPaid(db: Queryable, projectId: string, most: number): Promise<number> {
  return (await db.run(recentlyPaid, [projectId, most]))[0]?.count ?? 0;
}

const price = statement(`
  update donation set amount = $2, commission = $3
  where id = $1 and membership_id is not null and paid_at is null and amount <> $2`);

const move = statement('update donation set membership_id = $2, membership_month = $3 where id = $1');

/** Changes the amount of an unpaid month. */
export async function writePrice(
  tx: Tx,
  id: string,
  { amount, commission }: { readonly amount: Minor; readonly commission: Minor },
): Promise<void> {
  await tx.run(price, [id, amount, commission]);
}

/** Makes a paid month that of another membership of the same donor. */
export async function moveMonth(
  tx: Tx,
  donationId: string,
  to: { readonly membershipId: string; readonly month: number },
): Promise<void> {
  await tx.run(move, [donationId, to.membershipId, to.month]);
}

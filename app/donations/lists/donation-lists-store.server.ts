import { type Queryable, statement } from '#base/db/db.server.ts';
import { isDeep, shorterDirection } from '#base/db/deep-paging.server.ts';
import type { Period } from '#base/text/time-zones.ts';
import { piecesColumn } from '../donations-store.server.ts';
import type { GiftedPieces } from '../gift-receivers.ts';

export interface PublicRow extends Record<string, unknown> {
  readonly id: string;
  readonly amount: number;
  readonly name: string | null;
  /** Null also while it awaits the creator's approval and where it was rejected. */
  readonly message: string | null;
  readonly isAnonymous: boolean;
  readonly paidAt: Date;
  readonly number: number;
  /** The month of a membership that it pays; null: it was given once. */
  readonly month: number | null;
}

export interface OwnRow extends Record<string, unknown> {
  readonly id: string;
  readonly projectId: string;
  readonly name: string | null;
  readonly message: string | null;
  readonly isAnonymous: boolean;
  readonly amount: number;
  readonly commission: number;
  readonly createdAt: Date;
  readonly paidAt: Date;
  readonly isRefunded: boolean;
  /** The refunded part of a donation that stays paid. */
  readonly refunded: number;
  readonly thankedAt: Date | null;
  /** Of monthly support; null: it was given once. */
  readonly month: number | null;
  /** The months that it gives to others; null: it gives none. */
  readonly giftedMonths: number | null;
  /** The pieces of merch that it gives to viewers; null: it gives none. */
  readonly giftedPieces: GiftedPieces | null;
  /** All that was given to the creators of a stream together, less what was refunded of it; null: it was given to one. */
  readonly whole: number | null;
}

export interface TotalRow extends Record<string, unknown> {
  readonly lastNumber: number;
  readonly paidCount: number;
  readonly paidSum: number;
}

/** An alert is looked up only for the rows that are read: a join might be planned over all alerts. */
const publicColumns = `d.id, d.amount, d.name, d.is_anonymous as "isAnonymous", d.paid_at as "paidAt", d.number,
  d.membership_month as month,
  case when (select a.is_message_held from donation_alert a where a.pay_id = d.id) then null else d.message end as message`;

/**
 * A page of donations without refunded ones. Numbers have no gaps, so the page's first number follows from the offset: `seek` goes
 * down by one for each refunded donation that it passes, instead of reading all skipped rows.
 */
export const publicPage = statement<PublicRow>(`
  with recursive seek (bound, gone) as (
    select total.last_number - $2, (
      select count(*) from donation r
      where r.project_id = $1 and r.refunded_at is not null and r.number > total.last_number - $2)
    from project_total total where total.project_id = $1
    union all
    select seek.bound - seek.gone, (
      select count(*) from donation r
      where r.project_id = $1 and r.refunded_at is not null
        and r.number > seek.bound - seek.gone and r.number <= seek.bound)
    from seek where seek.gone > 0
  )
  select ${publicColumns} from donation d
  where d.project_id = $1 and d.number <= (select min(bound) from seek) and d.refunded_at is null
  order by d.number desc limit $3`);

const publicAfter = statement<PublicRow & { whole: number | null }>(`
  select ${publicColumns}, d.joint_amount as whole from donation d
  where d.project_id = $1 and d.number > $2 and d.refunded_at is null order by d.number limit 50`);

export const projectTotal = statement<TotalRow>(`
  select last_number as "lastNumber", paid_count as "paidCount", paid_sum as "paidSum"
  from project_total where project_id = $1`);

/** Numbers rise with time, so one index lookup finds each bound of a period. */
export const numbersOfPeriod = statement<{ first: number | null; last: number | null }>(`
  select
    case when $2::timestamptz is null then 1 else (
      select number from donation
      where project_id = $1 and number is not null and paid_at >= $2 order by paid_at limit 1) end as first,
    case when $3::timestamptz is null then (select last_number from project_total where project_id = $1) else (
      select number from donation
      where project_id = $1 and number is not null and paid_at < $3 order by paid_at desc limit 1) end as last`);

const ownColumns = `d.id, d.project_id as "projectId", d.name, d.message, d.is_anonymous as "isAnonymous", d.amount,
  d.commission, d.created_at as "createdAt", d.paid_at as "paidAt", d.refunded_at is not null as "isRefunded", d.refunded,
  d.thanked_at as "thankedAt", d.membership_month as month, d.gifted_months as "giftedMonths", ${piecesColumn}, d.joint_amount as whole`;

/** What a donor gave: a shared donation as it was given, with all that was refunded of its parts. */
const givenColumns = `d.id, d.project_id as "projectId", d.name, d.message, d.is_anonymous as "isAnonymous",
  coalesce(d.joint_amount, d.amount) as amount, d.commission, d.created_at as "createdAt", d.paid_at as "paidAt",
  d.refunded_at is not null as "isRefunded",
  case when d.joint_id is null then d.refunded else d.refunded + (
    select coalesce(sum(p.refunded + case when p.joint_amount > d.joint_amount then p.amount else 0 end), 0)
    from donation p where p.joint_of = d.id)::bigint end as refunded,
  d.thanked_at as "thankedAt", d.membership_month as month, d.gifted_months as "giftedMonths", ${piecesColumn}, d.joint_amount as whole`;

export const receivedPage = statement<OwnRow>(`
  select ${ownColumns} from donation d
  where d.project_id = $1 and d.number between $2 and $3 order by d.number desc limit $4`);

const givenWhere = `d.donor_id = $1 and d.number is not null and d.joint_of is null
  and ($2::timestamptz is null or d.paid_at >= $2) and ($3::timestamptz is null or d.paid_at < $3)`;

export const givenPage = statement<OwnRow>(`
  select ${givenColumns} from donation d where ${givenWhere} order by d.paid_at desc, d.id desc offset $4 limit $5`);

const givenEnd = statement<OwnRow>(`
  select ${givenColumns} from donation d where ${givenWhere} order by d.paid_at, d.id offset $4 limit $5`);

export const givenCount = statement<{ count: number }>(`select count(*) as count from donation d where ${givenWhere}`);

/** Sum and count of donations paid since a moment, including refunded ones. */
export const paidSince = statement<{ count: number; amount: number }>(`
  select count(*) as count, coalesce(sum(d.amount), 0)::bigint as amount
  from donation d
  where d.project_id = $1 and d.number is not null and d.paid_at >= $2`);

export const refundedSince = statement<{ count: number; amount: number }>(`
  select count(*) as count, coalesce(sum(d.amount), 0)::bigint as amount
  from donation d
  where d.project_id = $1 and d.refunded_at is not null and d.number >= $2`);

/** A page of donations without refunded ones, newest first. */
export async function readPublicPage(db: Queryable, projectId: string, skip: number, take: number) {
  return db.run(publicPage, [projectId, skip, take]);
}

/** At most 50 donations after a number, without refunded ones, oldest first. */
export async function readPublicAfter(db: Queryable, projectId: string, number: number) {
  return db.run(publicAfter, [projectId, number]);
}

export async function readTotal(db: Queryable, projectId: string): Promise<TotalRow> {
  return (await db.run(projectTotal, [projectId]))[0] ?? { lastNumber: 0, paidCount: 0, paidSum: 0 };
}

/** Donations that a project received in a period, including refunded ones, newest first. */
export async function readReceived(
  db: Queryable,
  asked: { projectId: string; period: Period; skip: number; take: number },
): Promise<{ items: OwnRow[]; count: number }> {
  const { projectId, period, skip, take } = asked;
  const [numbers] = await db.run(numbersOfPeriod, [projectId, period.from, period.to]);
  if (numbers?.first == null || numbers.last == null || numbers.first > numbers.last) return { items: [], count: 0 };
  const { first, last } = numbers;
  const items = await db.run(receivedPage, [projectId, first, last - skip, take]);
  return { items, count: last - first + 1 };
}

/** Paid donations of a logged-in donor in a period, newest first. */
export async function readGiven(
  db: Queryable,
  asked: { donorId: string; period: Period; skip: number; take: number },
): Promise<{ items: OwnRow[]; count: number }> {
  const { donorId, period, skip, take } = asked;
  const where = [donorId, period.from, period.to];
  if (isDeep({ skip, take })) {
    const count = (await db.run(givenCount, where))[0]?.count ?? 0;
    const way = shorterDirection({ skip, take }, count);
    const rows = await db.run(way.isFromEnd ? givenEnd : givenPage, [...where, way.skip, way.take]);
    return { items: way.isFromEnd ? rows.toReversed() : rows, count };
  }
  const [items, counted] = await Promise.all([db.run(givenPage, [...where, skip, take]), db.run(givenCount, where)]);
  return { items, count: counted[0]?.count ?? 0 };
}

/** Sum and count of a project's donations since a moment without refunded ones. */
export async function readPaidSince(db: Queryable, projectId: string, since: Date) {
  const [numbers] = await db.run(numbersOfPeriod, [projectId, since, null]);
  if (numbers?.first == null) return { count: 0, amount: 0 };
  const [paid, refunded] = await Promise.all([
    db.run(paidSince, [projectId, since]),
    db.run(refundedSince, [projectId, numbers.first]),
  ]);
  return {
    count: (paid[0]?.count ?? 0) - (refunded[0]?.count ?? 0),
    amount: (paid[0]?.amount ?? 0) - (refunded[0]?.amount ?? 0),
  };
}

const publicNames = statement<{ id: string; name: string | null }>(
  'select id, case when not is_anonymous then name end as name from donation where id = any ($1::uuid[])',
);

/** The names under which donations were given; null: without one. */
export async function readPublicNames(
  db: Queryable,
  ids: readonly string[],
): Promise<{ id: string; name: string | null }[]> {
  return db.run(publicNames, [ids]);
}

import { type Queryable, statement } from '#base/db/db.server.ts';

/** Figures of the whole platform, the same whichever process reads them. */
export interface OperationFigures extends Record<string, unknown> {
  readonly paymentProblems: number;
  readonly paymentsLateSeconds: number;
  readonly receiptsMissing: number;
  readonly receiptsByHand: number;
  readonly alertsWaiting: number;
  readonly alertsStuck: number;
  readonly webhooksLateSeconds: number;
  readonly noticesLateSeconds: number;
  readonly payoutsWaitingSeconds: number;
  readonly chargesLateSeconds: number;
  readonly membershipsLive: number;
  readonly membershipsOverdue: number;
  readonly membershipsPaused: number;
  readonly returnsWaiting: number;
  readonly booksDiffering: number;
  readonly booksComparedAt: number;
  readonly ledgerDifference: number;
  readonly migration: number;
}

// Each part is a range of a partial index, or a table of few rows; the accounts alone are read whole.
const figures = statement<OperationFigures>(`
  select
    (select count(*) from payment where problem is not null)::float8 as "paymentProblems",
    (select coalesce(greatest(0, extract(epoch from now() - min(next_check_at))), 0) from payment
      where next_check_at is not null)::float8 as "paymentsLateSeconds",
    (select count(*) from (
      select from receipt_due where is_reported and since < now() - interval '1 hour' * $1 limit 10000
    ) as missing)::float8 as "receiptsMissing",
    (select count(*) from (
      select from receipt_due where not is_reported and waived_for is null and since < now() - interval '1 hour' * $1 limit 10000
    ) as by_hand)::float8 as "receiptsByHand",
    (select count(*) from (
      select from alert where state = 'queued' and (digest_id is null or digest_id = id) limit 10000
    ) as queued)::float8 as "alertsWaiting",
    (select count(distinct s.project_id) from widget_source s join alert_queue q on q.project_id = s.project_id
      where s.left_at is null and s.is_visible and s.seen_at > now() - interval '30 seconds'
        and s.since < now() - interval '30 seconds' and not q.is_paused
        and exists (select from alert a where a.project_id = s.project_id and a.state = 'queued'
          and (a.digest_id is null or a.digest_id = a.id) and a.queued_at < now() - interval '30 seconds')
        and not exists (select from alert a where a.project_id = s.project_id and a.state in ('leased', 'playing')
          and (a.digest_id is null or a.digest_id = a.id))
    )::float8 as "alertsStuck",
    (select coalesce(greatest(0, extract(epoch from now() - min(next_at))), 0) from webhook_delivery
      where state = 'waiting' and next_at < 'infinity')::float8 as "webhooksLateSeconds",
    (select coalesce(extract(epoch from now() - min(created_at)), 0) from notice
      where state = 'waiting' and topic <> 'review')::float8 as "noticesLateSeconds",
    (select coalesce(extract(epoch from now() - min(created_at)), 0) from payout
      where state = 'Requested')::float8 as "payoutsWaitingSeconds",
    (select coalesce(greatest(0, extract(epoch from now() - min(due_at))), 0) from membership
      where due_at is not null)::float8 as "chargesLateSeconds",
    (select coalesce(sum(members), 0) from membership_count
      where state in ('Active', 'Overdue', 'Paused', 'Leaving'))::float8 as "membershipsLive",
    (select coalesce(sum(members), 0) from membership_count where state = 'Overdue')::float8 as "membershipsOverdue",
    (select coalesce(sum(members), 0) from membership_count where state = 'Paused')::float8 as "membershipsPaused",
    (select count(*) from membership_charge where return_at is not null)::float8 as "returnsWaiting",
    (select coalesce(max(differing), 0) from book_comparison where night >= coalesce(
      (select max(night) from book_comparison where is_whole), '-infinity'))::float8 as "booksDiffering",
    (select extract(epoch from coalesce(max(ended_at) filter (where is_whole), min(night)::timestamptz, now()))
      from book_comparison)::float8 as "booksComparedAt",
    (select coalesce(sum(balance), 0) from account_balance)::float8 as "ledgerDifference",
    (select coalesce(max(left(name, 4)::int), 0) from schema_migration) as migration`);

/** Reads them all at once. `receiptHours`: a receipt that has not come for so long is missing. */
export async function readOperationFigures(db: Queryable, receiptHours: number): Promise<OperationFigures | null> {
  return (await db.run(figures, [receiptHours]))[0] ?? null;
}

import sql, { type Sql } from 'sql-template-tag';
import type { Queryable } from '#base/db/db.server.ts';
import { type Minor, minor } from '#base/text/money.ts';
import type { AlertState } from '../alert-state.ts';
import type { LeasedAlert, QueuedAlert } from '../widget-shapes.ts';

/** Stands in a digest for a donor without a name. */
const anonymous = 'Аноним';

/** A row of an alert, or of the digest that it heads. */
export interface AlertRow extends Record<string, unknown> {
  readonly id: string;
  readonly pay_id: string | null;
  readonly is_test: boolean;
  readonly name: string | null;
  readonly amount: number;
  readonly message: string | null;
  readonly state: AlertState;
  readonly reason: string | null;
  readonly source: string | null;
  readonly lease: number;
  readonly created_at: Date;
  readonly queued_at: Date | null;
  readonly leased_at: Date | null;
  readonly playing_at: Date | null;
  readonly ended_at: Date | null;
  readonly digest_names: string[] | null;
  readonly digest_amount: number | null;
}

const isoOrNull = (date: Date | null) => date?.toISOString() ?? null;

/** An alert with the number of its lease, which its owner does not get. */
export type StoredAlert = QueuedAlert & Pick<LeasedAlert, 'leaseId'>;

/** Maps a row to the alert that screens and widget pages get. */
export function toAlert(row: AlertRow): StoredAlert {
  const { digest_names: names, digest_amount: sum } = row;
  const amount: Minor = minor(sum ?? row.amount);
  return {
    alertId: row.id,
    payId: names === null ? row.pay_id : null,
    name: names === null ? row.name : null,
    amount,
    message: row.message,
    createdAt: row.created_at.toISOString(),
    isTest: row.is_test,
    digest: names === null ? null : { count: names.length, names, amount },
    state: row.state,
    reason: row.reason,
    source: row.source,
    leaseId: row.lease,
    queuedAt: isoOrNull(row.queued_at),
    leasedAt: isoOrNull(row.leased_at),
    playingAt: isoOrNull(row.playing_at),
    endedAt: isoOrNull(row.ended_at),
  };
}

/** A single alert or the head of a digest: what the queue counts as one. */
export const isHead = sql`(alert.digest_id is null or alert.digest_id = alert.id)`;

/** Columns of an `AlertRow`, for a statement that reads `alert` with `wholeAlert`. The reason of a digest is that of its donations not refunded. */
export const alertColumns = sql`alert.id, alert.pay_id, alert.is_test, alert.name, alert.amount, alert.message, alert.state,
  case when whole.is_refunded is false then whole.reason else alert.reason end as reason,
  alert.source, alert.lease, alert.created_at, alert.queued_at, alert.leased_at, alert.playing_at, alert.ended_at,
  whole.digest_names, whole.digest_amount`;

/** The digest that an `alert` heads. */
export const wholeAlert = sql`left join lateral (
  select array_agg(coalesce(donation.name, ${anonymous}) order by donation.number) as digest_names,
    sum(donation.amount)::bigint as digest_amount, bool_and(donation.reason is not distinct from 'refunded') as is_refunded,
    max(donation.reason) filter (where donation.reason <> 'refunded') as reason
  from alert donation where donation.digest_id = alert.id
) whole on alert.digest_id = alert.id`;

/** Reads alerts with their digests. `which`: a condition on `alert`. */
export async function readAlerts(db: Queryable, which: Sql): Promise<StoredAlert[]> {
  const { rows } = await db.execute<AlertRow>(sql`select ${alertColumns} from alert ${wholeAlert} where ${which}`);
  return rows.map(toAlert);
}

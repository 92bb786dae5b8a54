import sql, { type Sql } from 'sql-template-tag';
import { isoOrNull } from '#base/calls/moment-wire.ts';
import type { Queryable } from '#base/db/db.server.ts';
import { type Minor, minor } from '#base/money/money.ts';
import type { AlertState } from '../alert-state.ts';
import type { GiftedPieces, LeasedAlert, QueuedAlert } from '../widget-shapes.ts';

/** Stands in a digest for a donor without a name. */
const anonymous = 'Аноним';

/** A row of an alert, or of the digest that it heads. */
export interface AlertRow extends Record<string, unknown> {
  readonly id: string;
  readonly payId: string | null;
  readonly isTest: boolean;
  readonly name: string | null;
  readonly amount: number;
  readonly message: string | null;
  readonly month: number | null;
  readonly giftedMonths: number | null;
  readonly giftedPieces: GiftedPieces | null;
  readonly state: AlertState;
  readonly reason: string | null;
  readonly source: string | null;
  readonly lease: number;
  readonly namesLease: boolean;
  readonly createdAt: Date;
  readonly queuedAt: Date | null;
  readonly leasedAt: Date | null;
  readonly playingAt: Date | null;
  readonly endedAt: Date | null;
  readonly digestNames: string[] | null;
  readonly digestAmount: number | null;
}

/** An alert with its lease, which its owner does not get. */
export interface StoredAlert extends QueuedAlert, Pick<LeasedAlert, 'leaseId'> {
  /** Whether the page that plays it names its lease in reports. */
  readonly namesLease: boolean;
}

/** Maps a row to the alert that screens and widget pages get. */
export function toAlert(row: AlertRow): StoredAlert {
  const { digestNames: names, digestAmount: sum } = row;
  const amount: Minor = minor(sum ?? row.amount);
  return {
    alertId: row.id,
    payId: names === null ? row.payId : null,
    name: names === null ? row.name : null,
    amount,
    message: row.message,
    createdAt: row.createdAt.toISOString(),
    isTest: row.isTest,
    month: names === null ? row.month : null,
    giftedMonths: row.giftedMonths,
    giftedPieces: row.giftedPieces,
    digest: names === null ? null : { count: names.length, names, amount },
    state: row.state,
    reason: row.reason,
    source: row.source,
    leaseId: row.lease,
    namesLease: row.namesLease,
    queuedAt: isoOrNull(row.queuedAt),
    leasedAt: isoOrNull(row.leasedAt),
    playingAt: isoOrNull(row.playingAt),
    endedAt: isoOrNull(row.endedAt),
  };
}

/** A single alert or the head of a digest: what the queue counts as one. */
export const isHead = sql`(alert.digest_id is null or alert.digest_id = alert.id)`;

/** Columns of an `AlertRow`, for a statement that reads `alert` with `wholeAlert`. The reason of a digest is that of its donations not refunded. */
export const alertColumns = sql`alert.id, alert.pay_id as "payId", alert.is_test as "isTest", alert.name, alert.amount,
  alert.message, alert.membership_month as month,
  alert.gifted_months as "giftedMonths", case when alert.gifted_pieces is not null then
    json_build_object('count', alert.gifted_pieces, 'product', alert.gifted_product) end as "giftedPieces", alert.state, case when whole.is_refunded is false then whole.reason else alert.reason end as reason,
  alert.source, alert.lease, alert.names_lease as "namesLease", alert.created_at as "createdAt", alert.queued_at as "queuedAt", alert.leased_at as "leasedAt",
  alert.playing_at as "playingAt", alert.ended_at as "endedAt", whole.names as "digestNames", whole.amount as "digestAmount"`;

/** The digest that an `alert` heads. */
export const wholeAlert = sql`left join lateral (
  select array_agg(coalesce(donation.name, ${anonymous}) order by donation.number) as names,
    sum(donation.amount)::bigint as amount, bool_and(donation.reason is not distinct from 'refunded') as is_refunded,
    max(donation.reason) filter (where donation.reason <> 'refunded') as reason
  from alert donation where donation.digest_id = alert.id
) whole on alert.digest_id = alert.id`;

/** Reads alerts with their digests. `which`: a condition on `alert`. */
export async function readAlerts(db: Queryable, which: Sql): Promise<StoredAlert[]> {
  const { rows } = await db.execute<AlertRow>(sql`select ${alertColumns} from alert ${wholeAlert} where ${which}`);
  return rows.map(toAlert);
}

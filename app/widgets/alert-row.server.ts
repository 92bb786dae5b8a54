import { type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '#base/db.server.ts';
import { type Minor, minor } from '#base/money.ts';
import type { AlertState } from './alert-state.ts';
import type { QueuedAlert } from './widget-shapes.ts';

/** What stands in a digest for somebody who gave without a name. */
const anonymous = 'Аноним';

/** An alert, or the digest that it stands for, as the database has it. */
interface AlertRow extends Record<string, unknown> {
  readonly id: string;
  readonly pay_id: string | null;
  readonly is_test: boolean;
  readonly name: string | null;
  readonly amount: number;
  readonly message: string | null;
  readonly state: AlertState;
  readonly reason: string | null;
  readonly source: string | null;
  readonly created_at: Date;
  readonly queued_at: Date | null;
  readonly leased_at: Date | null;
  readonly playing_at: Date | null;
  readonly ended_at: Date | null;
  readonly digest_names: string[] | null;
  readonly digest_amount: number | null;
}

const told = (date: Date | null) => date?.toISOString() ?? null;

function toAlert(row: AlertRow): QueuedAlert {
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
    queuedAt: told(row.queued_at),
    leasedAt: told(row.leased_at),
    playingAt: told(row.playing_at),
    endedAt: told(row.ended_at),
  };
}

/** An alert of its own or the first of a digest: what the queue counts as one. */
export const isHead = sql`(alert.digest_id is null or alert.digest_id = alert.id)`;

/** Reads alerts with the digests they stand for; the reason of a digest is that of its gifts which were not given back. `which`: condition, order and limit over `alert`. */
export async function readAlerts(db: Queryable, which: SQL): Promise<QueuedAlert[]> {
  const { rows } = await db.execute<AlertRow>(sql`
    select alert.id, alert.pay_id, alert.is_test, alert.name, alert.amount, alert.message, alert.state,
      case when whole.is_refunded is false then whole.reason else alert.reason end as reason,
      alert.source, alert.created_at, alert.queued_at, alert.leased_at, alert.playing_at, alert.ended_at,
      whole.digest_names, whole.digest_amount
    from alert left join lateral (
      select array_agg(coalesce(gift.name, ${anonymous}) order by gift.number) as digest_names,
        sum(gift.amount)::bigint as digest_amount, bool_and(gift.reason is not distinct from 'refunded') as is_refunded,
        max(gift.reason) filter (where gift.reason <> 'refunded') as reason
      from alert gift where gift.digest_id = alert.id
    ) whole on alert.digest_id = alert.id
    where ${which}`);
  return rows.map(toAlert);
}

import type { Database } from '#base/db/db.server.ts';
import type { PlayedSound, Screen } from './widget-source.ts';

interface AlertRow {
  readonly id: string;
  readonly projectId: string;
  readonly payId: string;
  readonly number: number;
  readonly state: string;
  readonly paidAt: number;
  /** When it could be shown first: after its payment and the end of the alert before it. */
  readonly dueAt: number;
}

export interface AlertFaults {
  /** Paid donations without an alert. */
  readonly missing: number;
  /** Alerts whose sound was played more than once. */
  readonly doubled: number;
  /** Alerts marked as shown whose sound was never played. */
  readonly silent: number;
  /** Alerts played after one of the same creator that was paid later. */
  readonly outOfOrder: number;
  /** Alerts that are neither shown nor left to the creator's decision. */
  readonly stuck: number;
}

/** Compares the played sounds with the server's states. */
export function findAlertFaults(
  paid: readonly string[],
  alerts: readonly AlertRow[],
  played: readonly PlayedSound[],
): AlertFaults {
  const known = new Set(alerts.map(({ payId }) => payId));
  const times = new Map<string, number>();
  for (const { alertId } of played) times.set(alertId, (times.get(alertId) ?? 0) + 1);
  const alertOf = new Map(alerts.map((alert) => [alert.id, alert]));
  const lastOf = new Map<string, number>();
  let outOfOrder = 0;
  for (const { alertId } of played.toSorted((one, other) => one.at - other.at)) {
    const alert = alertOf.get(alertId);
    if (alert === undefined) continue;
    const last = lastOf.get(alert.projectId) ?? 0;
    if (alert.number < last) outOfOrder += 1;
    lastOf.set(alert.projectId, Math.max(last, alert.number));
  }
  return {
    missing: paid.filter((payId) => !known.has(payId)).length,
    doubled: [...times.values()].filter((count) => count > 1).length,
    silent: alerts.filter(({ id, state }) => state === 'shown' && !times.has(id)).length,
    outOfOrder,
    stuck: alerts.filter(({ state }) => state !== 'shown' && state !== 'uncertain').length,
  };
}

export async function readAlerts(db: Database): Promise<AlertRow[]> {
  const { rows } = await db.pool.query<AlertRow>(`
    select a.id, a.project_id as "projectId", a.pay_id as "payId", a.number::float8 as number, a.state,
      (extract(epoch from d.paid_at) * 1000)::float8 as "paidAt",
      (extract(epoch from greatest(d.paid_at,
        lag(a.ended_at) over (partition by a.project_id order by a.number))) * 1000)::float8 as "dueAt"
    from alert a join donation d on d.id = a.pay_id`);
  return rows;
}

interface Delays {
  /** Milliseconds from the payment, or the alert's turn if others were before it, to the page, with an open stream all the time. */
  readonly connected: number[];
  /** For the other alerts: milliseconds from the reconnection, or the alert's turn if that was later, to the page. */
  readonly reconnected: number[];
}

/** A page counts as connected after its stream has been open for so long; before that it is reconnecting. */
const settling = 2_000;

/** Measures how long alerts took from the payment to the page. */
export function measureDelays(alerts: readonly AlertRow[], screens: readonly Screen[]): Delays {
  const delays: Delays = { connected: [], reconnected: [] };
  const alertOf = new Map(alerts.map((alert) => [alert.payId, alert]));
  for (const screen of screens) {
    for (const [payId, at] of screen.received) {
      const alert = alertOf.get(payId);
      const window = screen.open.find(({ from, to }) => from <= at && at <= to);
      if (alert === undefined || window === undefined) continue;
      if (window.from + settling <= alert.paidAt) delays.connected.push(at - alert.dueAt);
      else delays.reconnected.push(at - Math.max(window.from, alert.dueAt));
    }
  }
  return delays;
}

import type { Database } from '#base/db.server.ts';
import type { Heard, Screen } from './widget-source.ts';

/** An alert as the server has it. */
export interface AlertRow {
  readonly id: string;
  readonly projectId: string;
  readonly payId: string;
  readonly number: number;
  readonly state: string;
  readonly paidAt: number;
  /** When it could be shown first: it was paid, and the one before it had come to its end. */
  readonly dueAt: number;
}

export interface AlertFaults {
  /** Paid gifts that have no alert. */
  readonly missing: number;
  /** Alerts heard more than once. */
  readonly doubled: number;
  /** Called shown and never heard. */
  readonly silent: number;
  /** Heard after one of the same creator that was paid later. */
  readonly outOfOrder: number;
  /** Neither shown nor put before the creator. */
  readonly stuck: number;
}

export const noAlertFaults: AlertFaults = { missing: 0, doubled: 0, silent: 0, outOfOrder: 0, stuck: 0 };

/** Compares what viewers have heard with what the server believes. Pure, so that tests can show it forged evidence. */
export function findAlertFaults(
  paid: readonly string[],
  alerts: readonly AlertRow[],
  heard: readonly Heard[],
): AlertFaults {
  const known = new Set(alerts.map(({ payId }) => payId));
  const times = new Map<string, number>();
  for (const { alertId } of heard) times.set(alertId, (times.get(alertId) ?? 0) + 1);
  const alertOf = new Map(alerts.map((alert) => [alert.id, alert]));
  const lastOf = new Map<string, number>();
  let outOfOrder = 0;
  for (const { alertId } of heard.toSorted((one, other) => one.at - other.at)) {
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

export interface Delays {
  /** Milliseconds from payment (or its turn, where others were before it) to page, the stream having been open all that time. */
  readonly connected: number[];
  /** Milliseconds from the reconnection (or its turn, where that was later) to the page, of the others. */
  readonly reconnected: number[];
}

/** A page counts as connected when its stream has been open for so long; before that it is coming back. */
const settling = 2_000;

/** How long alerts took from being paid to the page. */
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

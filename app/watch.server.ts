import type { BackgroundJob } from '#base/background.server.ts';
import type { Database, Tx } from '#base/db.server.ts';
import { watchLog } from '#base/log.server.ts';
import type { Metrics } from '#base/metrics.server.ts';
import { type HouseFigures, readHouseFigures } from './house-figures-store.server.ts';
import { logEventOf } from './log-events.ts';
import type { CallOutcome } from './payments/provider-client.server.ts';
import { alertWaits } from './widgets/widgets.server.ts';

/** Which figure of the house is told under which name. */
const gauges: readonly (readonly [name: string, help: string, read: (figures: HouseFigures) => number])[] = [
  ['opora_payment_problems', 'Payments that an operator must look at', (of) => of.paymentProblems],
  ['opora_payments_late_seconds', 'How late the oldest question about a payment is', (of) => of.paymentsLateSeconds],
  ['opora_alerts_waiting', 'Alerts that wait to be shown, at most 10,000', (of) => of.alertsWaiting],
  ['opora_alerts_stuck', 'Creators whose open widget shows nothing although alerts wait', (of) => of.alertsStuck],
  ['opora_webhooks_late_seconds', 'How late the oldest message to a webhook is', (of) => of.webhooksLateSeconds],
  ['opora_payouts_waiting_seconds', 'Age of the oldest payout that was asked for', (of) => of.payoutsWaitingSeconds],
  ['opora_ledger_difference', 'Sum of all balances in minor units: 0', (of) => of.ledgerDifference],
  ['opora_migration', 'Number of the newest migration of the database', (of) => of.migration],
];

/** What the house tells of itself beyond its requests. */
export interface Watch {
  readonly jobs: readonly BackgroundJob[];
  /** Times a question to the payment provider. */
  providerAnswered(call: string, outcome: CallOutcome, seconds: number): void;
  /** Notes how long gifts that have just been shown had waited for it. */
  shown(tx: Tx, gifts: { projectId: string; payIds: readonly string[] }): Promise<void>;
  stop(): void;
}

/** Registers the figures. Those of the whole house are read every 15 seconds, by each process. */
export function createWatch({ db, metrics }: { readonly db: Database; readonly metrics: Metrics }): Watch {
  let figures: HouseFigures | null = null;
  for (const [name, help, read] of gauges) {
    // Before the first reading and while the database is away there is no figure, rather than a wrong one.
    metrics.gauge(name, help, () => (figures === null ? Number.NaN : read(figures)));
  }
  const lines = metrics.labelled('opora_log_total', 'Lines of the log of level warn and above', ['level', 'event']);
  const provider = metrics.seconds('opora_provider_seconds', 'Time of questions to the payment provider', {
    labels: ['call', 'outcome'],
    buckets: [0.05, 0.1, 0.25, 0.5, 1, 2, 4],
  });
  const waits = metrics.seconds(
    'opora_alert_wait_seconds',
    'Time that alerts waited although they could have been shown',
    {
      labels: [],
      buckets: [0.1, 0.25, 0.5, 1, 2, 5, 15, 60],
    },
  );
  const stop = watchLog((level, message) => lines.add({ level, event: logEventOf(message) }));
  const refresh = async () => {
    figures = null;
    figures = await readHouseFigures(db);
  };
  return {
    jobs: [{ name: 'figures of the house', everyMilliseconds: 15_000, run: refresh }],
    providerAnswered: (call, outcome, seconds) => provider.observe({ call, outcome }, seconds),
    async shown(tx, gifts) {
      const measured = await alertWaits(tx, gifts);
      tx.afterCommit(() => {
        for (const seconds of measured) waits.observe({}, seconds);
      });
    },
    stop,
  };
}

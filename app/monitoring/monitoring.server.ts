import { readAlertWaits } from '#app/widgets/alert-waits-store.server.ts';
import type { ShownDonations } from '#app/widgets/shown-times-store.server.ts';
import type { Area } from '#base/calls/area.server.ts';
import type { Config } from '#base/config/config.server.ts';
import type { Database, Tx } from '#base/db/db.server.ts';
import { watchLog } from '#base/process/log.server.ts';
import type { Metrics } from '#base/process/metrics.server.ts';
import { type OperationFigures, readOperationFigures } from './figures-store.server.ts';
import { logEventOf, logEvents } from './log-events.ts';

/** The name, the help text and the source of each figure of the whole platform. */
const gauges: readonly (readonly [name: string, help: string, read: (figures: OperationFigures) => number])[] = [
  ['opora_payment_problems', 'Payments that an operator must look at', (of) => of.paymentProblems],
  ['opora_payments_late_seconds', 'How late the oldest question about a payment is', (of) => of.paymentsLateSeconds],
  [
    'opora_receipts_missing',
    'Payments and refunds by systems that report fiscal receipts, without one after `RECEIPT_HOURS`, at most 10,000',
    (of) => of.receiptsMissing,
  ],
  [
    'opora_receipts_by_hand',
    'Payments and refunds without a fiscal receipt after `RECEIPT_HOURS` that their system does not report, at most 10,000',
    (of) => of.receiptsByHand,
  ],
  ['opora_alerts_waiting', 'Alerts that wait to be shown, at most 10,000', (of) => of.alertsWaiting],
  ['opora_alerts_stuck', 'Creators whose open widget shows nothing although alerts wait', (of) => of.alertsStuck],
  ['opora_webhooks_late_seconds', 'How late the oldest message to a webhook is', (of) => of.webhooksLateSeconds],
  [
    'opora_notices_late_seconds',
    'Age of the oldest notice that waits to be sent, other than a review',
    (of) => of.noticesLateSeconds,
  ],
  ['opora_payouts_waiting_seconds', 'Age of the oldest payout that was asked for', (of) => of.payoutsWaitingSeconds],
  ['opora_charges_late_seconds', 'How late the oldest charge of a membership is', (of) => of.chargesLateSeconds],
  ['opora_memberships', 'Memberships that have not ended', (of) => of.membershipsLive],
  [
    'opora_memberships_overdue',
    'Memberships whose charge was refused and is tried again',
    (of) => of.membershipsOverdue,
  ],
  ['opora_memberships_paused', 'Memberships that wait for another card', (of) => of.membershipsPaused],
  ['opora_membership_returns', 'Months paid after the end that are not refunded yet', (of) => of.returnsWaiting],
  [
    'opora_reconcile_differences',
    'Payments that differ from the books of their systems, the most since a night got all answers',
    (of) => of.booksDiffering,
  ],
  [
    'opora_reconcile_success_timestamp_seconds',
    'When a nightly comparison last got all answers of the payment systems',
    (of) => of.booksComparedAt,
  ],
  ['opora_ledger_difference', 'Sum of all balances in minor units: 0', (of) => of.ledgerDifference],
  ['opora_migration', 'Number of the newest migration of the database', (of) => of.migration],
];

interface MonitoringOptions {
  readonly db: Database;
  readonly metrics: Metrics;
  readonly config: Pick<Config, 'RECEIPT_HOURS'>;
}

/** The running area. */
export interface Monitoring extends Area {
  /** Records how long the payment provider took to answer. */
  recordProviderCall(system: string, call: string, outcome: string, seconds: number): void;
  /** Counts codes and what their senders take. */
  readonly codeMeter: ReturnType<typeof createCodeMeter>;
  /** Records how long donations waited until they were shown. */
  recordAlertWaits(tx: Tx, shown: ShownDonations): Promise<void>;
}

/** Registers the figures of the services that send codes; sums are in their own currencies. */
function createCodeMeter(metrics: Metrics) {
  const codes = metrics.labelled('opora_codes_total', 'Attempts to send a code', ['sender', 'outcome']);
  const cost = metrics.labelled('opora_code_cost_total', 'What sent codes cost', ['sender']);
  const price = metrics.labelledGauge('opora_code_price', 'What one code costs', ['sender']);
  const balance = metrics.labelledGauge('opora_sender_balance', 'What is left on the account of a sender', ['sender']);
  return {
    tried: (sender: string, outcome: string) => codes.add({ sender, outcome }),
    paid(sender: string, sum: number) {
      cost.add({ sender }, sum);
      price.set({ sender }, sum);
    },
    balance: (sender: string, sum: number) => balance.set({ sender }, sum),
  };
}

/** Registers the figures. Each process reads those of the whole platform every 15 seconds. */
export function createMonitoring({ db, metrics, config }: MonitoringOptions): Monitoring {
  let figures: OperationFigures | null = null;
  for (const [name, help, read] of gauges) {
    // There are no figures, rather than wrong ones, before the first reading and while the database is unavailable.
    metrics.gauge(name, help, () => (figures === null ? Number.NaN : read(figures)));
  }
  const lines = metrics.labelled('opora_log_total', 'Lines of the log of level warn and above', ['level', 'event']);
  // Prometheus sees no increase in a series that begins with its first line.
  for (const event of Object.keys(logEvents)) {
    for (const level of ['warn', 'error']) lines.add({ level, event }, 0);
  }
  const provider = metrics.seconds('opora_provider_seconds', 'Time of questions to the payment systems', {
    labels: ['system', 'call', 'outcome'],
    buckets: [0.05, 0.1, 0.25, 0.5, 1, 2, 4],
  });
  const waits = metrics.seconds(
    'opora_alert_wait_seconds',
    'Time that alerts waited although they could have been shown',
    { labels: [], buckets: [0.1, 0.25, 0.5, 1, 2, 5, 15, 60] },
  );
  const stop = watchLog((level, message) => lines.add({ level, event: logEventOf(message) }));
  const refresh = async () => {
    figures = null;
    figures = await readOperationFigures(db, config.RECEIPT_HOURS);
  };
  return {
    jobs: [{ name: 'figures of the platform', everyMilliseconds: 15_000, run: refresh }],
    codeMeter: createCodeMeter(metrics),
    recordProviderCall: (system, call, outcome, seconds) => provider.observe({ system, call, outcome }, seconds),
    async recordAlertWaits(tx, { projectId, donations }) {
      const payIds = donations.map(({ payId }) => payId);
      const measured = await readAlertWaits(tx, projectId, payIds);
      tx.afterCommit(() => {
        for (const seconds of measured) waits.observe({}, seconds);
      });
    },
    close: stop,
  };
}

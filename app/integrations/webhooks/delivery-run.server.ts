import type { Database } from '#base/db/db.server.ts';
import { LeasedSends } from '#base/process/leased-sends.server.ts';
import type { SigningSecrets } from '../sealed-secret.server.ts';
import {
  claimDeliveries,
  type DueDelivery,
  type Lane,
  leaseSeconds,
  settleDelivery,
} from './delivery-queue-store.server.ts';
import { longestAttempt, type SendResult, sendWebhook } from './webhook-sender.server.ts';

/** Receivers whose last answer was slow share a lane of their own, so that they do not delay the others. */
const lanes: readonly (Lane & { readonly atOnce: number })[] = [
  { isSlow: false, toReceiver: 2, atOnce: 100 },
  { isSlow: true, toReceiver: 1, atOnce: 30 },
];

const slowMilliseconds = 2_000;

interface DeliveryRunOptions {
  readonly db: Database;
  readonly secrets: SigningSecrets;
  /** True outside production: http and inner networks are allowed. */
  readonly isOpen: boolean;
}

async function attempt({ secrets, isOpen }: DeliveryRunOptions, due: DueDelivery): Promise<SendResult> {
  const { id: deliveryId, url, event, body } = due;
  const secret = secrets.open(due.sealed);
  if (secret !== null) return sendWebhook({ url, secret, deliveryId, event, body }, isOpen);
  return { isDelivered: false, status: null, error: 'Ключ подписи больше не читается: создайте адрес заново' };
}

async function deliver(options: DeliveryRunOptions, due: DueDelivery): Promise<void> {
  const began = performance.now();
  const result = await attempt(options, due);
  const isSlow = performance.now() - began > slowMilliseconds;
  await options.db.transaction((tx) => settleDelivery(tx, due, { ...result, isSlow }));
}

/** Sends due messages to webhooks. */
export function createDeliveryRun(options: DeliveryRunOptions): LeasedSends<DueDelivery> {
  const sendLanes = lanes.map((lane) => ({
    atOnce: lane.atOnce,
    claim: (most: number) => claimDeliveries(options.db, most, lane),
    send: (due: DueDelivery) => deliver(options, due),
  }));
  return new LeasedSends(sendLanes, { leaseSeconds, longestSend: longestAttempt });
}

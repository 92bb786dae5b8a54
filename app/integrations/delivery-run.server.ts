import type { Database } from '#base/db.server.ts';
import { claimDeliveries, type DueDelivery, settleDelivery } from './delivery-queue-store.server.ts';
import type { SigningSecrets } from './sealed-secret.server.ts';
import { sendWebhook } from './webhook-sender.server.ts';

const atOnce = 20;

export interface DeliveryRunOptions {
  readonly db: Database;
  readonly secrets: SigningSecrets;
  /** Outside production: http and inner networks are allowed. */
  readonly isOpen: boolean;
}

async function deliver({ db, secrets, isOpen }: DeliveryRunOptions, due: DueDelivery): Promise<void> {
  const { id: deliveryId, url, event, body } = due;
  const secret = secrets.open(due.sealed);
  const result =
    secret === null
      ? { isDelivered: false, status: null, error: 'Ключ подписи больше не читается: создайте адрес заново' }
      : await sendWebhook({ url, secret, deliveryId, event, body }, isOpen);
  await db.transaction((tx) => settleDelivery(tx, due, result));
}

/** Sends all messages whose time has come, some at once. Any number of processes may do it side by side. */
export async function runDeliveries(options: DeliveryRunOptions): Promise<void> {
  for (;;) {
    const due = await claimDeliveries(options.db, atOnce);
    const sent = await Promise.allSettled(due.map((one) => deliver(options, one)));
    const failed = sent.find((one) => one.status === 'rejected');
    if (failed) throw failed.reason;
    if (due.length < atOnce) return;
  }
}

import type { Database } from '#base/db/db.server.ts';
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

export interface DeliveryRunOptions {
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

/** Sends due messages, many at once. Any number of processes may run it. */
export class DeliveryRun {
  readonly #options: DeliveryRunOptions;
  readonly #underWay = lanes.map((lane) => ({ lane, sends: new Set<Promise<void>>() }));
  #filling: Promise<void> | null = null;
  #isWanted = false;
  #isStopping = false;
  #failure: { readonly error: unknown } | null = null;

  constructor(options: DeliveryRunOptions) {
    this.#options = options;
  }

  /** Starts to send due messages as far as the lanes have room, without waiting for receivers. Throws the last failure of earlier ones. */
  async begin(): Promise<void> {
    await this.#fill();
    const failure = this.#failure;
    this.#failure = null;
    if (failure) throw failure.error;
  }

  /** Starts nothing more and waits for the messages under way. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    await this.#filling;
    await Promise.all(this.#underWay.flatMap(({ sends }) => [...sends]));
  }

  #fill(): Promise<void> {
    this.#isWanted = true;
    this.#filling ??= this.#claimAll().finally(() => {
      this.#filling = null;
    });
    return this.#filling;
  }

  async #claimAll(): Promise<void> {
    while (this.#isWanted && !this.#isStopping) {
      this.#isWanted = false;
      for (const { lane, sends } of this.#underWay) {
        const free = lane.atOnce - sends.size;
        if (free === 0) continue;
        const claimedAt = performance.now();
        for (const due of await claimDeliveries(this.#options.db, free, lane)) this.#send(due, claimedAt, sends);
      }
    }
  }

  #send(due: DueDelivery, claimedAt: number, sends: Set<Promise<void>>): void {
    const sending = this.#deliver(due, claimedAt)
      .catch((error: unknown) => {
        this.#failure = { error };
      })
      .finally(() => {
        sends.delete(sending);
        // A place is free: the next message need not wait for the next round.
        if (!this.#isStopping) this.#fill().catch((error: unknown) => (this.#failure = { error }));
      });
    sends.add(sending);
  }

  async #deliver(due: DueDelivery, claimedAt: number): Promise<void> {
    const began = performance.now();
    // The process was suspended: another one may have claimed the message.
    if (began - claimedAt > leaseSeconds * 1_000 - longestAttempt) return;
    const result = await attempt(this.#options, due);
    const isSlow = performance.now() - began > slowMilliseconds;
    await this.#options.db.transaction((tx) => settleDelivery(tx, due, { ...result, isSlow }));
  }
}

import type { Books } from '../books.ts';
import type { FaultSwitch } from '../faults.ts';
import type { Timings } from '../timings.ts';
import { callbackBody, type Delivery, signatureOf } from './callbacks.ts';

/** How many callbacks are sent at once. */
const atOnce = 64;
/** How often deliveries are tried again in the mode `down`. */
const downPauseMs = 250;

type CourierNeeds = { books: Books; faults: FaultSwitch; timings: Timings; secret: string; now: () => number };

/** Sends callbacks to the server. Each attempt is signed anew and repeated with growing pauses until a 2xx. */
export class Courier {
  #needs: CourierNeeds;
  #timers = new Map<string, NodeJS.Timeout>();
  #waiting: string[] = [];
  #underWay = new Set<string>();
  #failingSince = new Map<string, number>();
  #firstTries = new Map<string, () => void>();
  #closing = new AbortController();

  constructor(needs: CourierNeeds) {
    this.#needs = needs;
  }

  /** Sends the delivery when it is due, unless it was delivered or dropped before. */
  schedule(delivery: Delivery): void {
    if (delivery.state !== 'waiting' || this.#closing.signal.aborted) return;
    clearTimeout(this.#timers.get(delivery.id));
    const pause = Math.max(0, delivery.dueAt - this.#needs.now());
    this.#timers.set(
      delivery.id,
      setTimeout(() => this.#due(delivery.id), pause),
    );
  }

  /** Resolves after the first attempt of a due delivery, whatever its result, or after so many milliseconds. */
  async firstTry(id: string, limitMs: number): Promise<void> {
    const delivery = this.#needs.books.delivery(id);
    if (delivery?.state !== 'waiting' || delivery.attempts > 0 || delivery.dueAt > this.#needs.now()) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, limitMs);
      this.#firstTries.set(id, () => {
        clearTimeout(timer);
        resolve();
      });
    });
    this.#firstTries.delete(id);
  }

  async close(): Promise<void> {
    this.#closing.abort();
    for (const done of this.#firstTries.values()) done();
    for (const timer of this.#timers.values()) clearTimeout(timer);
    this.#timers.clear();
    this.#waiting = [];
    while (this.#underWay.size > 0) await new Promise((resolve) => setTimeout(resolve, 5));
  }

  #due(id: string): void {
    this.#timers.delete(id);
    this.#waiting.push(id);
    this.#next();
  }

  #next(): void {
    while (this.#underWay.size < atOnce) {
      const id = this.#waiting.shift();
      if (id === undefined) return;
      if (this.#underWay.has(id)) continue;
      this.#underWay.add(id);
      void this.#carry(id).finally(() => {
        this.#underWay.delete(id);
        this.#next();
      });
    }
  }

  async #carry(id: string): Promise<void> {
    const { books, faults, timings, now } = this.#needs;
    const delivery = books.delivery(id);
    const payment = books.payment(delivery?.paymentId ?? '');
    if (!delivery || !payment || delivery.state !== 'waiting') return;
    if (faults.modeFor(null) === 'down') {
      this.schedule({ ...delivery, dueAt: now() + downPauseMs });
      return;
    }
    const result = await this.#try(delivery, payment.callbackUrl);
    if (this.#closing.signal.aborted && !result.isOk) return;
    // Dropped by hand during this attempt: the attempt counts, and the delivery stays dropped.
    const isDropped = books.delivery(id)?.state === 'dropped';
    const attempts = delivery.attempts + 1;
    const pause = timings.callbackPausesMs[Math.min(attempts, timings.callbackPausesMs.length) - 1] ?? 30_000;
    const isTooOld = now() - delivery.event.occurredAt > timings.callbackLifeMs;
    const failedState = isTooOld ? 'given-up' : 'waiting';
    const tried: Delivery = {
      ...delivery,
      attempts,
      lastResult: result.text,
      state: result.isOk ? 'delivered' : isDropped ? 'dropped' : failedState,
      dueAt: now() + pause,
    };
    books.commit({ deliveries: [tried] });
    this.schedule(tried);
    this.#firstTries.get(id)?.();
    this.#noteOrigin(payment.callbackUrl, result.isOk);
  }

  async #try(delivery: Delivery, url: string): Promise<{ isOk: boolean; text: string }> {
    const { books, faults, timings, secret, now } = this.#needs;
    try {
      await books.settled();
      const body = callbackBody(delivery, faults.reportedAmount(delivery.event.amount));
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-signature': signatureOf(body, secret, now()) },
        body,
        redirect: 'manual',
        signal: AbortSignal.any([this.#closing.signal, AbortSignal.timeout(timings.callbackTimeoutMs)]),
      });
      await response.body?.cancel();
      return { isOk: response.ok, text: `HTTP ${response.status}` };
    } catch (error) {
      const isSlow = error instanceof Error && error.name === 'TimeoutError';
      return { isOk: false, text: isSlow ? 'нет ответа' : 'нет связи' };
    }
  }

  /** Sends all waiting deliveries at once when a silent server answers again, instead of after their pauses. */
  #noteOrigin(url: string, isOk: boolean): void {
    const { books, now, timings } = this.#needs;
    const origin = new URL(url).origin;
    const since = this.#failingSince.get(origin);
    if (!isOk) {
      this.#failingSince.set(origin, since ?? now());
      return;
    }
    this.#failingSince.delete(origin);
    // The pauses stay for a server that refuses only some callbacks under load: retries at once would overload it.
    if (since === undefined || now() - since < timings.outageMs) return;
    for (const delivery of books.waitingDeliveries()) {
      const isRetry = delivery.attempts > 0 && this.#timers.has(delivery.id);
      const target = books.payment(delivery.paymentId)?.callbackUrl ?? '';
      if (isRetry && target.startsWith(`${origin}/`)) this.schedule({ ...delivery, dueAt: now() });
    }
  }
}

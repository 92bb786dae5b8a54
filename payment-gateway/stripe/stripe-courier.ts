import { createHmac } from 'node:crypto';
import { DueWork, pauseAfter } from '../hosted/due-work.ts';
import type { HostedBooks } from '../hosted/hosted-books.ts';
import type { HostedFaults } from '../hosted/hosted-faults.ts';
import type { StripeFaults } from './stripe-faults.ts';
import { objectOf } from './stripe-objects.ts';
import type { StripeEvent, StripeSession } from './stripe-session.ts';

const downPause = 500;
const longestMilliseconds = 10_000;

/** The header `Stripe-Signature` of a body (https://docs.stripe.com/webhooks#verify-manually). */
function stripeSignature(body: string, secret: string): string {
  const time = Math.floor(Date.now() / 1_000);
  return `t=${time},v1=${createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')}`;
}

/** Whether a status is an answer of the merchant, not that of a moment's failure. */
const isAnswer = (status: number) => status > 0 && status < 500;

/** What an event is sent by: the ids of its session and of itself. */
const keyOf = (sessionId: string, { id }: Pick<StripeEvent, 'id'>) => `${sessionId} ${id}`;

interface StripeCourierOptions {
  readonly books: HostedBooks<StripeSession>;
  readonly faults: HostedFaults<StripeFaults>;
  /** Signs the events. */
  readonly secret: string;
  readonly endpoint: () => string;
}

/** Sends events until the merchant answers 2xx, each twice, as Stripe may (https://docs.stripe.com/webhooks#handle-duplicate-events). */
export class StripeCourier {
  readonly #options: StripeCourierOptions;
  readonly #tries = new DueWork((key) => this.#carry(key));
  readonly #unequal: string[] = [];

  constructor(options: StripeCourierOptions) {
    this.#options = options;
  }

  /** Events that were answered differently when they were repeated. */
  get unequal(): readonly string[] {
    return this.#unequal;
  }

  /** Sends what waits of a session; resolves after the first attempts. */
  async send({ id, events }: StripeSession): Promise<void> {
    for (const event of events) {
      if (event.state === 'waiting' && event.attempts === 0) await this.#tries.now(keyOf(id, event));
    }
  }

  /** Goes on with what an earlier process has left. */
  resume(): void {
    for (const { id, events } of this.#options.books.all()) {
      for (const event of events) this.#schedule(id, event);
    }
  }

  async close(): Promise<void> {
    await this.#tries.close();
  }

  #schedule(sessionId: string, event: StripeEvent): void {
    this.#tries.plan(keyOf(sessionId, event), event.state === 'waiting' ? event.dueAt : null);
  }

  async #carry(key: string): Promise<void> {
    const { books, faults } = this.#options;
    const [sessionId = '', id] = key.split(' ');
    const session = books.transaction(sessionId);
    const event = session?.events.find((one) => one.id === id);
    if (session === undefined || event?.state !== 'waiting' || this.#tries.isClosing) return;
    const isDown = faults.is('down');
    const status = isDown ? 0 : await this.#post(session, event);
    const isTaken = status >= 200 && status < 300;
    const again = isTaken ? await this.#post(session, event) : status;
    if (again !== status && isAnswer(again)) this.#unequal.push(`${event.type} ${id}`);
    const attempts = isDown ? event.attempts : event.attempts + 1;
    const pause = isDown ? downPause : pauseAfter(attempts);
    this.#store(sessionId, { ...event, attempts, state: isTaken ? 'delivered' : 'waiting', dueAt: Date.now() + pause });
  }

  #store(sessionId: string, event: StripeEvent): void {
    const { books } = this.#options;
    const session = books.transaction(sessionId);
    if (session === undefined) return;
    books.commit({ ...session, events: session.events.map((one) => (one.id === event.id ? event : one)) });
    this.#schedule(sessionId, event);
  }

  /** The status of the answer; 0: there was none. */
  async #post(session: StripeSession, { id, type, object, created }: StripeEvent): Promise<number> {
    const { books, faults, secret, endpoint } = this.#options;
    await books.settled();
    const writing = { isExpanded: false, tooMuch: faults.is('lie-amount') ? 1 : 0, url: '' };
    const data = { object: objectOf(session, object, writing) };
    const body = JSON.stringify({
      id,
      object: 'event',
      type,
      created: Math.floor(created / 1_000),
      livemode: false,
      api_version: '2026-10-28.endive',
      data,
    });
    const headers = {
      'content-type': 'application/json; charset=utf-8',
      'stripe-signature': stripeSignature(body, secret),
    };
    const signal = AbortSignal.timeout(longestMilliseconds);
    try {
      const response = await fetch(endpoint(), { method: 'POST', headers, body, redirect: 'manual', signal });
      await response.body?.cancel();
      return response.status;
    } catch {
      return 0;
    }
  }
}

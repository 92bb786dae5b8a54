import type { EarlierPayment } from '../earlier-books.ts';
import { PaymentFailure } from '../failures.ts';
import { HostedBooks } from '../hosted/hosted-books.ts';
import { HostedFaults } from '../hosted/hosted-faults.ts';
import { StripeCourier } from './stripe-courier.ts';
import { StripeFaults } from './stripe-faults.ts';
import {
  chargeIdOf,
  type Dispute,
  earlierSession,
  eventOf,
  isPaid,
  newId,
  type Refund,
  refundedOf,
  type StripeEvent,
  StripeSession,
} from './stripe-session.ts';

/** How a payer's attempt ends: at once, or later by a bank. */
export type Attempt = 'succeed' | 'decline' | 'wait';

export interface StripeRegisterOptions {
  /** The secret that signs the events. */
  readonly webhookSecret: string;
  /** The merchant's address for events. */
  readonly endpoint: () => string;
}

/** A refund that is asked for; without an amount all that is left. */
type WantedRefund = Pick<Refund, 'key' | 'metadata'> & { readonly amount?: number | undefined };

const sweepMilliseconds = 1_000;

/** The account: sessions, what payers do with them, and the events about that. */
export class StripeRegister {
  readonly books = new HostedBooks<StripeSession>(StripeSession);
  readonly faults = new HostedFaults(StripeFaults);
  readonly #courier: StripeCourier;
  readonly #sweep: NodeJS.Timeout;

  constructor({ webhookSecret, endpoint }: StripeRegisterOptions) {
    const { books, faults } = this;
    this.#courier = new StripeCourier({ books, faults, secret: webhookSecret, endpoint });
    this.#sweep = setInterval(() => this.#expireDue(), sweepMilliseconds).unref();
  }

  get unequal(): readonly string[] {
    return this.#courier.unequal;
  }

  resume(): void {
    this.#courier.resume();
  }

  async close(): Promise<void> {
    clearInterval(this.#sweep);
    await this.#courier.close();
  }

  /** Throws `NotFound`. */
  require(id: string): StripeSession {
    const found = this.books.transaction(id);
    if (found === undefined) throw new PaymentFailure('NotFound');
    return found;
  }

  /** The session that was opened with an idempotency key. */
  openedWith(key: string): StripeSession | undefined {
    return this.books.all().find((one) => one.key === key);
  }

  /** Enters a payment that is older than the books. */
  enter(payment: EarlierPayment): void {
    this.books.enter(payment, earlierSession);
  }

  open(session: StripeSession): void {
    this.books.commit(session);
  }

  /** Resolves when each event of a session was tried to be sent, for which Stripe's page waits, too. */
  sent(id: string): Promise<void> {
    return this.#courier.send(this.require(id));
  }

  /** A payer tries to pay an open session. */
  attempt(id: string, attempt: Attempt): StripeSession {
    const session = this.require(id);
    if (session.status !== 'open') return session;
    if (attempt === 'decline') return this.#change(session, { intentStatus: 'requires_payment_method' });
    const isSure = attempt === 'succeed';
    return this.#change(
      session,
      { status: 'complete', intentStatus: isSure ? 'succeeded' : 'processing', charges: isSure ? 1 : 0 },
      eventOf('checkout.session.completed', id),
    );
  }

  /** The bank decides on an attempt that waited. */
  decide(id: string, isPaidNow: boolean): StripeSession {
    const session = this.require(id);
    if (session.intentStatus !== 'processing') return session;
    return this.#change(
      session,
      { intentStatus: isPaidNow ? 'succeeded' : 'requires_payment_method', charges: isPaidNow ? 1 : 0 },
      eventOf(`checkout.session.async_payment_${isPaidNow ? 'succeeded' : 'failed'}`, id),
    );
  }

  /** Expires an open session. Throws `PaymentFailed` for another. */
  expire(id: string): StripeSession {
    const session = this.require(id);
    if (session.status !== 'open') throw new PaymentFailure('PaymentFailed');
    return this.#change(session, { status: 'expired' }, eventOf('checkout.session.expired', id));
  }

  /** Refunds a part or the rest. Throws `NotPaid` and `RefundTooLarge`. */
  refund(session: StripeSession, { amount, key, metadata }: WantedRefund): Refund {
    if (!isPaid(session)) throw new PaymentFailure('NotPaid');
    const rest = session.amount - refundedOf(session);
    const sum = amount ?? rest;
    if (rest === 0 || sum > rest) throw new PaymentFailure('RefundTooLarge');
    const status = this.faults.is('pending-refunds') ? 'pending' : 'succeeded';
    const refund: Refund = { id: newId('re'), amount: sum, status, key, metadata };
    this.#change(
      session,
      { refunds: [refund, ...session.refunds] },
      eventOf('refund.created', refund.id),
      eventOf('charge.refunded', chargeIdOf(session)),
    );
    return refund;
  }

  /** The newest refund is finished, or fails, also after it had succeeded. */
  decideRefund(id: string, status: 'succeeded' | 'failed'): void {
    const session = this.require(id);
    const [refund, ...others] = session.refunds;
    if (refund === undefined) throw new PaymentFailure('NotPaid');
    const events = [eventOf('refund.updated', refund.id)];
    if (status === 'failed') events.push(eventOf('refund.failed', refund.id));
    this.#change(session, { refunds: [{ ...refund, status }, ...others] }, ...events);
  }

  /** The payer's bank disputes a payment, or decides on the dispute. */
  dispute(id: string, status: Dispute['status']): void {
    const session = this.require(id);
    if (!isPaid(session)) throw new PaymentFailure('NotPaid');
    const [known] = session.disputes;
    const dispute = known ?? { id: newId('du'), amount: session.amount, status };
    const type = known === undefined ? 'charge.dispute.created' : 'charge.dispute.closed';
    this.#change(session, { disputes: [{ ...dispute, status }] }, eventOf(type, dispute.id));
  }

  #change(session: StripeSession, to: Partial<StripeSession>, ...events: readonly StripeEvent[]): StripeSession {
    const changed = { ...session, ...to, events: [...session.events, ...events] };
    this.books.commit(changed);
    // An API call does not wait for its events.
    void this.#courier.send(changed);
    return changed;
  }

  #expireDue(): void {
    const now = Date.now() / 1_000;
    for (const { id, status, expiresAt } of this.books.all()) {
      if (status === 'open' && expiresAt < now && !this.faults.is('down')) this.expire(id);
    }
  }
}

import {
  chargeIdOf,
  type Dispute,
  intentIdOf,
  isPaid,
  type Refund,
  refundedOf,
  type StripeSession,
} from './stripe-session.ts';

/** How a session is written: with its PaymentIntent and Charge, and what the fault `lie-amount` adds. */
export interface Writing {
  readonly isExpanded: boolean;
  readonly tooMuch: number;
  /** The address of its page. */
  readonly url: string;
}

/** A Charge (https://docs.stripe.com/api/charges/object), as far as a merchant of Checkout needs it. */
function chargeObject(session: StripeSession) {
  const { amount, currency, disputes } = session;
  const gone = refundedOf(session);
  return {
    id: chargeIdOf(session),
    object: 'charge',
    amount,
    amount_captured: amount,
    amount_refunded: gone,
    currency,
    paid: true,
    captured: true,
    status: 'succeeded',
    refunded: gone === amount,
    disputed: disputes.length > 0,
    payment_intent: intentIdOf(session),
    metadata: session.metadata,
  };
}

function intentObject(session: StripeSession, tooMuch: number) {
  const { amount, currency, metadata, intentStatus: status } = session;
  const received = isPaid(session) ? amount + tooMuch : 0;
  return {
    id: intentIdOf(session),
    object: 'payment_intent',
    amount,
    amount_received: received,
    currency,
    status,
    metadata,
    latest_charge: isPaid(session) ? chargeObject(session) : null,
  };
}

/** A Checkout Session (https://docs.stripe.com/api/checkout/sessions/object). */
export function sessionObject(session: StripeSession, { isExpanded, tooMuch, url }: Writing) {
  const { id, created, expiresAt, amount, currency, reference, metadata, status, intentStatus } = session;
  const intent = intentStatus === null ? null : isExpanded ? intentObject(session, tooMuch) : intentIdOf(session);
  return {
    id,
    object: 'checkout.session',
    mode: 'payment',
    ui_mode: 'hosted_page',
    livemode: false,
    created,
    expires_at: expiresAt,
    amount_total: amount + tooMuch,
    amount_subtotal: amount + tooMuch,
    currency,
    client_reference_id: reference,
    metadata,
    status,
    payment_status: isPaid(session) ? 'paid' : 'unpaid',
    payment_intent: intent,
    success_url: session.successUrl,
    cancel_url: session.cancelUrl,
    url: status === 'open' ? url : null,
  };
}

/** A Refund (https://docs.stripe.com/api/refunds/object). */
export function refundObject(session: StripeSession, { id, amount, status, metadata }: Refund) {
  const of = { payment_intent: intentIdOf(session), charge: chargeIdOf(session), currency: session.currency };
  return { id, object: 'refund', amount, status, metadata, ...of };
}

/** A Dispute (https://docs.stripe.com/api/disputes/object). */
export function disputeObject(session: StripeSession, { id, amount, status }: Dispute) {
  const of = { payment_intent: intentIdOf(session), charge: chargeIdOf(session), currency: session.currency };
  return { id, object: 'dispute', amount, status, reason: 'fraudulent', ...of };
}

/** The object of an event by its id. */
export function objectOf(session: StripeSession, id: string, writing: Writing): object {
  const refund = session.refunds.find((one) => one.id === id);
  if (refund !== undefined) return refundObject(session, refund);
  const dispute = session.disputes.find((one) => one.id === id);
  if (dispute !== undefined) return disputeObject(session, dispute);
  return id === session.id ? sessionObject(session, writing) : chargeObject(session);
}

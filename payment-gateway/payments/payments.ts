import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Books } from '../books.ts';
import { PaymentFailure } from '../failures.ts';
import type { FaultSwitch } from '../faults.ts';
import { type Delivery, planDeliveries } from '../merchant/callbacks.ts';
import type { Courier } from '../merchant/courier.ts';
import { type CallbackRule, isOpen, movePayment, type Payment, type PaymentStatus } from '../payment-state.ts';
import type { Timings } from '../timings.ts';

/** The dependencies of every step of a payment. Steps change the books synchronously, so they never interleave. */
export type GatewayContext = {
  books: Books;
  courier: Courier;
  faults: FaultSwitch;
  timings: Timings;
  secret: string;
  /** Prefix of the phones that receive codes, with its plus. */
  phonePrefix: string;
  now: () => number;
};

/** The body of POST /payment: amounts in integer minor units of an ISO 4217 currency. */
export const NewPayment = z.strictObject({
  amount: z.int().nonnegative(),
  currency: z.string().regex(/^[A-Z]{3}$/),
  reference: z.string().min(1).max(128),
  description: z.string().max(500),
  callbackUrl: z.url({ protocol: /^https?$/ }).max(2000),
  recurring: z.boolean().default(false),
});
export type NewPayment = z.infer<typeof NewPayment>;

/**
 * Opens a payment, one per reference: a repeated call returns the payment while it is open.
 * An amount of 0 only saves a card. Fails: BadRequest (0 without `recurring`), ReferenceInUse (another amount), AlreadyPaid.
 */
export function createPayment(context: GatewayContext, asked: NewPayment): Payment {
  if (asked.amount === 0 && !asked.recurring) throw new PaymentFailure('BadRequest');
  const latest = context.books.latestFor(asked.reference);
  const earlier = latest && expireIfDue(context, latest);
  if (earlier && (earlier.status === 'paid' || earlier.status === 'refunded')) throw new PaymentFailure('AlreadyPaid');
  if (earlier && isOpen(earlier)) {
    const isSame = earlier.amount === asked.amount && earlier.currency === asked.currency;
    if (!isSame) throw new PaymentFailure('ReferenceInUse');
    if (earlier.callbackUrl === asked.callbackUrl) return earlier;
    return save(context, { ...earlier, callbackUrl: asked.callbackUrl });
  }
  const now = context.now();
  return save(context, {
    ...asked,
    id: randomUUID(),
    status: 'created',
    createdAt: now,
    expiresAt: now + context.timings.paymentLifeMs,
    card: null,
    wallet: null,
    codeExpiresAt: null,
    wrongCodes: 0,
    refusals: [],
    refunds: [],
    callbackRule: 'normal',
    refusedCharges: earlier?.refusedCharges ?? 0,
    failure: null,
    history: [{ status: 'created', at: now }],
  });
}

/** The payment in its present state; expires it if its time is over. Fails: NotFound. */
export function findPayment(context: GatewayContext, id: string): Payment {
  const payment = context.books.payment(id);
  if (!payment) throw new PaymentFailure('NotFound');
  return expireIfDue(context, payment);
}

/** As findPayment, for steps of an unpaid payment. Fails: NotFound, AlreadyPaid, PaymentFailed, PaymentExpired. */
export function findOpenPayment(context: GatewayContext, id: string): Payment {
  const payment = findPayment(context, id);
  if (payment.status === 'paid' || payment.status === 'refunded') throw new PaymentFailure('AlreadyPaid');
  if (payment.status === 'failed') throw new PaymentFailure('PaymentFailed');
  if (payment.status === 'expired') throw new PaymentFailure('PaymentExpired');
  return payment;
}

export function expireDuePayments(context: GatewayContext): void {
  for (const payment of context.books.openPayments()) expireIfDue(context, payment);
}

/** The payer has chosen a wallet, and approves or declines on the gateway's page. Fails: CardNeeded, and what findOpenPayment fails with. */
export function startWallet(context: GatewayContext, id: string, wallet: string): Payment {
  const payment = findOpenPayment(context, id);
  if (payment.recurring) throw new PaymentFailure('CardNeeded');
  return save(context, { ...payment, wallet });
}

/** The payer has approved in the wallet. Fails: WalletNotChosen and what findOpenPayment fails with. */
export function approveWallet(context: GatewayContext, id: string): Payment {
  const payment = findOpenPayment(context, id);
  if (payment.wallet === null) throw new PaymentFailure('WalletNotChosen');
  // A card typed earlier has not paid, so its behaviour must not affect the callback.
  return moveTo(context, { ...payment, card: null, codeExpiresAt: null }, 'paid');
}

export function declinePayment(context: GatewayContext, id: string): Payment {
  return moveTo(context, findOpenPayment(context, id), 'failed');
}

/** Sets the rule for a payment's callbacks, also for those that already wait. */
export function setCallbackRule(context: GatewayContext, id: string, callbackRule: CallbackRule): Payment {
  const payment = { ...findPayment(context, id), callbackRule };
  const dueAt = context.now() + (callbackRule === 'late' ? context.timings.handDelayMs : 0);
  const waiting = context.books.deliveriesOf(id).filter((delivery) => delivery.state === 'waiting');
  const deliveries = waiting.map((delivery) =>
    callbackRule === 'drop' ? { ...delivery, state: 'dropped' as const } : { ...delivery, dueAt },
  );
  context.books.commit({ payment, deliveries });
  for (const delivery of deliveries) context.courier.schedule(delivery);
  return payment;
}

/** Sends the payment's last event once more, as a gateway's support would, even if it was dropped before. */
export function resendCallback(context: GatewayContext, id: string): void {
  findPayment(context, id);
  const last = context.books.deliveriesOf(id).at(-1);
  if (!last) return;
  const again = {
    ...last,
    id: randomUUID(),
    state: 'waiting' as const,
    dueAt: context.now(),
    attempts: 0,
    lastResult: null,
  };
  context.books.commit({ deliveries: [again] });
  context.courier.schedule(again);
}

/** Saves the payment without a callback. */
export function save(context: GatewayContext, payment: Payment): Payment {
  context.books.commit({ payment });
  return payment;
}

/** Saves the payment with a callback although its status has not changed: a part of it was refunded. */
export function saveAndNotify(context: GatewayContext, payment: Payment): Payment {
  saveWithCallbacks(context, payment);
  return payment;
}

/** Moves the payment to a status and adds its callback, in one line of the books. */
export function moveTo(context: GatewayContext, payment: Payment, status: PaymentStatus): Payment {
  const moved = movePayment(payment, status, context.now());
  saveWithCallbacks(context, moved);
  return moved;
}

/** Sends a callback about a refused card at once; resolves after its first attempt. */
export async function notifyRefusal(context: GatewayContext, payment: Payment): Promise<void> {
  const deliveries = saveWithCallbacks(context, payment);
  await Promise.all(deliveries.map(({ id }) => context.courier.firstTry(id, context.timings.refusalNewsMs)));
}

function saveWithCallbacks(context: GatewayContext, payment: Payment): readonly Delivery[] {
  const deliveries = planDeliveries(payment, context.faults.current, context.timings, context.now());
  context.books.commit({ payment, deliveries });
  for (const delivery of deliveries) context.courier.schedule(delivery);
  return deliveries;
}

function expireIfDue(context: GatewayContext, payment: Payment): Payment {
  return isOpen(payment) && payment.expiresAt <= context.now() ? moveTo(context, payment, 'expired') : payment;
}

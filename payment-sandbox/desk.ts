import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Books } from './books.ts';
import { type Delivery, planDeliveries } from './callbacks.ts';
import type { Courier } from './courier.ts';
import { PaymentFailure } from './failures.ts';
import type { FaultSwitch } from './faults.ts';
import { type CallbackRule, isOpen, movePayment, type Payment, type PaymentStatus } from './payment-state.ts';
import type { Timings } from './timings.ts';

/** What every step of a payment needs. Steps change the books synchronously, so two of them can never interleave. */
export type Desk = {
  books: Books;
  courier: Courier;
  faults: FaultSwitch;
  timings: Timings;
  secret: string;
  /** Of the phones that codes go to, with its plus. */
  phonePrefix: string;
  now: () => number;
};

/** The body of POST /payment: amounts in integer minor units of an ISO 4217 currency. */
export const NewPayment = z.strictObject({
  amount: z.int().positive(),
  currency: z.string().regex(/^[A-Z]{3}$/),
  reference: z.string().min(1).max(128),
  description: z.string().max(500),
  callbackUrl: z.url({ protocol: /^https?$/ }).max(2000),
});
export type NewPayment = z.infer<typeof NewPayment>;

/**
 * Opens a payment, once per reference: asked again while it is open, the same payment is answered.
 * Fails: ReferenceInUse (another amount), AlreadyPaid.
 */
export function createPayment(desk: Desk, asked: NewPayment): Payment {
  const latest = desk.books.latestFor(asked.reference);
  const earlier = latest && expireIfDue(desk, latest);
  if (earlier && (earlier.status === 'paid' || earlier.status === 'refunded')) throw new PaymentFailure('AlreadyPaid');
  if (earlier && isOpen(earlier)) {
    const isSame = earlier.amount === asked.amount && earlier.currency === asked.currency;
    if (!isSame) throw new PaymentFailure('ReferenceInUse');
    if (earlier.callbackUrl === asked.callbackUrl) return earlier;
    return keep(desk, { ...earlier, callbackUrl: asked.callbackUrl });
  }
  const now = desk.now();
  return keep(desk, {
    ...asked,
    id: randomUUID(),
    status: 'created',
    createdAt: now,
    expiresAt: now + desk.timings.paymentLifeMs,
    card: null,
    wallet: null,
    codeExpiresAt: null,
    wrongCodes: 0,
    refusals: [],
    refunds: [],
    callbackRule: 'normal',
    history: [{ status: 'created', at: now }],
  });
}

/** The payment as it stands now; one whose time is over expires at this moment. Fails: NotFound. */
export function findPayment(desk: Desk, id: string): Payment {
  const payment = desk.books.payment(id);
  if (!payment) throw new PaymentFailure('NotFound');
  return expireIfDue(desk, payment);
}

/** As findPayment, for a step that only an unpaid payment allows. Fails: NotFound, AlreadyPaid, PaymentFailed, PaymentExpired. */
export function findOpenPayment(desk: Desk, id: string): Payment {
  const payment = findPayment(desk, id);
  if (payment.status === 'paid' || payment.status === 'refunded') throw new PaymentFailure('AlreadyPaid');
  if (payment.status === 'failed') throw new PaymentFailure('PaymentFailed');
  if (payment.status === 'expired') throw new PaymentFailure('PaymentExpired');
  return payment;
}

export function expireDuePayments(desk: Desk): void {
  for (const payment of desk.books.openPayments()) expireIfDue(desk, payment);
}

/** The payer chose a wallet; he approves or declines on the provider's own page. */
export function startWallet(desk: Desk, id: string, wallet: string): Payment {
  return keep(desk, { ...findOpenPayment(desk, id), wallet });
}

/** The payer said yes in the wallet. Fails: WalletNotChosen and what findOpenPayment fails with. */
export function approveWallet(desk: Desk, id: string): Payment {
  const payment = findOpenPayment(desk, id);
  if (payment.wallet === null) throw new PaymentFailure('WalletNotChosen');
  // A card typed earlier was not what paid: its habits must not rule the callback.
  return moveTo(desk, { ...payment, card: null, codeExpiresAt: null }, 'paid');
}

export function declinePayment(desk: Desk, id: string): Payment {
  return moveTo(desk, findOpenPayment(desk, id), 'failed');
}

/** Sets by hand what happens to the payment's callbacks, those that already wait included. */
export function ruleCallbacks(desk: Desk, id: string, callbackRule: CallbackRule): Payment {
  const payment = { ...findPayment(desk, id), callbackRule };
  const dueAt = desk.now() + (callbackRule === 'late' ? desk.timings.handDelayMs : 0);
  const waiting = desk.books.deliveriesOf(id).filter((delivery) => delivery.state === 'waiting');
  const deliveries = waiting.map((delivery) =>
    callbackRule === 'drop' ? { ...delivery, state: 'dropped' as const } : { ...delivery, dueAt },
  );
  desk.books.commit({ payment, deliveries });
  for (const delivery of deliveries) desk.courier.schedule(delivery);
  return payment;
}

/** Sends the payment's last event once more, as a provider's support would, whatever was dropped before. */
export function resendCallback(desk: Desk, id: string): void {
  findPayment(desk, id);
  const last = desk.books.deliveriesOf(id).at(-1);
  if (!last) return;
  const again = {
    ...last,
    id: randomUUID(),
    state: 'waiting' as const,
    dueAt: desk.now(),
    attempts: 0,
    lastResult: null,
  };
  desk.books.commit({ deliveries: [again] });
  desk.courier.schedule(again);
}

/** Writes the payment down with no news for the server. */
export function keep(desk: Desk, payment: Payment): Payment {
  desk.books.commit({ payment });
  return payment;
}

/** Moves the payment on and, in the same line of the books, plans the callback that tells the server. */
export function moveTo(desk: Desk, payment: Payment, status: PaymentStatus): Payment {
  const moved = movePayment(payment, status, desk.now());
  writeAndTell(desk, moved);
  return moved;
}

/** Tells the server at once of a refused card, the payment's status being mostly as it was; resolves when that has been tried once. */
export async function tellRefusal(desk: Desk, payment: Payment): Promise<void> {
  const deliveries = writeAndTell(desk, payment);
  await Promise.all(deliveries.map(({ id }) => desk.courier.firstTry(id, desk.timings.refusalNewsMs)));
}

function writeAndTell(desk: Desk, payment: Payment): readonly Delivery[] {
  const deliveries = planDeliveries(payment, desk.faults.current, desk.timings, desk.now());
  desk.books.commit({ payment, deliveries });
  for (const delivery of deliveries) desk.courier.schedule(delivery);
  return deliveries;
}

function expireIfDue(desk: Desk, payment: Payment): Payment {
  return isOpen(payment) && payment.expiresAt <= desk.now() ? moveTo(desk, payment, 'expired') : payment;
}

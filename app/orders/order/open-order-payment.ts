import { call } from '#app/call.ts';
import type { PaymentSystemName } from '#app/payments/payment-systems.ts';
import { howToPay, type StoredPayment } from '#app/payments/stored-payment.ts';
import { serverNow } from '#base/text/server-clock.ts';
import { StoredValue } from '#base/text/stored-value.ts';
import { newBasketKey } from '../guest-basket/guest-basket.ts';

export interface OrderToPay {
  readonly orderId: string;
  readonly recipientName: string;
  readonly recipientPhone: string;
  /** The price of items and delivery less the discount that the buyer was shown, in main units. */
  readonly expectedTotal: number;
  /** The version of the basket that the buyer was shown; null: the order was placed before. */
  readonly version: string | null;
  /** Null: none, or the one with which the order was placed. */
  readonly promoCode: string | null;
  /** Null: no donation, or the one with which the order was placed. */
  readonly donation: {
    readonly projectId: string;
    readonly amount: number;
    readonly name: string | null;
    readonly message: string | null;
    readonly isAnonymous: boolean;
  } | null;
  /** Undefined: the default. */
  readonly system: PaymentSystemName | undefined;
}

const openedHere = new Set<string>();

/** Whether a payment was opened on this page since it was loaded. */
export function isOpenedHere(payId: string): boolean {
  return openedHere.has(payId);
}

interface Intent {
  readonly key: string;
  readonly what: string;
}

/** The `Idempotency-Key` for placing an order. All tries of the same request use it, so that a lost answer opens one payment. */
function intentOf(orderId: string): StoredValue<Intent | null> {
  return new StoredValue<Intent | null>({
    place: 'session',
    key: `placing:${orderId}`,
    empty: null,
    parse: (raw) =>
      typeof raw === 'object' && raw !== null && 'key' in raw && 'what' in raw
        ? { key: String(raw.key), what: String(raw.what) }
        : null,
  });
}

/** Places an order, or opens the payment of one that awaits it. Throws `CallFailure`. */
export async function openOrderPayment(order: OrderToPay): Promise<StoredPayment> {
  const intents = intentOf(order.orderId);
  const { donation, promoCode, ...rest } = order;
  const body = { ...rest, ...(promoCode !== null && { promoCode }), ...(donation !== null && { donation }) };
  const what = JSON.stringify(body);
  const known = intents.read();
  const intent = known?.what === what ? known : { key: newBasketKey(), what };
  intents.write(intent);
  try {
    const answer = await call('POST Order/CreateOrderPayment', { body }, { idempotencyKey: intent.key });
    const { paymentId: payId, paymentUrl, expiresAt, amount, payer } = answer;
    // The stored answer of an old try has expired: the request is repeated once under a new key.
    const isStale = known?.what === what && Date.parse(expiresAt) < serverNow().getTime();
    intents.write(null);
    if (isStale) return openOrderPayment(order);
    const payment = {
      payId,
      paymentUrl,
      expiresAt,
      amount,
      ...howToPay(payer),
      code: null,
      isCardRemembered: false,
    };
    openedHere.add(payId);
    return payment;
  } catch (error) {
    const isAnswered = error instanceof Error && 'status' in error && error.status !== 0;
    if (isAnswered) intents.write(null);
    throw error;
  }
}

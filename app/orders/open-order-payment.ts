import { StoredValue } from '#base/stored-value.ts';
import { newBasketKey } from '../basket/guest-basket.ts';
import { call } from '../call.ts';
import type { KeptPayment } from '../payments/kept-payment.ts';

export interface OrderToPay {
  readonly orderId: string;
  readonly recipientName: string;
  readonly recipientPhone: string;
  /** What the buyer was shown for the items, in main units. */
  readonly expectedTotal: number;
  /** Null: none, or as it was when the order was placed. */
  readonly gift: {
    readonly projectId: string;
    readonly amount: number;
    readonly name: string | null;
    readonly message: string | null;
    readonly isAnonymous: boolean;
  } | null;
}

const openedHere = new Set<string>();

/** Whether a payment was opened on this page, not before a reload. */
export function isOpenedHere(payId: string): boolean {
  return openedHere.has(payId);
}

interface Intent {
  readonly key: string;
  readonly what: string;
}

/** The `Idempotency-Key` of an order's placing: every try of the same intent bears it, so that a lost answer opens one payment. */
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

/** Places an order, or takes up the payment of one that waits for it. Throws `CallFailure`. */
export async function openOrderPayment(order: OrderToPay): Promise<KeptPayment> {
  const intents = intentOf(order.orderId);
  const { gift, ...rest } = order;
  const body = gift === null ? rest : { ...rest, gift };
  const what = JSON.stringify(body);
  const known = intents.read();
  const intent = known?.what === what ? known : { key: newBasketKey(), what };
  intents.write(intent);
  try {
    const answer = await call('POST Order/CreateOrderPayment', { body }, { idempotencyKey: intent.key });
    const { paymentId: payId, paymentUrl, expiresAt, amount } = answer;
    // The kept answer of a try long ago: its time is over, so this is a new intent, once.
    const isStale = known?.what === what && Date.parse(expiresAt) < Date.now();
    intents.write(null);
    if (isStale) return openOrderPayment(order);
    const payment = { payId, paymentUrl, expiresAt, amount, code: null, isCardRemembered: false };
    openedHere.add(payId);
    return payment;
  } catch (error) {
    const isAnswered = error instanceof Error && 'status' in error && error.status !== 0;
    if (isAnswered) intents.write(null);
    throw error;
  }
}

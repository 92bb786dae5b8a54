import { useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { CallFailure, failures, isCallFailure } from '#base/errors.ts';
import { tellCount } from '../basket/basket-count.ts';
import { totalOf } from '../basket/basket-lines.ts';
import { call } from '../call.ts';
import { keptPaymentOf } from '../payments/kept-payment.ts';
import type { UserBasketView } from './basket-loader.ts';
import { isBuyable } from './basket-mends.ts';
import { openOrderPayment } from './open-order-payment.ts';
import { orderPlaced, outOfStock, pickUpClosed, priceChanged, productUnavailable } from './order-failures.ts';
import type { OrderGift } from './order-gift.ts';
import { acceptPrices } from './seen-prices.ts';
import type { BasketEdit } from './use-basket-edit.ts';

/** What keeps the order from being placed, and what is offered then. */
export type PlacingTrouble =
  | { readonly kind: 'priceChanged'; readonly was: number }
  | { readonly kind: 'items' }
  | { readonly kind: 'pickUpClosed' }
  | { readonly kind: 'placed' }
  | { readonly kind: 'failure'; readonly failure: CallFailure };

/** What is sent beside the items; main units. */
export interface Placing {
  readonly recipientName: string;
  readonly recipientPhone: string;
  readonly delivery: { readonly address: string } | { readonly pickupPointId: number };
  readonly gift: OrderGift | null;
}

function troubleOf(error: unknown, shownTotal: number): PlacingTrouble {
  if (priceChanged.is(error)) return { kind: 'priceChanged', was: shownTotal };
  if (outOfStock.is(error) || productUnavailable.is(error)) return { kind: 'items' };
  const isPointRefused = isCallFailure(error) && error.fields?.pickupPointId !== undefined;
  if (isPointRefused || pickUpClosed.is(error)) return { kind: 'pickUpClosed' };
  if (orderPlaced.is(error)) return { kind: 'placed' };
  return { kind: 'failure', failure: error instanceof CallFailure ? error : failures.internal.because() };
}

async function giftOf(gift: Placing['gift']) {
  if (gift === null) return null;
  const { userId, ...rest } = gift;
  const { projectId } = await call('GET User/Get', { query: { userId } });
  return { ...rest, projectId };
}

/** The placing of the order: one at a time; the items and the delivery are the server's before the payment is opened. */
export function usePlacing(view: UserBasketView, edit: BasketEdit) {
  const navigate = useNavigate();
  const [isPlacing, setPlacing] = useState(false);
  const [trouble, setTrouble] = useState<PlacingTrouble | null>(null);
  const isBusy = useRef(false);
  const { orderId } = view.basket;

  async function open(placing: Placing, total: number): Promise<void> {
    const { recipientName, recipientPhone, delivery } = placing;
    await call('PUT Order/Update', { body: { orderId, ...delivery } });
    const gift = await giftOf(placing.gift);
    const payment = await openOrderPayment({ orderId, recipientName, recipientPhone, expectedTotal: total, gift });
    keptPaymentOf(orderId).write(payment);
    acceptPrices([]);
    tellCount(0);
    await navigate(`/order/${orderId}`, { replace: true });
  }

  /** `items`: what the buyer agrees to; left out: what is shown. */
  async function place(placing: Placing, items = edit.items): Promise<void> {
    const total = totalOf(items);
    if (isBusy.current) return;
    isBusy.current = true;
    setPlacing(true);
    setTrouble(null);
    try {
      const isKept = await edit.flush();
      if (isKept && !items.every(isBuyable)) setTrouble({ kind: 'items' });
      else if (isKept) await open(placing, total);
    } catch (error) {
      await edit.reload();
      setTrouble(troubleOf(error, total));
    }
    isBusy.current = false;
    setPlacing(false);
  }

  return { isPlacing, trouble, place, forget: () => setTrouble(null) };
}

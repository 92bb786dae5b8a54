import { useEffect, useEffectEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import { call } from '#app/call.ts';
import { session } from '#app/identity/session.ts';
import { paymentProviderUnavailable } from '#app/payments/payment-failures.ts';
import type { PaymentSystemName } from '#app/payments/payment-systems.ts';
import { chosenOf, storedPaymentOf } from '#app/payments/stored-payment.ts';
import type { CallFailure } from '#base/calls/errors.ts';
import { useAction } from '#base/ui/page/use-action.ts';
import { isBuyable } from '../basket/available-items.ts';
import { type BasketView, loadGuestItems } from '../basket/basket-loader.ts';
import { acceptPrices } from '../basket/seen-prices.ts';
import type { BasketEdit } from '../basket/use-basket-edit.ts';
import { publishCount } from '../guest-basket/basket-count.ts';
import { guestTotalOf, holdSame } from '../guest-basket/basket-lines.ts';
import { handOverGuestBasket, loadUserBasket } from '../guest-basket/user-basket.ts';
import { openOrderPayment } from '../order/open-order-payment.ts';
import {
  basketChanged,
  membersOnly,
  orderPlaced,
  outOfStock,
  pickUpClosed,
  priceChanged,
  productUnavailable,
} from '../order-failures.ts';
import { promoCodeOver, promoCodeSpent, promoCodeUnknown } from '../promo-codes/promo-code-failures.ts';
import { nameBuyer } from './name-buyer.ts';
import type { OrderDonation } from './order-donation.ts';
import type { CheckoutCost } from './use-checkout-price.ts';

/** Why the order could not be placed. */
export type PlacingTrouble =
  | { readonly kind: 'priceChanged'; readonly was: number; readonly isGuest: boolean }
  | { readonly kind: 'basketChanged' }
  | { readonly kind: 'merged' }
  | { readonly kind: 'items' }
  | { readonly kind: 'pickUpClosed' }
  | { readonly kind: 'promoCode'; readonly failure: CallFailure }
  | { readonly kind: 'placed' }
  | { readonly kind: 'failure'; readonly failure: CallFailure };

/** Takes a choice back that the server has refused. */
export function useRefusedChoice(
  trouble: PlacingTrouble | null,
  takeBack: Readonly<Record<'pickUpClosed' | 'promoCode', () => void>>,
): void {
  const refuse = useEffectEvent((kind: keyof typeof takeBack) => takeBack[kind]());
  const kind = trouble?.kind;
  useEffect(() => {
    if (kind === 'pickUpClosed' || kind === 'promoCode') refuse(kind);
  }, [kind]);
}

/** The data sent beside the items; main units. */
export interface Placing {
  readonly recipientName: string;
  readonly recipientPhone: string;
  readonly delivery: { readonly address: string } | { readonly pickupPointId: number };
  readonly donation: OrderDonation | null;
  /** The payment systems that the buyer may choose from; undefined: there is no choice. */
  readonly systems: readonly PaymentSystemName[] | undefined;
}

const longestCheck = 20_000;

type Cost = Pick<CheckoutCost, 'priceOf' | 'codeFor' | 'promo'>;

/** What the last try started from. */
interface Start {
  readonly total: number;
  readonly isGuest: boolean;
}

function troubleOf(failure: CallFailure, { total: shownTotal, isGuest }: Start): PlacingTrouble {
  const isPointRefused = failure.fields?.pickupPointId !== undefined;
  if (basketChanged.is(failure)) return { kind: isGuest ? 'merged' : 'basketChanged' };
  if (priceChanged.is(failure)) return { kind: 'priceChanged', was: shownTotal, isGuest };
  if ([outOfStock, productUnavailable, membersOnly].some((kind) => kind.is(failure))) return { kind: 'items' };
  if (isPointRefused || pickUpClosed.is(failure)) return { kind: 'pickUpClosed' };
  if (orderPlaced.is(failure)) return { kind: 'placed' };
  const isCodeRefused = [promoCodeUnknown, promoCodeOver, promoCodeSpent].some((one) => one.is(failure));
  if (isCodeRefused) return { kind: 'promoCode', failure };
  return { kind: 'failure', failure };
}

async function donationOf(donation: Placing['donation']) {
  if (donation === null) return null;
  const { userId, ...rest } = donation;
  const { projectId } = await call('GET User/Get', { query: { userId } });
  return { ...rest, projectId };
}

/** The basket on the server: after a login in the checkout, the guest's is handed over first. */
async function orderIdOf(view: BasketView): Promise<string> {
  if (view.kind === 'user') return view.basket.orderId;
  await handOverGuestBasket();
  const { orderId, items } = await loadUserBasket();
  if (items.length === 0) throw productUnavailable();
  return orderId;
}

/**
 * Places the order of a user, one try at a time. Items and delivery are saved on the server before the payment is opened.
 */
export function usePlacing(view: BasketView, edit: BasketEdit, { priceOf, codeFor, promo }: Cost) {
  const navigate = useNavigate();
  const [start, setStart] = useState<Start>({ total: 0, isGuest: false });
  const { isBusy, failure, act, forget } = useAction();

  async function open(placing: Placing, items: BasketEdit['items']): Promise<void> {
    const { recipientName, recipientPhone, delivery } = placing;
    const orderId = await orderIdOf(view);
    const { version, items: held } = await call('PUT Order/Update', { body: { orderId, ...delivery } });
    // This is the server's current version: it may be paid only if the screen shows the same items.
    if (!holdSame(items, held)) throw basketChanged();
    const donation = await donationOf(placing.donation);
    const asked = { orderId, recipientName, recipientPhone, expectedTotal: priceOf(items), version };
    const order = { ...asked, promoCode: codeFor(items), donation, system: chosenOf(placing.systems) };
    const payment = await openOrderPayment(order).catch((error: unknown) => {
      // The order is placed before a payment system is asked: its page has all ways to pay.
      if (paymentProviderUnavailable.is(error)) return null;
      throw error;
    });
    if (payment !== null) storedPaymentOf(orderId).write(payment);
    acceptPrices([]);
    publishCount(0);
    promo.clear();
    await navigate(`/order/${orderId}`, { replace: true });
  }

  async function send(placing: Placing, items: BasketEdit['items']): Promise<void> {
    setStart({ total: priceOf(items), isGuest: view.kind === 'guest' });
    if (!(await edit.flush())) return;
    if (!items.every(isBuyable)) throw productUnavailable();
    await open(placing, items).catch(async (error: unknown) => {
      await edit.reload();
      throw error;
    });
  }

  /** `items`: the items that the buyer accepts; by default those on the screen. */
  async function place(placing: Placing, items = edit.items): Promise<void> {
    await act(() => send(placing, items));
  }

  /** Gives the account the name of the recipient first, if it has none. */
  async function placeNamed(placing: Placing): Promise<void> {
    await act(async () => {
      await nameBuyer(placing.recipientName);
      await send(placing, edit.items);
    });
  }

  /**
   * Whether a guest's items can be bought at the prices shown, asked before a code is sent to his phone. In another tab he may have logged in:
   * then placing finds out.
   */
  async function check(items = edit.items): Promise<boolean> {
    return act(async () => {
      setStart({ total: priceOf(items), isGuest: true });
      if ((await session.load()).status === 'user') return;
      const now = await loadGuestItems(AbortSignal.timeout(longestCheck));
      const isSame = guestTotalOf(now) === guestTotalOf(items);
      if (isSame && now.every(isBuyable)) return;
      await edit.reload();
      throw now.every(isBuyable) ? priceChanged() : productUnavailable();
    });
  }

  return { isPlacing: isBusy, check, trouble: failure && troubleOf(failure, start), place, placeNamed, forget };
}

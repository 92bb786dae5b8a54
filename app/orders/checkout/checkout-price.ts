import type { WireRates } from '#app/delivery/delivery-rates.calls.ts';
import { type DeliveryPlace, type DeliveryQuote, quoteOf } from '#app/delivery/delivery-rates.ts';
import { ratesOf } from '#app/delivery/rates-of-answer.ts';
import { memberDiscountOf } from '#app/merch/member-price.ts';
import { add, fromMain, subtract, times, toMain, zero } from '#base/money/money.ts';
import type { OrderItem } from '../order-shapes.ts';
import { type CodeTerms, discountsOf } from '../promo-codes/discounts.ts';
import type { PromoCodeTerms } from '../promo-codes.calls.ts';

type PricedItem = Pick<OrderItem, 'price' | 'quantity' | 'productUser' | 'memberPercent'>;

/** What an order will cost, computed as the server does, without a donation; main units. */
export interface CheckoutPrice {
  readonly items: number;
  /** What the buyer gets off as a member. */
  readonly ofMember: number;
  /** What the promo code takes off. */
  readonly discount: number;
  readonly delivery: Omit<DeliveryQuote, 'price'> & { readonly price: number };
  readonly total: number;
}

/** The terms of an answer with amounts in minor units. */
export function termsOf({ percent, amount, sellerId, minTotal }: PromoCodeTerms): CodeTerms {
  return { percent, amount: amount === null ? null : fromMain(amount), sellerId, minTotal: fromMain(minTotal) };
}

/** Items as discounts need them. */
export function linesOf(items: readonly PricedItem[]) {
  return items.map(({ price, quantity, productUser, memberPercent }) => ({
    sellerId: productUser.userId,
    price: fromMain(price),
    quantity,
    memberPercent,
  }));
}

interface Conditions {
  /** Null: none is chosen yet. */
  readonly place: DeliveryPlace | null;
  readonly rates: WireRates;
  readonly terms: PromoCodeTerms | null;
}

/** Prices items with a delivery, what the buyer gets as a member, and a promo code. */
export function priceCheckout(items: readonly PricedItem[], { place, rates, terms }: Conditions): CheckoutPrice {
  const lines = linesOf(items);
  const sum = add(...lines.map(({ price, quantity }) => times(price, quantity)));
  const ofMember = add(...lines.map(memberDiscountOf));
  const discount = add(...discountsOf(lines, terms && termsOf(terms)));
  const left = subtract(subtract(sum, ofMember), discount);
  const { price, from, to } =
    place === null
      ? { price: zero, from: null, to: null }
      : quoteOf(ratesOf(rates), place, { items: left, today: rates.today });
  return {
    items: toMain(sum),
    ofMember: toMain(ofMember),
    discount: toMain(discount),
    total: toMain(add(left, price)),
    delivery: { price: toMain(price), from, to },
  };
}

import type { WireRates } from '#app/delivery/delivery-rates.calls.ts';
import { type DeliveryPlace, rateOf } from '#app/delivery/delivery-rates.ts';
import { ratesOf } from '#app/delivery/rates-of-answer.ts';
import { toMain } from '#base/money/money.ts';
import type { BasketEdit } from '../basket/use-basket-edit.ts';
import { missingFor } from '../promo-codes/discounts.ts';
import { linesOf, priceCheckout, termsOf } from './checkout-price.ts';
import { usePromoCode } from './use-promo-code.ts';

/** What the basket costs with the chosen delivery and a promo code; amounts in main units. */
export function useCheckoutPrice(edit: BasketEdit, place: DeliveryPlace | null, rates: WireRates) {
  const promo = usePromoCode();
  const { terms } = promo;
  const quote = (items: BasketEdit['items'], to = place) => priceCheckout(items, { place: to, rates, terms });
  const rateAt = (to: DeliveryPlace) => rateOf(ratesOf(rates), to);
  const missing = terms && missingFor(linesOf(edit.sold), termsOf(terms));
  return {
    promo,
    /** What is missing for the code; 0: nothing in the basket is the code's; null: it is valid, or there is none. */
    missing: missing === null ? null : toMain(missing),
    price: quote(edit.sold),
    rate: place && rateAt(place),
    deliveryTo: (to: DeliveryPlace) => ({ rate: rateAt(to), delivery: quote(edit.sold, to).delivery }),
    priceOf: (items: BasketEdit['items']) => quote(items).total,
    /** The code to send with these items; null: none takes anything off them. */
    codeFor: (items: BasketEdit['items']) => (quote(items).discount > 0 ? (terms?.code ?? null) : null),
  };
}

export type CheckoutCost = ReturnType<typeof useCheckoutPrice>;

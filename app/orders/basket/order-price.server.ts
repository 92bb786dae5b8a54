import type { DeliveryPlace } from '#app/delivery/delivery-rates.ts';
import { memberDiscountOf } from '#app/merch/member-price.ts';
import type { Queryable } from '#base/db/db.server.ts';
import { add, subtract, zero } from '#base/money/money.ts';
import { type CodeTerms, discountsOf } from '../promo-codes/discounts.ts';
import type { QuoteDelivery } from '../quote-delivery.server.ts';
import { type OrderPrice, type QuotedLine, quotedTotalOf } from './order-view.server.ts';

interface Chosen {
  readonly address: string | null;
  readonly pickup: { readonly id: number; readonly regionId: number } | null;
}

function placeOf({ address, pickup }: Chosen): DeliveryPlace | null {
  if (pickup !== null) return { way: 'pickUp', pickupPointId: pickup.id, regionId: pickup.regionId };
  return address === null ? null : { way: 'address', address };
}

/** Computes what a basket costs now with its chosen delivery, less what the buyer gets as a member and by a promo code (docs/rules.md#promo-codes). */
export async function priceOrder(
  db: Queryable,
  quoted: readonly QuotedLine[],
  chosen: Chosen & { readonly terms?: CodeTerms | null },
  quoteDelivery: QuoteDelivery,
): Promise<OrderPrice> {
  const items = quotedTotalOf(quoted);
  const lines = quoted.map(({ line, quote, memberPercent }) => ({
    sellerId: quote.seller.userId,
    price: quote.price,
    quantity: line.quantity,
    memberPercent,
  }));
  const byCode = discountsOf(lines, chosen.terms ?? null);
  const discounts = lines.map((line, at) => add(memberDiscountOf(line), byCode[at] ?? zero));
  const discount = add(...discounts);
  const left = subtract(items, discount);
  const place = placeOf(chosen);
  const delivery = place === null ? null : await quoteDelivery(db, place, left);
  return {
    items,
    discounts,
    discount,
    isCodeUsed: byCode.some((off) => off > 0),
    delivery,
    total: add(left, delivery?.price ?? zero),
  };
}

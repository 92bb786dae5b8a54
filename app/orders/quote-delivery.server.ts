import type { DeliveryPlace, DeliveryQuote } from '#app/delivery/delivery-rates.ts';
import type { Queryable } from '#base/db/db.server.ts';
import type { Minor } from '#base/money/money.ts';

/** Quotes a delivery at current prices; `items`: what the items cost. */
export type QuoteDelivery = (db: Queryable, place: DeliveryPlace, items: Minor) => Promise<DeliveryQuote>;

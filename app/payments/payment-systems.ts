/**
 * The payment systems. `payme` is Payme's own page, `payme-card` a card in our form that Payme charges. On the wire and in the database.
 */
export const paymentSystemNames = ['gateway', 'payme-card', 'payme', 'click', 'stripe'] as const;

export type PaymentSystemName = (typeof paymentSystemNames)[number];

/** The only currency of a system, by its ISO 4217 code; null: it takes any. */
export function currencyOf(system: PaymentSystemName): string | null {
  return system === 'gateway' || system === 'stripe' ? null : 'UZS';
}

/** How the payer pays: in our card form, or on a page of the system. */
export type PayerWay = 'card' | 'redirect';

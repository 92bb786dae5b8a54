/** The payment systems, on the wire and in the database: the gateway of the specification, Payme's own page. */
export const paymentSystemNames = ['gateway', 'payme'] as const;

export type PaymentSystemName = (typeof paymentSystemNames)[number];

/** The only currency of a system, by its ISO 4217 code; null: it takes any. */
export function currencyOf(system: PaymentSystemName): string | null {
  return system === 'gateway' ? null : 'UZS';
}

/** How the payer pays: in our card form, or on a page of the system. */
export type PayerWay = 'card' | 'redirect';

/** The payment systems, on the wire and in the database: the gateway of the specification, the pages of Payme, Click and Stripe, and cards by Payme. */
export const paymentSystemNames = ['gateway', 'payme', 'payme-card', 'click', 'stripe'] as const;

export type PaymentSystemName = (typeof paymentSystemNames)[number];

/** The names of the systems other than the gateway, as payers know them. */
export const systemTitles = { payme: 'Payme', 'payme-card': 'Payme', click: 'Click', stripe: 'Stripe' } as const;

/** Whether the payments of a system are refunded in its own cabinet only, by an operator. */
export const isRefundedInCabinet = (system: string): boolean => system === 'payme';

/** The only currency of a system, by its ISO 4217 code; null: it takes any. */
export function currencyOf(system: PaymentSystemName): string | null {
  return system === 'gateway' || system === 'stripe' ? null : 'UZS';
}

/** How the payer pays: in our card form, or on a page of the system. */
export type PayerWay = 'card' | 'redirect';

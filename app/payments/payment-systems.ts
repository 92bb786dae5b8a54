/**
 * The payment systems. `payme` is Payme's own page, `payme-card` a card in our form that Payme charges. On the wire and in the database.
 */
export const paymentSystemNames = ['gateway', 'payme-card', 'payme', 'click', 'stripe'] as const;

export type PaymentSystemName = (typeof paymentSystemNames)[number];

/** How the payer pays: in our card form, or on a page of the system. */
export type PayerWay = 'card' | 'redirect';

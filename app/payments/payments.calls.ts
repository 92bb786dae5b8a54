import { z } from 'zod';
import { get, nothing, post } from '#base/calls/call.ts';
import { failures } from '#base/calls/errors.ts';
import { booksCalls } from './books/books.calls.ts';
import {
  badSignature,
  cardNotConfirmed,
  cardNotSaved,
  cardRefused,
  paymentClosed,
  paymentProviderUnavailable,
} from './payment-failures.ts';
import { paymentStatuses } from './payment-status.ts';
import { taxCalls } from './tax/tax.calls.ts';

/** The provider's states of a payment (docs/rules.md#payment-gateway). */
export const providerStatus = z.enum(['created', 'code_required', 'paid', 'failed', 'expired', 'refunded']);

export const paymentsCalls = {
  ...taxCalls,
  ...booksCalls,

  /**
   * Charges the card whose token the payer's browser has got from the payment system of an open payment. `payment`: the fragment of its
   * `paymentUrl`. Safe to repeat: a payment is charged once. 404: no such payment, or its system takes no tokens; 402 `CardRefused`: the payment is
   * closed unpaid; 409 `PaymentClosed`: what it is for takes no money now; 422 `CardNotConfirmed` and `CardNotSaved` (a card that cannot be charged every month): nothing was charged, and the payment stays open; 503: the outcome is not known, ask for the status of
   * the donation or order (docs/rules.md#payme-cards).
   */
  confirm: post('Payment/Confirm', {
    summary: 'Pay with a card that the payment system has confirmed',
    access: 'guest',
    body: z.strictObject({
      system: z.literal('payme-card'),
      payment: z.string().min(1).max(200),
      token: z.string().min(1).max(2_000),
    }),
    answer: z.object({ status: z.enum(paymentStatuses) }),
    errors: [failures.notFound, cardRefused, cardNotConfirmed, cardNotSaved, paymentClosed, paymentProviderUnavailable],
    transaction: 'own',
  }),

  /**
   * The page on which an operator refunds the payments that their system refunds on no request: that of Payme, or of its stand-in; null: there is
   * no such system.
   */
  refundCabinet: get('Payment/RefundCabinet', {
    summary: 'Where staff refund what is not refunded here',
    access: 'moderator',
    answer: z.object({ address: z.url().nullable() }),
    errors: [],
  }),

  /**
   * The provider reports a payment's new state, signed in `X-Signature: t=<unix seconds>,v1=<hex HMAC-SHA256 of "t.body">`
   * (several `v1` while a secret is being changed). `amount` and `refundedAmount` are in minor units. 401 `BadSignature`: forged, or `t` is over
   * 5 minutes away. A repeated, late or out-of-order callback is answered 200 and changes nothing; 404: money for an unknown payment
   * (docs/rules.md#payment-gateway).
   */
  callback: post('Payment/Callback', {
    summary: 'Receive a payment update from the payment provider',
    access: 'key',
    body: z.strictObject({
      eventId: z.string().min(1).max(200),
      id: z.string().min(1).max(200),
      reference: z.string().min(1).max(200),
      status: providerStatus,
      amount: z.int(),
      /** How much has been refunded so far; absent if the provider does not report it. */
      refundedAmount: z.int().nonnegative().optional(),
      occurredAt: z.iso.datetime({ offset: true }),
    }),
    answer: nothing,
    errors: [badSignature, failures.notFound],
    transaction: 'own',
  }),
};

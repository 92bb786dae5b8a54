import { z } from 'zod';
import { nothing, post } from '#base/calls/call.ts';
import { failures } from '#base/calls/errors.ts';
import { badSignature } from './payment-failures.ts';

/** The provider's states of a payment (docs/rules.md#payment-gateway). */
export const providerStatus = z.enum(['created', 'code_required', 'paid', 'failed', 'expired', 'refunded']);

export const paymentsCalls = {
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

import { z } from 'zod';
import { nothing, post } from '#base/call.ts';
import { failures } from '#base/errors.ts';
import { badSignature } from './payment-failures.ts';

/** The provider's own words for a payment's state (contract, section 12). */
export const providerStatus = z.enum(['created', 'code_required', 'paid', 'failed', 'expired', 'refunded']);

export const paymentsCalls = {
  /**
   * The provider tells of a payment's new state, signed in `X-Signature: t=<unix seconds>,v1=<hex HMAC-SHA256 of "t.body">`
   * (several `v1` while a secret is being changed). `amount` is in minor units. 401 `BadSignature`: forged, or `t` is over
   * 5 minutes away. What is repeated, late or out of order is answered 200 and changes nothing; 404: money for a payment
   * that we do not know (contract, section 12).
   */
  callback: post('Payment/Callback', {
    summary: 'The payment provider tells of a payment',
    access: 'key',
    body: z.strictObject({
      eventId: z.string().min(1).max(200),
      id: z.string().min(1).max(200),
      reference: z.string().min(1).max(200),
      status: providerStatus,
      amount: z.int(),
      occurredAt: z.iso.datetime({ offset: true }),
    }),
    answer: nothing,
    errors: [badSignature, failures.notFound],
    transaction: 'own',
  }),
};

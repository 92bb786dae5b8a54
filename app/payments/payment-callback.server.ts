import type { Handlers } from '#base/bound-call.server.ts';
import { failures } from '#base/errors.ts';
import { rawBodyOf } from '#base/raw-body.server.ts';
import { badSignature } from './payment-failures.ts';
import type { paymentsCalls } from './payments.calls.ts';
import type { Payments } from './payments.server.ts';
import { isSigned } from './provider-signature.server.ts';

/** Answers the provider's callbacks: only what its secret signs is taken in. */
export function createPaymentsHandlers(options: {
  payments: Payments;
  secret: string;
}): Handlers<typeof paymentsCalls> {
  const { payments, secret } = options;
  return {
    callback: async ({ body }, { request }) => {
      if (!isSigned(rawBodyOf(request), request.headers['x-signature'], secret, Date.now())) {
        request.log.warn('a payment callback with a wrong signature was refused');
        throw badSignature.because();
      }
      const settlement = await payments.settle(body);
      const isMoney = body.status === 'paid' || body.status === 'refunded';
      if (settlement === 'unknown' && isMoney) {
        request.log.error({ reference: body.reference }, 'the provider tells of money for a payment that is not known');
        throw failures.notFound.because();
      }
      return {};
    },
  };
}

import type { Handlers, Verifier } from '#base/bound-call.server.ts';
import { failures } from '#base/errors.ts';
import { rawBodyOf } from '#base/raw-body.server.ts';
import { secretsIn } from '#base/secrets.server.ts';
import { badSignature } from './payment-failures.ts';
import { tellsOfMoney } from './payment-status.ts';
import type { paymentsCalls } from './payments.calls.ts';
import type { Payments } from './payments.server.ts';
import { isSigned } from './provider-signature.server.ts';

/**
 * Refuses callbacks that the provider's secret has not signed, before anything of them is looked at. `secret` is
 * `PAYMENT_SECRET`: one, or several by commas while it is being changed.
 */
export function callbackVerifier(secret: string): Verifier {
  const secrets = secretsIn(secret);
  return (request) => {
    if (isSigned(rawBodyOf(request), request.headers['x-signature'], secrets, Date.now())) return;
    request.log.warn('a payment callback with a wrong signature was refused');
    throw badSignature.because();
  };
}

/** Answers the provider's callbacks, which `callbackVerifier` has let through. */
export function createPaymentsHandlers({ payments }: { payments: Payments }): Handlers<typeof paymentsCalls> {
  return {
    callback: async ({ body }, { request }) => {
      const settlement = await payments.hear(body);
      if (settlement === 'unknown' && tellsOfMoney(body.status)) {
        request.log.error({ reference: body.reference }, 'the provider tells of money for a payment that is not known');
        throw failures.notFound.because();
      }
      return {};
    },
  };
}

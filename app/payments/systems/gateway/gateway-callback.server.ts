import type { Handlers, Verifier } from '#base/calls/bound-call.server.ts';
import { failures } from '#base/calls/errors.ts';
import { secretsIn } from '#base/config/secrets.server.ts';
import { rawBodyOf } from '#base/http/body/raw-body.server.ts';
import { createRareWarning } from '#base/process/rare-warning.server.ts';
import { badSignature } from '../../payment-failures.ts';
import { isMoneyReceived } from '../../payment-status.ts';
import type { paymentsCalls } from '../../payments.calls.ts';
import type { ProviderPolling } from '../../settling/provider-polling.server.ts';
import { isSigned } from './gateway-signature.server.ts';

/**
 * Refuses callbacks that are not signed with the provider's secret, before their body is parsed. `secret` is `PAYMENT_SECRET`: one
 * secret, or several separated by commas during a rotation; null refuses all callbacks, because the gateway is not configured.
 */
export function callbackVerifier(secret: string | null): Verifier {
  const secrets = secret === null ? [] : secretsIn(secret);
  const warn = createRareWarning('a payment callback with a wrong signature was refused');
  return (request) => {
    if (isSigned(rawBodyOf(request), request.headers['x-signature'], secrets, Date.now())) return;
    warn(request.log);
    throw badSignature();
  };
}

/** Handles the provider's callbacks, which `callbackVerifier` has accepted. */
export function createCallbackHandlers(polling: ProviderPolling): Pick<Handlers<typeof paymentsCalls>, 'callback'> {
  return {
    callback: async ({ body }, { request }) => {
      const settlement = await polling.receiveCallback(body);
      if (settlement === 'unknown' && isMoneyReceived(body.status)) {
        request.log.error({ reference: body.reference }, 'the provider reports money for an unknown payment');
        throw failures.notFound();
      }
      return {};
    },
  };
}

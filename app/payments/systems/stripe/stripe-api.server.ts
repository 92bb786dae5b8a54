import Stripe from 'stripe';
import { secretsIn } from '#base/config/secrets.server.ts';
import { ProviderRefusal, ProviderUnavailable } from '../../payment-system.server.ts';

export interface StripeAccount {
  /** The secret key, or a restricted one; several by commas while it is being changed: if one is refused, the next is tried. */
  readonly key: string;
  /** Origin of the API. */
  readonly url: string;
  readonly timeoutMs?: number;
  /** Called after each request with its outcome and duration. */
  readonly answered?: ((call: string, outcome: CallOutcome, seconds: number) => void) | undefined;
}

type CallOutcome = 'answered' | 'refused' | 'unavailable';

/**
 * Asks Stripe and returns its answer. Every POST needs an idempotency key. Throws `ProviderUnavailable`, or `ProviderRefusal` with Stripe's
 * code of the failure (https://docs.stripe.com/error-codes), with `NotFound` and `Unauthorized` for its 404, 401 and 403.
 */
export type StripeApi = <Answer>(call: string, question: (stripe: Stripe) => Promise<Answer>) => Promise<Answer>;

/** A failure of the library as one of ours. It repeats nothing but Stripe's code: the rest may name people. */
function failureOf(error: unknown): unknown {
  if (!(error instanceof Stripe.errors.StripeError)) return error;
  const { statusCode = 0, code, type, requestId = 'no request' } = error;
  const text = `Stripe answered ${statusCode} ${code ?? type} (${requestId})`;
  if (statusCode === 404) return new ProviderRefusal('NotFound', 404, text);
  if (statusCode === 401 || statusCode === 403) return new ProviderRefusal('Unauthorized', statusCode, text);
  const isRefusal = statusCode >= 400 && statusCode < 500 && statusCode !== 409 && statusCode !== 429;
  return isRefusal ? new ProviderRefusal(code ?? type, statusCode, text) : new ProviderUnavailable(text);
}

const isRefusedKey = (error: unknown) => error instanceof Stripe.errors.StripeAuthenticationError;

/** Opens Stripe's API by its library (https://docs.stripe.com/api). Requests are repeated after a conflict, a 5xx or a broken connection. */
export function createStripeApi({ key, url, timeoutMs = 5_000, answered }: StripeAccount): StripeApi {
  const { protocol, hostname, port } = new URL(url);
  const isPlain = protocol === 'http:';
  const clients = secretsIn(key).map(
    (secret) =>
      new Stripe(secret, {
        protocol: isPlain ? 'http' : 'https',
        host: hostname,
        port: port || (isPlain ? 80 : 443),
        timeout: timeoutMs,
        maxNetworkRetries: 2,
        telemetry: false,
      }),
  );

  async function ask<Answer>(question: (stripe: Stripe) => Promise<Answer>): Promise<Answer> {
    let refused: unknown;
    for (const client of clients) {
      try {
        return await question(client);
      } catch (error) {
        if (!isRefusedKey(error)) throw error;
        refused = error;
      }
    }
    throw refused;
  }

  return async (call, question) => {
    const startedAt = performance.now();
    const report = (outcome: CallOutcome) => answered?.(call, outcome, (performance.now() - startedAt) / 1_000);
    try {
      const answer = await ask(question);
      report('answered');
      return answer;
    } catch (error) {
      const failure = failureOf(error);
      report(failure instanceof ProviderRefusal ? 'refused' : 'unavailable');
      throw failure;
    }
  };
}

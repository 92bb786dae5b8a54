import { z } from 'zod';
import { secretsIn } from '#base/config/secrets.server.ts';
import { minor } from '#base/money/money.ts';
import {
  type PaymentSystem,
  type ProviderPayment,
  ProviderRefusal,
  ProviderUnavailable,
  type RefusedCard,
} from '../../payment-system.server.ts';
import { providerStatus } from '../../payments.calls.ts';
import { gatewayBooks } from './gateway-books.server.ts';

const created = z.object({ id: z.string().min(1).max(200), expiresAt: z.iso.datetime({ offset: true }) });

const refusedCard = z
  .object({ payment_system: z.string().max(40), prefix: z.string().regex(/^\d{4,6}$/) })
  .transform(({ payment_system: system, prefix }): RefusedCard => ({ system, prefix }));

const providerPayment = z
  .object({
    id: z.string(),
    status: providerStatus,
    amount: z.int(),
    currency: z.string(),
    reference: z.string(),
    card: z.object({ maskedPan: z.string() }).nullish(),
    // These are extensions of the contract: in another shape they are ignored.
    refusals: z.array(refusedCard).max(1_000).catch([]).default([]),
    refundedAmount: z.int().nonnegative().nullable().catch(null).default(null),
    failure: z.string().max(40).nullable().catch(null).default(null),
  })
  .transform(
    ({ card, amount, refundedAmount, ...payment }): ProviderPayment => ({
      ...payment,
      system: 'gateway',
      amount: minor(amount),
      refundedAmount: refundedAmount === null ? null : minor(refundedAmount),
      cardPrefix: /^\d{4}/.exec(card?.maskedPan ?? '')?.[0] ?? null,
    }),
  );

const savedCard = z
  .object({
    status: providerStatus,
    charge: z
      .object({ token: z.string().min(1).max(500), maskedPan: z.string().max(40), expiry: z.string().regex(/^\d{4}$/) })
      .nullish(),
  })
  .transform(({ status, charge }) => ({
    status,
    card: charge ? { token: charge.token, mask: charge.maskedPan, expiry: charge.expiry } : null,
  }));

const refusal = z.object({ error: z.object({ code: z.string(), message: z.string() }) });

interface ProviderRequest {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** May be sent again if the connection broke before an answer arrived. */
  readonly isRepeatable: boolean;
}

export interface GatewayOptions {
  /** Origin of the provider. */
  readonly url: string;
  /** `PAYMENT_SECRET`: one secret, or several separated by commas during a rotation; if one is refused, the next is tried. */
  readonly secret: string;
  /** The address of `POST /api/Payment/Callback`. */
  readonly callbackUrl: string | (() => string);
  /** How long to wait for an answer. Default 4,000. */
  readonly timeoutMs?: number;
  /** Called after each request with its outcome and duration. */
  readonly answered?: (call: string, outcome: CallOutcome, seconds: number) => void;
}

/** The outcome of a request: an answer, one of the provider's failures, or neither. */
type CallOutcome = 'answered' | 'refused' | 'unavailable';

interface SenderOptions {
  readonly origin: string;
  readonly secrets: readonly [string, ...string[]];
  readonly timeoutMs: number;
}

/** Sends requests with the first secret that the provider accepts. */
function createSender({ origin, secrets, timeoutMs }: SenderOptions): (request: ProviderRequest) => Promise<Response> {
  async function sendAs(bearer: string, request: ProviderRequest, signal: AbortSignal): Promise<Response> {
    const { method, path, body, headers, isRepeatable } = request;
    const attempt = () =>
      fetch(`${origin}${path}`, {
        method,
        headers: {
          authorization: `Bearer ${bearer}`,
          ...headers,
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        redirect: 'error',
        signal,
      });
    try {
      return await attempt();
    } catch (error) {
      // A keep-alive connection that the provider has just closed fails at once. After a timeout the request is not repeated.
      if (!isRepeatable || signal.aborted) throw error;
      return await attempt();
    }
  }

  return async (request) => {
    const signal = AbortSignal.timeout(timeoutMs);
    const [first, ...others] = secrets;
    let response = await sendAs(first, request, signal);
    for (const other of others) {
      if (response.status !== 401) break;
      await response.body?.cancel();
      response = await sendAs(other, request, signal);
    }
    return response;
  };
}

/** The gateway of the specification (docs/rules.md#payment-gateway), over keep-alive connections. */
export function createGateway(options: GatewayOptions): PaymentSystem {
  const { url, secret, callbackUrl, timeoutMs = 4_000, answered } = options;
  const origin = url.replace(/\/+$/, '');

  const send = createSender({ origin, secrets: secretsIn(secret), timeoutMs });

  async function call<Answer>(name: string, request: ProviderRequest, shape: z.ZodType<Answer>): Promise<Answer> {
    const startedAt = performance.now();
    const report = (outcome: CallOutcome) => answered?.(name, outcome, (performance.now() - startedAt) / 1_000);
    try {
      const answer = await read(request, shape);
      report('answered');
      return answer;
    } catch (error) {
      report(error instanceof ProviderRefusal ? 'refused' : 'unavailable');
      throw error;
    }
  }

  async function read<Answer>(request: ProviderRequest, shape: z.ZodType<Answer>): Promise<Answer> {
    const { status, text } = await send(request)
      .then(async (response) => ({ status: response.status, text: await response.text() }))
      .catch((error: unknown) => {
        throw new ProviderUnavailable('the payment provider does not answer', { cause: error });
      });
    const answer = parseJson(text);
    if (status >= 200 && status < 300) {
      const parsed = shape.safeParse(answer);
      if (parsed.success) return parsed.data;
    } else if (status < 500) {
      const refused = refusal.safeParse(answer);
      if (refused.success) throw new ProviderRefusal(refused.data.error.code, status, refused.data.error.message);
    }
    throw new ProviderUnavailable(`the payment provider answered ${status} and not as agreed`);
  }

  const pathOf = (providerId: string) => `/payment/${encodeURIComponent(providerId)}`;

  const payerUrl = (id: string) => `${origin}${pathOf(id)}`;

  const ask = (id: string) => call('ask', { method: 'GET', path: pathOf(id), isRepeatable: true }, providerPayment);

  // No `leave`: the gateway has no call that closes a payment. One that it has refused stays open there until its time is over (decision 31).
  return {
    name: 'gateway',
    way: 'card',
    books: gatewayBooks(ask),
    browserOrigins: [new URL(origin).origin],
    asksFirst: false,
    refundsParts: true,
    paidUrl: payerUrl,
    async open({ amount, currency, reference, description, savesCard }) {
      const callback = typeof callbackUrl === 'string' ? callbackUrl : callbackUrl();
      const asked = { amount, currency, reference, description, callbackUrl: callback };
      const body = savesCard ? { ...asked, recurring: true } : asked;
      const request: ProviderRequest = { method: 'POST', path: '/payment', body, isRepeatable: true };
      const { id, expiresAt } = await call('create', request, created);
      return { id, expiresAt: new Date(expiresAt), payerUrl: payerUrl(id) };
    },
    ask,
    // There is no such payment, which is an answer too.
    probe: () =>
      call(
        'probe',
        { method: 'GET', path: pathOf('00000000-0000-7000-8000-000000000000'), isRepeatable: true },
        providerPayment,
      ),
    saved: {
      charge: (providerId, token) =>
        call(
          'charge',
          { method: 'POST', path: `${pathOf(providerId)}/charge`, body: { token }, isRepeatable: true },
          providerPayment,
        ),
      read: (providerId) => call('card', { method: 'GET', path: pathOf(providerId), isRepeatable: true }, savedCard),
    },
    refund: (providerId, key, amount) =>
      call(
        'refund',
        {
          method: 'POST',
          path: `${pathOf(providerId)}/refund`,
          body: amount === undefined ? {} : { amount },
          headers: { 'idempotency-key': key },
          isRepeatable: true,
        },
        providerPayment,
      ),
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

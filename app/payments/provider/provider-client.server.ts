import { z } from 'zod';
import { secretsIn } from '#base/config/secrets.server.ts';
import { type Minor, minor } from '#base/text/money.ts';
import { providerStatus } from '../payments.calls.ts';

/** A card that the provider has refused. It cannot be charged with what is known of it. */
export interface RefusedCard {
  /** As the provider spells it. */
  readonly system: string;
  /** The first four to six digits. */
  readonly prefix: string;
}

/** A payment as the provider reports it. */
export interface ProviderPayment {
  readonly id: string;
  readonly status: z.infer<typeof providerStatus>;
  readonly amount: Minor;
  readonly currency: string;
  readonly reference: string;
  /** The first digits of the card that was used, which name its payment system; null if the provider does not report them. */
  readonly cardPrefix: string | null;
  /** The cards that were refused, in their order; empty if the provider does not report them. */
  readonly refusals: readonly RefusedCard[];
  /** How much has been refunded so far; null if the provider does not report it. */
  readonly refundedAmount: Minor | null;
}

/** A payment to be opened at the provider. */
interface NewProviderPayment {
  readonly amount: Minor;
  readonly currency: string;
  readonly reference: string;
  readonly description: string;
  readonly callbackUrl: string;
}

/** The provider did not answer in time, or its answer breaks the contract. */
export class ProviderUnavailable extends Error {
  override name = 'ProviderUnavailable';
}

/** The provider answered with one of its failures. */
export class ProviderRefusal extends Error {
  override name = 'ProviderRefusal';
  readonly code: string;
  readonly status: number;

  constructor(code: string, status: number, message: string) {
    super(message);
    this.code = code;
    this.status = status;
  }
}

/** Whether an error comes from the provider, not from our own code. */
export function isProviderError(error: unknown): error is ProviderUnavailable | ProviderRefusal {
  return error instanceof ProviderUnavailable || error instanceof ProviderRefusal;
}

/** Whether the provider has answered that it does not know the payment: nothing was paid with it. */
export function isUnknownPayment(error: unknown): boolean {
  return error instanceof ProviderRefusal && error.status === 404 && error.code === 'NotFound';
}

/** The provider's calls for the server (docs/rules.md#payment-gateway). All throw `ProviderUnavailable` or `ProviderRefusal`. */
export interface PaymentProvider {
  /** Where the payer's browser sends the card. */
  payerUrl(providerId: string): string;
  /** Opens a payment. The provider has at most one open payment per reference, so repeating the call is safe. */
  create(payment: NewProviderPayment): Promise<{ id: string; expiresAt: Date }>;
  ask(providerId: string): Promise<ProviderPayment>;
  /** Refunds what is left of a payment, or `amount` (minor units). Idempotent by `key`. */
  refund(providerId: string, key: string, amount?: number): Promise<ProviderPayment>;
}

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
  })
  .transform(
    ({ card, amount, refundedAmount, ...payment }): ProviderPayment => ({
      ...payment,
      amount: minor(amount),
      refundedAmount: refundedAmount === null ? null : minor(refundedAmount),
      cardPrefix: /^\d{4}/.exec(card?.maskedPan ?? '')?.[0] ?? null,
    }),
  );

const refusal = z.object({ error: z.object({ code: z.string(), message: z.string() }) });

interface ProviderRequest {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** May be sent again if the connection broke before an answer arrived. */
  readonly isRepeatable: boolean;
}

export interface ProviderOptions {
  /** Origin of the provider. */
  readonly url: string;
  /** `PAYMENT_SECRET`: one secret, or several separated by commas during a rotation; if one is refused, the next is tried. */
  readonly secret: string;
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

/** A client of the provider over keep-alive connections. */
export function createPaymentProvider({ url, secret, timeoutMs = 4_000, answered }: ProviderOptions): PaymentProvider {
  const origin = url.replace(/\/+$/, '');

  const send = createSender({ origin, secrets: secretsIn(secret), timeoutMs });

  async function call<Answer>(name: string, request: ProviderRequest, shape: z.ZodType<Answer>): Promise<Answer> {
    const startedAt = performance.now();
    const report = (outcome: CallOutcome) => answered?.(name, outcome, (performance.now() - startedAt) / 1_000);
    try {
      const answer = await ask(request, shape);
      report('answered');
      return answer;
    } catch (error) {
      report(error instanceof ProviderRefusal ? 'refused' : 'unavailable');
      throw error;
    }
  }

  async function ask<Answer>(request: ProviderRequest, shape: z.ZodType<Answer>): Promise<Answer> {
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

  return {
    payerUrl: (providerId) => `${origin}${pathOf(providerId)}`,
    async create(payment) {
      const { id, expiresAt } = await call(
        'create',
        { method: 'POST', path: '/payment', body: payment, isRepeatable: true },
        created,
      );
      return { id, expiresAt: new Date(expiresAt) };
    },
    ask: (providerId) => call('ask', { method: 'GET', path: pathOf(providerId), isRepeatable: true }, providerPayment),
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

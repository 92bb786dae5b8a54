import { z } from 'zod';
import { type Minor, minor } from '#base/money.ts';
import { secretsIn } from '#base/secrets.server.ts';
import { providerStatus } from './payments.calls.ts';

/** A card that the provider has refused, as far as he tells: nothing by which it could be used. */
export interface RefusedCard {
  /** As the provider spells it. */
  readonly system: string;
  /** The first four to six digits. */
  readonly prefix: string;
}

/** What the provider says of a payment. */
export interface ProviderPayment {
  readonly id: string;
  readonly status: z.infer<typeof providerStatus>;
  readonly amount: Minor;
  readonly currency: string;
  readonly reference: string;
  /** The first digits of the card that was used, which name its payment system; null where the provider does not tell. */
  readonly cardPrefix: string | null;
  /** The cards that were refused for it, in their order; empty where the provider does not tell. */
  readonly refusals: readonly RefusedCard[];
}

/** A payment that is asked of the provider. */
interface NewProviderPayment {
  readonly amount: Minor;
  readonly currency: string;
  readonly reference: string;
  readonly description: string;
  readonly callbackUrl: string;
}

/** The provider did not answer in time, or answered what the contract does not know. */
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

/** The provider's calls for the server (contract, section 12). All throw `ProviderUnavailable` or `ProviderRefusal`. */
export interface PaymentProvider {
  /** Where the payer's browser sends the card. */
  payerUrl(providerId: string): string;
  /** Opens a payment; the provider keeps one open payment a reference, so that asking again is safe. */
  create(payment: NewProviderPayment): Promise<{ id: string; expiresAt: Date }>;
  ask(providerId: string): Promise<ProviderPayment>;
  /** Gives all of it back. The same `key` gives back once. */
  refund(providerId: string, key: string): Promise<ProviderPayment>;
}

const created = z.object({ id: z.string().min(1).max(200), expiresAt: z.iso.datetime({ offset: true }) });

const refusedCard = z
  .object({ payment_system: z.string().max(40), prefix: z.string().regex(/^\d{4,6}$/) })
  .transform(({ payment_system: system, prefix }): RefusedCard => ({ system, prefix }));

const told = z
  .object({
    id: z.string(),
    status: providerStatus,
    amount: z.int(),
    currency: z.string(),
    reference: z.string(),
    card: z.object({ maskedPan: z.string() }).nullish(),
    // Told beside the contract: in another shape it is not told at all.
    refusals: z.array(refusedCard).max(1_000).catch([]).default([]),
  })
  .transform(
    ({ card, amount, ...payment }): ProviderPayment => ({
      ...payment,
      amount: minor(amount),
      cardPrefix: /^\d{4}/.exec(card?.maskedPan ?? '')?.[0] ?? null,
    }),
  );

const refusal = z.object({ error: z.object({ code: z.string(), message: z.string() }) });

interface Question {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** May be sent again where the connection broke before an answer came. */
  readonly isRepeatable: boolean;
}

export interface ProviderOptions {
  /** Origin of the provider. */
  readonly url: string;
  /** `PAYMENT_SECRET`: one, or several by commas while it is being changed; the next is tried where one is refused. */
  readonly secret: string;
  /** An answer that takes longer is none. Default 4,000. */
  readonly timeoutMs?: number;
  /** Hears how long each question took and what came of it. */
  readonly answered?: (call: string, outcome: CallOutcome, seconds: number) => void;
}

/** What came of a question: an answer, one of the provider's failures, or nothing that is agreed. */
export type CallOutcome = 'answered' | 'refused' | 'unavailable';

interface SenderOptions {
  readonly origin: string;
  readonly secrets: readonly [string, ...string[]];
  readonly timeoutMs: number;
}

/** Sends questions with the first secret that the provider does not refuse. */
function createSender({ origin, secrets, timeoutMs }: SenderOptions): (question: Question) => Promise<Response> {
  async function sendAs(bearer: string, question: Question, signal: AbortSignal): Promise<Response> {
    const { method, path, body, headers, isRepeatable } = question;
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
      // A kept connection that the provider has just closed fails at once; a hanging provider is not asked again.
      if (!isRepeatable || signal.aborted) throw error;
      return await attempt();
    }
  }

  return async (question) => {
    const signal = AbortSignal.timeout(timeoutMs);
    const [first, ...others] = secrets;
    let response = await sendAs(first, question, signal);
    for (const other of others) {
      if (response.status !== 401) break;
      await response.body?.cancel();
      response = await sendAs(other, question, signal);
    }
    return response;
  };
}

/** A client of the provider over connections that are kept open. */
export function createPaymentProvider({ url, secret, timeoutMs = 4_000, answered }: ProviderOptions): PaymentProvider {
  const origin = url.replace(/\/+$/, '');

  const send = createSender({ origin, secrets: secretsIn(secret), timeoutMs });

  async function call<Answer>(name: string, question: Question, shape: z.ZodType<Answer>): Promise<Answer> {
    const startedAt = performance.now();
    const tell = (outcome: CallOutcome) => answered?.(name, outcome, (performance.now() - startedAt) / 1_000);
    try {
      const answer = await ask(question, shape);
      tell('answered');
      return answer;
    } catch (error) {
      tell(error instanceof ProviderRefusal ? 'refused' : 'unavailable');
      throw error;
    }
  }

  async function ask<Answer>(question: Question, shape: z.ZodType<Answer>): Promise<Answer> {
    const { status, text } = await send(question)
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
    ask: (providerId) => call('ask', { method: 'GET', path: pathOf(providerId), isRepeatable: true }, told),
    refund: (providerId, key) =>
      call(
        'refund',
        {
          method: 'POST',
          path: `${pathOf(providerId)}/refund`,
          body: {},
          headers: { 'idempotency-key': key },
          isRepeatable: true,
        },
        told,
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

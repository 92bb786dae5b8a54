import { z } from 'zod';
import { secretsIn } from '#base/config/secrets.server.ts';
import { ProviderRefusal, ProviderUnavailable } from '../../payment-system.server.ts';

export interface PaymeAccount {
  /** The id of the cash register. */
  readonly id: string;
  /** Its key; several by commas while it is being changed: if one is refused, the next is tried. */
  readonly key: string;
  /** Address of the API. */
  readonly url: string;
  readonly timeoutMs?: number;
  /** Called after each request with its outcome and duration. */
  readonly answered?: ((call: string, outcome: CallOutcome, seconds: number) => void) | undefined;
}

type CallOutcome = 'answered' | 'refused' | 'unavailable';

const answer = z.object({
  result: z.unknown().optional(),
  error: z.object({ code: z.int() }).optional(),
});

/** Payme knows neither the cash register nor its key (https://help.paycom.uz/ru/protokol-subscribe-api). */
const refusedKey = -32_504;

/** Errors of a method are those of its card or receipt; all others are troubles of the protocol or of Payme. */
const isOfMethod = (code: number) => code <= -31_000 && code > -32_000;

/**
 * Calls a method of Payme's Subscribe API (https://help.paycom.uz/ru/protokol-subscribe-api): JSON-RPC 2.0 with the id and the key of the
 * cash register in `X-Auth`. Throws `ProviderUnavailable`, or `ProviderRefusal` with Payme's code: 402 for a refused card or receipt, 401 for
 * refused keys.
 */
export type PaymeApi = <Answer>(
  method: string,
  params: unknown,
  shape: z.ZodType<Answer>,
  timeoutMs?: number,
) => Promise<Answer>;

async function post(url: string, xAuth: string, request: { body: string; timeoutMs: number }): Promise<unknown> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-auth': xAuth },
      body: request.body,
      redirect: 'error',
      signal: AbortSignal.timeout(request.timeoutMs),
    });
    return await response.json();
  } catch (error) {
    throw new ProviderUnavailable('Payme does not answer', { cause: error });
  }
}

/** Opens the API. A request is sent once: whether it took effect is found out by asking for the receipt. */
export function createPaymeApi({ id, key, url, timeoutMs = 5_000, answered }: PaymeAccount): PaymeApi {
  async function ask<Answer>(
    method: string,
    params: unknown,
    shape: z.ZodType<Answer>,
    limit: number,
  ): Promise<Answer> {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
    for (const secret of secretsIn(key)) {
      const parsed = answer.safeParse(await post(url, `${id}:${secret}`, { body, timeoutMs: limit }));
      if (!parsed.success) throw new ProviderUnavailable(`Payme answered ${method} in another form`);
      const { result, error } = parsed.data;
      if (error?.code === refusedKey) continue;
      if (error !== undefined && isOfMethod(error.code)) {
        throw new ProviderRefusal(String(error.code), 402, `Payme refused ${method}: ${error.code}`);
      }
      if (error !== undefined) throw new ProviderUnavailable(`Payme answered ${method} with the error ${error.code}`);
      const fitting = shape.safeParse(result);
      if (!fitting.success) throw new ProviderUnavailable(`Payme answered ${method} in another form`);
      return fitting.data;
    }
    throw new ProviderRefusal('Unauthorized', 401, 'Payme refuses the key of the cash register');
  }

  return async (method, params, shape, limit = timeoutMs) => {
    const startedAt = performance.now();
    const report = (outcome: CallOutcome) => answered?.(method, outcome, (performance.now() - startedAt) / 1_000);
    try {
      const given = await ask(method, params, shape, limit);
      report('answered');
      return given;
    } catch (error) {
      report(error instanceof ProviderRefusal ? 'refused' : 'unavailable');
      throw error;
    }
  };
}

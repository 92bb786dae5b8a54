import { createHash } from 'node:crypto';
import { z } from 'zod';
import { secretsIn } from '#base/config/secrets.server.ts';
import type { Minor } from '#base/money/money.ts';
import { ProviderRefusal, ProviderUnavailable } from '../../payment-system.server.ts';
import type { ClickItem } from './click-items.ts';

export interface ClickApiOptions {
  /** Address of the Merchant API. */
  readonly url: string;
  readonly serviceId: string;
  readonly userId: string;
  /** Several by commas while it is being changed: if one is refused, the next is tried. */
  readonly key: string;
  readonly timeoutMs?: number;
  /** Called after each request with its outcome and duration. */
  readonly answered?: ((call: string, outcome: CallOutcome, seconds: number) => void) | undefined;
}

type CallOutcome = 'answered' | 'refused' | 'unavailable';

/** A payment as Click reports it. `failed`: it was not made, or was given back. */
export interface ClickPayment {
  readonly id: string;
  readonly state: 'processing' | 'paid' | 'failed';
}

const answerShape = z.object({
  error_code: z.int(),
  payment_id: z.union([z.int(), z.string().regex(/^\d+$/)]).nullish(),
  payment_status: z.int().nullish(),
});

/** The fiscal receipt of a payment: the page of the tax service, without which Click has none (https://docs.click.uz/en/fiscalization/). */
const receiptShape = z.object({
  error_code: z.literal(0).nullish(),
  paymentId: z.union([z.int(), z.string().regex(/^\d+$/)]),
  qrCodeURL: z.string().nullish(),
});

/** An answer in which Click says whether it has done something. */
const doneShape = z.object({ error_code: z.int(), error_note: z.string().max(500).nullish() });

/** Statuses: negative a failure, 0 created, 1 being processed, 2 paid (https://docs.click.uz/en/click-pass). */
function stateOf(status: number): ClickPayment['state'] {
  if (status < 0) return 'failed';
  return status === 2 ? 'paid' : 'processing';
}

/** The header of a request: the user, the SHA-1 of time and key, and the time in seconds. */
function authOf(userId: string, key: string): string {
  const time = String(Math.floor(Date.now() / 1_000));
  return `${userId}:${createHash('sha1').update(`${time}${key}`).digest('hex')}:${time}`;
}

async function read<Shape extends z.ZodType>(response: Response, shape: Shape): Promise<z.output<Shape> | null> {
  const { status } = response;
  if (status === 404 || status === 410) return null;
  if (status === 401 || status === 403) throw new ProviderRefusal('Unauthorized', status, 'Click refuses our key');
  const parsed = shape.safeParse(await response.json().catch(() => null));
  if (!response.ok || !parsed.success) throw new ProviderUnavailable(`Click answered ${status} and not as documented`);
  return parsed.data;
}

/**
 * Click's Merchant API (https://docs.click.uz/en/merchant-api-request/). It knows payments by its own number and by ours on a day. There is no
 * documented way to give back a part. Throws `ProviderUnavailable`, or `ProviderRefusal` where the key is refused.
 */
export function createClickApi({ url, serviceId, userId, key, timeoutMs = 4_000, answered }: ClickApiOptions) {
  async function ask<Shape extends z.ZodType>(
    method: 'GET' | 'DELETE' | 'POST',
    path: string,
    { shape, body }: { readonly shape: Shape; readonly body?: unknown },
  ): Promise<z.output<Shape> | null> {
    const signal = AbortSignal.timeout(timeoutMs);
    const send = (one: string) =>
      fetch(`${url}/payment/${path}`, {
        method,
        redirect: 'error',
        signal,
        ...(body !== undefined && { body: JSON.stringify(body) }),
        headers: { accept: 'application/json', 'content-type': 'application/json', auth: authOf(userId, one) },
      }).catch((error: unknown) => {
        throw new ProviderUnavailable('Click does not answer', { cause: error });
      });
    const [first, ...others] = secretsIn(key);
    let response = await send(first);
    for (const other of others) {
      if (response.status !== 401) break;
      await response.body?.cancel();
      response = await send(other);
    }
    return read(response, shape);
  }

  const call: typeof ask = async (method, path, asked) => {
    const [name = ''] = path.split('/');
    const startedAt = performance.now();
    const report = (outcome: CallOutcome) => answered?.(name, outcome, (performance.now() - startedAt) / 1_000);
    try {
      const given = await ask(method, path, asked);
      report('answered');
      return given;
    } catch (error) {
      report(error instanceof ProviderRefusal ? 'refused' : 'unavailable');
      throw error;
    }
  };

  /** A payment by Click's own number; null: none, or Click names another one. */
  async function findByNumber(id: string): Promise<ClickPayment | null> {
    const said = await call('GET', `status/${serviceId}/${id}`, { shape: answerShape });
    if (said?.payment_status == null || String(said.payment_id ?? id) !== id) return null;
    return { id, state: stateOf(said.payment_status) };
  }

  return {
    findByNumber,
    /** The payment that Click has for ours on a day (`YYYY-MM-DD`), one of them if there are several; null: none. */
    async find(providerId: string, day: string): Promise<ClickPayment | null> {
      const path = `status_by_mti/${serviceId}/${encodeURIComponent(providerId)}/${day}`;
      const named = await call('GET', path, { shape: answerShape });
      if (named === null || named.error_code !== 0 || named.payment_id == null) return null;
      const id = String(named.payment_id);
      const { payment_status: status } = named;
      return status == null ? findByNumber(id) : { id, state: stateOf(status) };
    },
    /** Gives a paid payment back; false: Click refuses that. */
    async reverse(id: string): Promise<boolean> {
      return (await call('DELETE', `reversal/${serviceId}/${id}`, { shape: doneShape }))?.error_code === 0;
    },
    /** The address of the fiscal receipt of a payment; null: Click says that it has none. Any other answer throws. */
    async receiptOf(id: string): Promise<string | null> {
      const said = await call('GET', `ofd_data/${serviceId}/${id}`, { shape: receiptShape });
      if (said === null || String(said.paymentId) !== id)
        throw new ProviderUnavailable('Click says nothing of a receipt');
      return said.qrCodeURL || null;
    },
    /**
     * Has Click make a fiscal receipt of a payment's items; `amount` is their sum. Null: it does; else why it does not take them, which every code
     * of an error counts as.
     */
    async submitItems(id: string, items: readonly ClickItem[], amount: Minor): Promise<string | null> {
      const received = { received_ecash: 0, received_cash: 0, received_card: amount };
      const body = { service_id: Number(serviceId), payment_id: Number(id), items, ...received };
      const done = await call('POST', 'ofd_data/submit_items', { shape: doneShape, body });
      if (done === null) throw new ProviderUnavailable('Click says nothing of the items');
      return done.error_code === 0 ? null : `${done.error_code} ${done.error_note ?? ''}`.trim();
    },
  };
}

export type ClickApi = ReturnType<typeof createClickApi>;

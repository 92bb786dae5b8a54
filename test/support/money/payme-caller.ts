import { randomUUID } from 'node:crypto';
import { z } from 'zod';

/** Settings of an installation that offers Payme beside the gateway. */
export const paymeEnv = {
  PAYMENT: 'gateway,payme',
  PAYME_ID: '0123456789abcdef01234567',
  PAYME_KEY: 'the key of the cash register',
} as const;

const answer = z.object({
  result: z.record(z.string(), z.unknown()).optional(),
  error: z.object({ code: z.number(), message: z.object({ ru: z.string() }), data: z.string().optional() }).optional(),
});

/** The id of a payment in Payme's account, from the address of its page. */
export function accountOf(paymentUrl: string): string {
  const parameters = Buffer.from(paymentUrl.split('/').at(-1) ?? '', 'base64').toString();
  return /ac\.payment=([^;]+)/.exec(parameters)?.[1] ?? '';
}

/** A transaction that Payme has begun for a payment; `amount` in minor units. */
export function newTransaction(paymentUrl: string, amount: number) {
  const id = randomUUID().replaceAll('-', '').slice(0, 24);
  return { id, time: Date.now(), amount, account: { payment: accountOf(paymentUrl) } };
}

/** Calls the endpoint of a cash register of a server as Payme does, by default that of its page. */
export function paymeCaller(url: string, { endpoint = 'Payme', key = paymeEnv.PAYME_KEY as string } = {}) {
  const authorization = `Basic ${Buffer.from(`Paycom:${key}`).toString('base64')}`;
  const call = async (method: string, params: unknown) => {
    const response = await fetch(`${url}/api/Payment/${endpoint}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    });
    return answer.parse(await response.json());
  };
  return {
    call,
    /** The error's code; null: there is none. */
    codeOf: async (method: string, params: unknown) => (await call(method, params)).error?.code ?? null,
  };
}

import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { basicAuthorization } from '#app/identity/senders/ask-service.server.ts';
import { ProviderRefusal } from '#app/payments/payment-system.server.ts';
import { type ClickApiOptions, createClickApi } from '#app/payments/systems/click/click-api.server.ts';
import { signatureOf } from '#app/payments/systems/click/click-call.server.ts';
import type { PaymeRegister } from '#app/payments/systems/payme/payme-register.server.ts';
import { secretsIn } from '#base/config/secrets.server.ts';
import type { Check, Passed } from './examine.ts';

const answerMilliseconds = 10_000;

interface OwnEndpoint {
  readonly system: 'Payme' | 'Click' | 'Stripe';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** The code of the answer's error. */
  codeIn(answer: unknown): number | undefined;
  /** The code of a key that is refused, and the variable of the key. */
  readonly refusedKey: number;
  readonly keyName: string;
}

/** Calls an endpoint of this installation as a payment system does, about something that cannot exist. */
export async function callAs({
  system,
  url,
  headers,
  body,
  codeIn,
  refusedKey,
  keyName,
}: OwnEndpoint): Promise<Passed> {
  const signal = AbortSignal.timeout(answerMilliseconds);
  const response = await fetch(url, { method: 'POST', headers, body, signal, redirect: 'manual' }).catch(() => null);
  if (response?.status === 403) {
    return {
      note: `${url} answers, but ${system.toUpperCase()}_ADDRESSES leaves this machine out, so nothing else was tried`,
    };
  }
  const code = codeIn(await response?.json().catch(() => null));
  if (code === undefined)
    throw new Error(`PUBLIC_URL: nothing answers ${system} at ${url}: start the server, and let the proxy pass POST`);
  if (code === refusedKey) throw new Error(`${keyName}: the running server has another one: restart it`);
  return `${url} answers ${system}; enter this address in its cabinet`;
}

const paymeAnswer = z.object({ error: z.object({ code: z.int() }) });

/** Asks an endpoint of this installation as Payme does, about a transaction that cannot exist. `keyName`: the variable of its key. */
export function checkPayme(
  publicUrl: string,
  { endpoint, key, keyName }: Pick<PaymeRegister, 'endpoint'> & { readonly key: string; readonly keyName: string },
): Check {
  const params = { id: randomUUID().replaceAll('-', '').slice(8) };
  return () =>
    callAs({
      system: 'Payme',
      url: `${publicUrl}/api/Payment/${endpoint}`,
      refusedKey: -32504,
      keyName,
      headers: { 'content-type': 'application/json', ...basicAuthorization('Paycom', secretsIn(key)[0]) },
      body: JSON.stringify({ id: 1, method: 'CheckTransaction', params }),
      codeIn: (answer) => paymeAnswer.safeParse(answer).data?.error.code,
    });
}

const today = () => new Date().toISOString().slice(0, 10);

/** Asks Click's Merchant API about a payment that cannot exist. */
export function checkClickApi(account: ClickApiOptions): Check {
  return async () => {
    try {
      await createClickApi({ ...account, timeoutMs: answerMilliseconds }).find(randomUUID(), today());
    } catch (error) {
      if (error instanceof ProviderRefusal)
        throw new Error('CLICK_SECRET_KEY: Click refuses it, or CLICK_MERCHANT_USER_ID: look at its cabinet', {
          cause: error,
        });
      throw new Error(`CLICK_API_URL: nothing answers at ${account.url} as documented: look at the network`, {
        cause: error,
      });
    }
    return `Click accepts us at ${account.url}`;
  };
}

const clickAnswer = z.object({ error: z.int() });

/** Asks this installation's own endpoint as Click does, about a payment that cannot exist. */
export function checkClickCalls(
  publicUrl: string,
  { serviceId, key }: Pick<ClickApiOptions, 'serviceId' | 'key'>,
): Check {
  const form = new URLSearchParams({
    click_trans_id: '1',
    service_id: serviceId,
    click_paydoc_id: '1',
    merchant_trans_id: randomUUID(),
    amount: '1.00',
    action: '0',
    error: '0',
    error_note: '',
    sign_time: `${today()} 00:00:00`,
  });
  form.set('sign_string', signatureOf(form, secretsIn(key)[0]));
  return () =>
    callAs({
      system: 'Click',
      url: `${publicUrl}/api/Payment/Click/Prepare`,
      refusedKey: -1,
      keyName: 'CLICK_SECRET_KEY',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: form.toString(),
      codeIn: (answer) => clickAnswer.safeParse(answer).data?.error,
    });
}

import { createHmac } from 'node:crypto';
import { request as requestPlain } from 'node:http';
import { request as requestSecure } from 'node:https';
import { InnerAddress, outerLookup, webhookUrlFault } from './outer-address.server.ts';

/** What came of one attempt. */
export interface SendResult {
  readonly isDelivered: boolean;
  /** Null where there was no answer. */
  readonly status: number | null;
  /** In Russian, for the log that the owner reads; null where all is well. */
  readonly error: string | null;
}

export interface Message {
  readonly url: string;
  readonly secret: string;
  readonly deliveryId: string;
  readonly event: string;
  readonly body: string;
}

const timeoutMilliseconds = 10_000;

/** `t=<unix>,v1=<hex HMAC-SHA256 of "t.body">`: as the payment provider signs. */
function signatureOf(body: string, secret: string, time: number): string {
  return `t=${time},v1=${createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')}`;
}

function wordsOf(error: unknown): string {
  if (error instanceof InnerAddress) return 'Адрес ведёт во внутреннюю сеть';
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'Такого сайта нет в сети';
  if (code === 'ECONNREFUSED') return 'Сервер не принимает соединение';
  if (code === 'ETIMEDOUT' || code === 'ABORT_ERR') return 'Сервер не ответил за 10 секунд';
  if (/CERT|SSL|TLS/.test(code)) return 'Сертификат сайта недействителен';
  return 'Соединение оборвалось';
}

/**
 * Sends one message: POST, never following a redirect, 10 s at most. With `isOpen` (outside production) also over http and into inner
 * networks; else every address that the name has must be a public one.
 */
export async function sendWebhook(message: Message, isOpen: boolean): Promise<SendResult> {
  const { url, secret, deliveryId, event, body } = message;
  const fault = webhookUrlFault(url, isOpen);
  if (fault !== null) return { isDelivered: false, status: null, error: fault };
  const time = Math.floor(Date.now() / 1_000);
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    'user-agent': 'Opora-Webhook/1',
    'x-opora-event': event,
    'x-opora-delivery': deliveryId,
    'x-opora-signature': signatureOf(body, secret, time),
  };
  const signal = AbortSignal.timeout(timeoutMilliseconds);
  const send = url.startsWith('http:') ? requestPlain : requestSecure;
  try {
    const status = await new Promise<number>((resolve, reject) => {
      const options = { method: 'POST', headers, signal, agent: false, ...(!isOpen && { lookup: outerLookup() }) };
      const sent = send(url, options, (response) => {
        resolve(response.statusCode ?? 0);
        // The answer's own text matters to nobody.
        response.destroy();
      });
      sent.on('error', reject);
      sent.end(body);
    });
    const isDelivered = status >= 200 && status < 300;
    return { isDelivered, status, error: isDelivered ? null : `Ответ ${status}, а нужен от 200 до 299` };
  } catch (error) {
    return { isDelivered: false, status: null, error: wordsOf(error) };
  }
}

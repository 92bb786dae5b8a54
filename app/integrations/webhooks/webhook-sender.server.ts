import { InnerAddress, outerUrlFault } from '#base/outer/outer-address.server.ts';
import { postOuter } from '#base/outer/outer-post.server.ts';
import { signatureHeaders } from './webhook-signature.server.ts';

/** The result of one attempt. */
export interface SendResult {
  readonly isDelivered: boolean;
  /** Null where there was no answer. */
  readonly status: number | null;
  /** In Russian, for the owner's log; null on success. */
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

/** Milliseconds within which an attempt is made and recorded. */
export const longestAttempt = timeoutMilliseconds + 5_000;

function wordsOf(error: unknown): string {
  if (error instanceof InnerAddress) return 'Адрес ведёт во внутреннюю сеть';
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (/^(?:ENOTFOUND|ENODATA|ESERVFAIL|ETIMEOUT)$/.test(code)) return 'Такого сайта нет в сети';
  if (code === 'ECONNREFUSED') return 'Сервер не принимает соединение';
  if (code === 'ETIMEDOUT' || code === 'ABORT_ERR') return 'Сервер не ответил за 10 секунд';
  if (/CERT|SSL|TLS/.test(code)) return 'Сертификат сайта недействителен';
  return 'Соединение оборвалось';
}

/**
 * Sends one message by POST within 10 s, without following redirects. With `isOpen` (outside production) also over http and to inner
 * networks; else every address of the name must be public.
 */
export async function sendWebhook(message: Message, isOpen: boolean): Promise<SendResult> {
  const { url, secret, deliveryId, event, body } = message;
  const fault = outerUrlFault(url, isOpen);
  if (fault !== null) return { isDelivered: false, status: null, error: fault };
  const time = Math.floor(Date.now() / 1_000);
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    'user-agent': 'Opora-Webhook/1',
    'x-opora-event': event,
    ...signatureHeaders({ secret, deliveryId, body, time }),
  };
  try {
    const { status } = await postOuter({ url, headers, body }, { isOpen, timeoutMilliseconds });
    const isDelivered = status >= 200 && status < 300;
    return { isDelivered, status, error: isDelivered ? null : `Ответ ${status}, а нужен от 200 до 299` };
  } catch (error) {
    return { isDelivered: false, status: null, error: wordsOf(error) };
  }
}

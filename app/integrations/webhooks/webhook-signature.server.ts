import { createHmac } from 'node:crypto';

const secretPrefix = 'whsec_';

/** What is signed, and the secret. */
interface Signed {
  readonly secret: string;
  readonly deliveryId: string;
  readonly body: string;
  /** The time of the attempt in Unix seconds. */
  readonly time: number;
}

/** `t=<unix>,v1=<hex HMAC-SHA256 of "t.body">`, keyed with the secret's whole text, as the payment provider signs. */
function ownSignature({ secret, body, time }: Signed): string {
  return `t=${time},v1=${createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')}`;
}

/** The signature of Standard Webhooks. Secrets of earlier versions are in base64url, which decodes to the same bytes. */
function standardSignature({ secret, deliveryId, body, time }: Signed): string {
  const key = Buffer.from(secret.slice(secretPrefix.length), 'base64');
  return `v1,${createHmac('sha256', key).update(`${deliveryId}.${time}.${body}`).digest('base64')}`;
}

/** The headers that identify and authenticate a message; either signature is enough. */
export function signatureHeaders(signed: Signed): Readonly<Record<string, string>> {
  return {
    'webhook-id': signed.deliveryId,
    'webhook-timestamp': String(signed.time),
    'webhook-signature': standardSignature(signed),
    'x-opora-delivery': signed.deliveryId,
    'x-opora-signature': ownSignature(signed),
  };
}

import { randomBytes } from 'node:crypto';
import { isIP } from 'node:net';
import { connect } from 'node:tls';
import { z } from 'zod';
import { instanceProof, secretsIn } from '#base/config/secrets.server.ts';
import type { Check } from './examine.ts';

const answerMilliseconds = 10_000;
const day = 86_400_000;
const leastDays = 14;

const live = z.object({ status: z.literal('live'), proof: z.string().optional() });

/** Whether this installation answers at its public address, and not another program. */
export function checkAddress(publicUrl: string, secrets: string): Check {
  return async () => {
    const nonce = randomBytes(16).toString('hex');
    const signal = AbortSignal.timeout(answerMilliseconds);
    const body: unknown = await fetch(`${publicUrl}/health/live?nonce=${nonce}`, { signal, redirect: 'error' })
      .then((response) => response.json())
      .catch((error: unknown) => {
        throw new Error(
          `PUBLIC_URL: ${publicUrl} does not answer as Opora: start the server, let the host lead to this machine, and the proxy to the server`,
          { cause: error },
        );
      });
    const parsed = live.safeParse(body);
    const isOurs = secretsIn(secrets).some((secret) => parsed.data?.proof === instanceProof(secret, nonce));
    if (isOurs) return `${publicUrl} leads here`;
    throw new Error(
      `PUBLIC_URL: another installation answers at ${publicUrl}, or one with another JWT_SECRET: correct the host's address or the secret`,
    );
  };
}

/** When the certificate of a host expires. Rejects if it is not valid for it. */
function expiryOf({ hostname, port }: URL): Promise<Date> {
  return new Promise((resolve, reject) => {
    const servername = isIP(hostname) === 0 ? { servername: hostname } : {};
    const socket = connect({ host: hostname, port: Number(port || 443), ...servername });
    socket.setTimeout(answerMilliseconds, () => socket.destroy(new Error('no answer')));
    socket.once('error', reject);
    socket.once('secureConnect', () => {
      resolve(new Date(socket.getPeerCertificate().valid_to));
      socket.destroy();
    });
  });
}

/** How long the certificate of the public address lasts. */
export function checkCertificate(publicUrl: string): Check {
  return async () => {
    const url = new URL(publicUrl);
    if (url.protocol === 'http:')
      return { note: `${publicUrl} is without TLS: put a proxy with a certificate in front` };
    const expires = await expiryOf(url).catch((error: unknown) => {
      const words = error instanceof Error ? error.message : String(error);
      throw new Error(`the certificate of ${url.hostname} is not accepted (${words}): obtain one for this host`);
    });
    const days = Math.floor((expires.getTime() - Date.now()) / day);
    if (days >= leastDays) return `the certificate lasts ${days} days more`;
    throw new Error(
      `the certificate of ${url.hostname} lasts ${days} days more: renew it, and see why that is not done by itself`,
    );
  };
}

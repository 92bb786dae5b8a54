import { randomBytes } from 'node:crypto';
import type { TLSSocket } from 'node:tls';
import { z } from 'zod';
import { instanceProof, secretsIn } from '#base/config/secrets.server.ts';
import type { Check } from './examine.ts';
import { tlsFaultOf, withTls } from './tls-probe.ts';

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

/** How long the certificate of the public address lasts. */
export function checkCertificate(publicUrl: string): Check {
  return async () => {
    const url = new URL(publicUrl);
    if (url.protocol === 'http:')
      return { note: `${publicUrl} is without TLS: put a proxy with a certificate in front` };
    const expiry = (socket: TLSSocket) => new Date(socket.getPeerCertificate().valid_to);
    const expires = await withTls(url, answerMilliseconds, expiry).catch((error: unknown) => {
      throw new Error(`${url.hostname} by TLS: ${tlsFaultOf(error)}`);
    });
    const days = Math.floor((expires.getTime() - Date.now()) / day);
    if (days >= leastDays) return `the certificate lasts ${days} days more`;
    throw new Error(
      `the certificate of ${url.hostname} lasts ${days} days more: renew it, and see why that is not done by itself`,
    );
  };
}

import { type RequestOptions, request as requestPlain } from 'node:http';
import { request as requestSecure } from 'node:https';
import { outerLookup } from './outer-address.server.ts';

interface GetOptions {
  /** True where inner networks are allowed. */
  readonly isOpen: boolean;
  /** Ends the request, whatever has come of the answer. */
  readonly signal: AbortSignal;
  /** A longer answer is an error. */
  readonly mostBytes: number;
  readonly userAgent: string;
}

interface GetAnswer {
  readonly status: number;
  /** Read of an answer from 200 to 299 alone; empty otherwise. */
  readonly body: Buffer;
}

/**
 * Gets an address that `outerUrlFault` has accepted, without following redirects. Every address of the name must be public, unless `isOpen`.
 * Throws `InnerAddress`, or an error where there is no answer, or one that is longer than allowed.
 */
export async function getOuter(url: string, { isOpen, signal, mostBytes, userAgent }: GetOptions): Promise<GetAnswer> {
  const send = url.startsWith('http:') ? requestPlain : requestSecure;
  return new Promise((resolve, reject) => {
    const options: RequestOptions = { signal, agent: false, headers: { 'user-agent': userAgent } };
    const sent = send(url, { ...options, ...(!isOpen && { lookup: outerLookup() }) }, (response) => {
      const status = response.statusCode ?? 0;
      const parts: Buffer[] = [];
      let bytes = 0;
      response.on('error', reject);
      response.on('data', (part: Buffer) => {
        bytes += part.length;
        parts.push(part);
        if (bytes > mostBytes) response.destroy(new Error('the answer is too long'));
      });
      response.on('end', () => resolve({ status, body: Buffer.concat(parts) }));
      if (status < 200 || status > 299) {
        resolve({ status, body: Buffer.alloc(0) });
        response.destroy();
      }
    });
    sent.on('error', reject);
    // Node drops an answer with another protocol (101) without an error.
    sent.on('close', () => reject(new Error('the connection was closed without an answer')));
    sent.end();
  });
}

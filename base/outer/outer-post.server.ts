import { type IncomingHttpHeaders, request as requestPlain } from 'node:http';
import { request as requestSecure } from 'node:https';
import { outerLookup } from './outer-address.server.ts';

interface OuterPost {
  readonly url: string;
  readonly headers: Readonly<Record<string, string | number>>;
  readonly body: string | Buffer;
}

interface PostOptions {
  /** True outside production: inner networks are allowed. */
  readonly isOpen: boolean;
  readonly timeoutMilliseconds: number;
}

interface PostAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
}

/**
 * Sends one body by POST without following redirects, to an address that `outerUrlFault` has accepted. Every address of the name must be
 * public, unless `isOpen`. Throws `InnerAddress`, or what Node throws where there is no answer; the body of the answer is not read.
 */
export async function postOuter(
  { url, headers, body }: OuterPost,
  { isOpen, timeoutMilliseconds }: PostOptions,
): Promise<PostAnswer> {
  const signal = AbortSignal.timeout(timeoutMilliseconds);
  const send = url.startsWith('http:') ? requestPlain : requestSecure;
  return new Promise((resolve, reject) => {
    const options = { method: 'POST', headers, signal, agent: false, ...(!isOpen && { lookup: outerLookup() }) };
    const sent = send(url, options, (response) => {
      resolve({ status: response.statusCode ?? 0, headers: response.headers });
      response.destroy();
    });
    sent.on('error', reject);
    // Node drops an answer with another protocol (101) without an error.
    sent.on('close', () => reject(new Error('the connection was closed without an answer')));
    sent.end(body);
  });
}

import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { doctorKey, secretsIn } from '#base/config/secrets.server.ts';
import type { Check, Passed } from './examine.ts';

const answerMilliseconds = 10_000;

/** An address that nobody has (RFC 5737), which the doctor claims to call from. */
const claimed = '192.0.2.77';

const seen = z.object({
  caller: z.object({ address: z.string(), peer: z.string(), forwarded: z.string() }),
});
type Seen = z.output<typeof seen>['caller'];

const plain = (address: string) => address.replace(/^::ffff:/, '');

/** What follows from whom the server takes the doctor for. Throws the problem. */
export function judgeProxy({ address, peer, forwarded }: Seen): Passed {
  const proxy = plain(peer);
  const hops = forwarded.split(',').map((hop) => plain(hop.trim()));
  const added = hops.filter((hop) => hop !== claimed && hop !== '');
  const isAmongThem = added.every((hop) => hop === proxy);
  if (added.length > 0 && plain(address) === proxy && !isAmongThem) {
    throw new Error(
      `TRUST_PROXY: a proxy calls from ${proxy}, which it does not name, so that all callers count as one: set it to ${proxy}, and restart`,
    );
  }
  if (address === claimed && !isAmongThem) {
    throw new Error(
      'TRUST_PROXY: callers can choose their address by X-Forwarded-For: name only the proxy, or let it write the header anew',
    );
  }
  if (address === claimed) {
    const text = `callers at ${proxy} may choose their address, as this command has`;
    return { note: `${text}: right if only the proxy can connect from there; else correct TRUST_PROXY` };
  }
  return added.length > 0
    ? `the proxy at ${proxy} is trusted, callers cannot choose their address`
    : 'there is no proxy';
}

/** Compares `TRUST_PROXY` of the running server with the proxy before it, by a request that claims to come from elsewhere. */
export function checkProxy(publicUrl: string, secrets: string): Check {
  return async () => {
    const nonce = randomBytes(16).toString('hex');
    const key = doctorKey(secretsIn(secrets)[0], nonce);
    const body: unknown = await fetch(`${publicUrl}/health/live?nonce=${nonce}`, {
      signal: AbortSignal.timeout(answerMilliseconds),
      redirect: 'error',
      headers: { 'x-doctor-key': key, 'x-forwarded-for': claimed },
    })
      .then((response) => response.json())
      .catch(() => null);
    const answer = seen.safeParse(body);
    if (!answer.success) return { note: 'the server did not say whom it takes us for: see the check of the address' };
    return judgeProxy(answer.data.caller);
  };
}

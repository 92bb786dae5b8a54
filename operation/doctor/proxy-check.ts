import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { Config } from '#base/config/config.server.ts';
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

/** Whether proxies are trusted by their number. Else the server passes over every address that it trusts. */
const isCounted = (trust: string | undefined) => trust !== undefined && /^\d$/.test(trust);

/** What follows from whom the server takes the doctor for, at a `TRUST_PROXY`. Throws the problem. */
export function judgeProxy({ address, peer, forwarded }: Seen, trust?: string): Passed {
  const caller = plain(address);
  const proxy = plain(peer);
  const hops = forwarded.split(',').map((hop) => plain(hop.trim()));
  const added = hops.filter((hop) => hop !== claimed && hop !== '');
  const isAmongThem = added.every((hop) => hop === proxy);
  if (added.length === 0 && !hops.includes(claimed)) {
    throw new Error(
      `a proxy at ${proxy} removes X-Forwarded-For, so that all callers count as one: let it name the caller there`,
    );
  }
  if (caller === claimed) return judgeClaim(proxy, isAmongThem);
  if (added.length === 0) return 'there is no proxy';
  if (caller === proxy) {
    // Who trusts an address passes over it wherever it stands, and would have come to the one that the doctor claims.
    const isProven = hops.includes(claimed) && !isCounted(trust);
    if (isProven || !isAmongThem) {
      throw new Error(
        `TRUST_PROXY: a proxy calls from ${proxy}, which it does not name, so that all callers count as one: set it to ${proxy}, and restart`,
      );
    }
    return {
      note: `this command has the address of the proxy, ${proxy}, so that it cannot see whether that is trusted: run it on another machine`,
    };
  }
  if (caller !== added[0]) {
    return {
      note: `callers count as ${caller}, which calls the proxy at ${proxy}: if it is a proxy of yours, then all count as one: add it to TRUST_PROXY, and restart`,
    };
  }
  return `the proxy at ${proxy} is trusted, callers cannot choose their address`;
}

/** What follows if the server believes the address that the doctor claims. */
function judgeClaim(proxy: string, isAmongThem: boolean): Passed {
  if (!isAmongThem) {
    throw new Error(
      'TRUST_PROXY: callers can choose their address by X-Forwarded-For: name only the proxy, or let it write the header anew',
    );
  }
  const text = `callers at ${proxy} may choose their address, as this command has`;
  return { note: `${text}: right if only the proxy can connect from there; else correct TRUST_PROXY` };
}

type ProxyConfig = Pick<Config, 'publicUrl' | 'JWT_SECRET' | 'TRUST_PROXY'>;

/** Compares `TRUST_PROXY` of the running server with the proxy before it, by a request that claims to come from elsewhere. */
export function checkProxy({ publicUrl, JWT_SECRET: secrets, TRUST_PROXY }: ProxyConfig): Check {
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
    return judgeProxy(answer.data.caller, TRUST_PROXY);
  };
}

import { Agent, request as send } from 'node:http';
import type { Client } from 'pg';
import { paidCallback, textOf } from '#test/bench/support/donation-maker.ts';
import { idOf } from './ids.ts';
import type { Sizes } from './sizes.ts';

/**
 * Who asks. The creator is the one with most donations and members, the buyer the one with most orders, the donor the one who gives most;
 * the author is a common creator, the member somebody who supports few creators every month.
 */
type Who = 'guest' | 'creator' | 'author' | 'donor' | 'member' | 'buyer' | 'moderator' | 'admin';

/** What is asked, over HTTP. */
export interface Asked {
  readonly as?: Who;
  /** Instead of somebody of `as`. */
  readonly token?: string;
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** One of the two databases with the product that runs on it. */
export interface Fixture {
  readonly url: string;
  readonly sizes: Sizes;
  readonly client: Client;
  readonly tokens: Readonly<Record<Exclude<Who, 'guest'>, string>>;
  /** The person who asks as `member`. */
  readonly memberId: string;
}

const agent = new Agent({ keepAlive: true, maxSockets: 4 });

function headersOf(fixture: Fixture, { as = 'guest', token, headers }: Asked, body: string | undefined) {
  const bearer = token ?? (as === 'guest' ? undefined : fixture.tokens[as]);
  return {
    ...(bearer !== undefined && { authorization: `Bearer ${bearer}` }),
    ...(body !== undefined && {
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(body)),
    }),
    ...headers,
  };
}

function searchOf(query: Asked['query'] = {}): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  return given.length === 0
    ? ''
    : `?${given.map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`).join('&')}`;
}

/** Milliseconds until the whole answer was there, and its text. Throws where it is not 200. */
function exchange(
  fixture: Fixture,
  method: string,
  path: string,
  asked: Asked,
): Promise<{ took: number; text: string }> {
  const body = asked.body === undefined ? undefined : JSON.stringify(asked.body);
  const url = `${fixture.url}${path}${searchOf(asked.query)}`;
  return new Promise((resolve, reject) => {
    const began = performance.now();
    send(url, { agent, method, headers: headersOf(fixture, asked, body) }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('end', () => {
        const took = performance.now() - began;
        const text = Buffer.concat(parts).toString();
        if (response.statusCode === 200) resolve({ took, text });
        else reject(new Error(`${method} ${url} answers ${response.statusCode}: ${text.slice(0, 300)}`));
      });
    })
      .on('error', reject)
      .end(body);
  });
}

export async function timeCall(fixture: Fixture, name: string, asked: Asked): Promise<number> {
  const [method = 'GET', path = ''] = name.split(' ');
  return (await exchange(fixture, method, `/api/${path}`, asked)).took;
}

/** How long a page takes until it is there whole. */
export async function timePage(fixture: Fixture, path: string): Promise<number> {
  return (await exchange(fixture, 'GET', path, { headers: { accept: 'text/html' } })).took;
}

/** Makes a call that prepares another one; answers the envelope's data. */
export async function call(fixture: Fixture, name: string, asked: Asked): Promise<unknown> {
  const [method = 'GET', path = ''] = name.split(' ');
  const { text } = await exchange(fixture, method, `/api/${path}`, asked);
  const envelope: unknown = JSON.parse(text);
  return typeof envelope === 'object' && envelope !== null ? Reflect.get(envelope, 'data') : undefined;
}

export async function dropCached(fixture: Fixture, ...tags: string[]): Promise<void> {
  await fixture.client.query('select pg_notify($1, $2)', ['dropped_tags', JSON.stringify(tags)]);
  // The notification arrives on another connection.
  await call(fixture, 'GET Donate/Settings', { query: { turn: performance.now() } });
}

/** Opens a donation of 50,000 to a creator; returns its payId and the callback that pays it. */
export async function openDonation(
  fixture: Fixture,
  creator: number,
  at: number,
): Promise<{ payId: string; proof: string; paid: Asked }> {
  const body = {
    projectId: idOf.project(creator),
    amount: 50_000,
    name: `Зритель ${at}`,
    message: `Спасибо за эфир ${at}`,
  };
  const answer = await call(fixture, 'POST ProjectPay/Create', { body });
  const payId = textOf(answer, 'payId');
  const proof = textOf(answer, 'proof');
  return {
    payId,
    proof,
    paid: paidCallback({ paymentUrl: textOf(answer, 'paymentUrl'), reference: payId, amount: 5_000_000 }),
  };
}

import { Agent, request } from 'node:http';
import { z } from 'zod';
import type { Call } from '#base/calls/call.ts';
import { hardLists, hardTexts } from '#test/support/hard-texts.ts';
import { freePort } from '#test/support/network/free-port.ts';
import { type SignedIn, signIn, signInAgain } from '#test/support/sign-in.ts';
import { testSecrets } from '#test/support/start-app.ts';
import { everyCall } from '#test/torture/access/every-call.ts';
import { type Fleet, openFleet } from '#test/torture/fleet/server-fleet.ts';
import { giveUntilAcknowledged, payByCard, testCards } from '#test/torture/money/donors.ts';
import {
  type BigRequest,
  headerRequests,
  pageRequests,
  requestsOf,
  shapelessRequestsOf,
  slowTexts,
} from './big-requests.ts';
import type { KnownIds } from './big-values.ts';
import type { LoopTurn } from './loop-watch.ts';

const preload = new URL('loop-preload.ts', import.meta.url).href;

/** The most that a request may block the event loop, in milliseconds. */
export const mostBlocked = 50;

/** A request that takes longer hangs. */
const patience = 10_000;

const turn = z.object({ cpu: z.number(), wall: z.number() });

/** A server in a process of its own, whose event loop is watched. */
class WatchedServer {
  readonly fleet: Fleet;
  readonly #loopUrl: string;
  readonly #agent = new Agent({ keepAlive: true });

  constructor(fleet: Fleet, loopPort: number) {
    this.fleet = fleet;
    this.#loopUrl = `http://127.0.0.1:${loopPort}/`;
  }

  async #blocked(): Promise<LoopTurn> {
    const answer = await fetch(this.#loopUrl, { signal: AbortSignal.timeout(patience * 3) });
    return turn.parse(await answer.json());
  }

  /** The longest turn of the event loop while the request is answered; `status` 0: no answer. */
  async measure(big: BigRequest, token: string | undefined): Promise<LoopTurn & { status: number }> {
    await this.#blocked();
    const status = await this.#send(big, token);
    return { ...(await this.#blocked()), status };
  }

  #send({ method, path, headers = {}, body }: BigRequest, token: string | undefined): Promise<number> {
    const all = {
      ...(body !== undefined && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...headers,
    };
    return new Promise((resolve) => {
      const { port } = this.fleet.server;
      const where = { port, host: '127.0.0.1', agent: this.#agent, method, path, timeout: patience };
      const sent = request({ ...where, headers: all }, (response) => {
        response.resume();
        response.once('close', () => resolve(response.statusCode ?? 0));
      });
      sent.once('timeout', () => sent.destroy());
      sent.once('error', () => resolve(0));
      sent.end(body);
    });
  }

  async close(): Promise<void> {
    this.#agent.destroy();
    await this.fleet.close();
  }
}

async function openWatched(): Promise<WatchedServer> {
  const port = await freePort();
  const watching = { NODE_OPTIONS: `--import ${preload}`, LOOP_PORT: String(port) };
  return new WatchedServer(await openFleet({ env: { PAGES: 'built', LOG_LEVEL: 'error', ...watching } }), port);
}

export interface BlockedLoop {
  readonly requests: number;
  /** Requests with a body or address of more than 8 KB. */
  readonly large: number;
  readonly answered: number;
  readonly calls: number;
  readonly longest: number;
  readonly longestName: string;
  /** Requests that blocked the event loop too long, each time of three, or were not answered. */
  readonly faults: readonly string[];
}

/** Sends large requests one after the other and records how long each has blocked the event loop. */
class Prober {
  readonly #server: WatchedServer;
  readonly #admin: SignedIn;
  readonly #counts = { requests: 0, large: 0, answered: 0, calls: 0, longest: 0 };
  readonly #faults: string[] = [];
  #longestName = '';

  constructor(server: WatchedServer, admin: SignedIn) {
    this.#server = server;
    this.#admin = admin;
  }

  get result(): BlockedLoop {
    return { ...this.#counts, faults: this.#faults, longestName: this.#longestName };
  }

  /** A session for each call: some of them end it. */
  async #tokenFor(call: Call): Promise<string | undefined> {
    if (call.access === 'guest' || call.access === 'key') return undefined;
    const person = { userId: this.#admin.userId, role: 'admin' } as const;
    return (await signInAgain(this.#server.fleet.db, testSecrets.jwt, person)).token;
  }

  async probeCall(call: Call, ids: KnownIds, share: number): Promise<void> {
    const token = await this.#tokenFor(call);
    this.#counts.calls += 1;
    for (const text of sample(slowTexts, share)) {
      for (const [index, one] of requestsOf(call, text, ids).entries()) {
        await this.probe(one, token, (salt) => requestsOf(call, text, ids, salt)[index] ?? one);
      }
    }
    for (const one of sample(shapelessRequestsOf(call, ids), share)) await this.probe(one, token);
  }

  /**
   * A long turn that does not come again was the collection of garbage or a first compilation: the shortest of three counts. `again` makes the
   * same request with other texts, which nothing remembers.
   */
  async probe(big: BigRequest, token?: string, again: (salt: string) => BigRequest = () => big): Promise<void> {
    let least = Number.POSITIVE_INFINITY;
    let isAnswered = true;
    for (let tries = 3; tries > 0 && least > mostBlocked && isAnswered; tries -= 1) {
      const { cpu, status } = await this.#server.measure(tries === 3 ? big : again(`${tries} `), token);
      least = Math.min(least, cpu);
      isAnswered = status > 0;
    }
    this.#counts.requests += 1;
    if ((big.body?.length ?? 0) + big.path.length + String(Object.values(big.headers ?? {})).length > 8_000) {
      this.#counts.large += 1;
    }
    if (isAnswered) this.#counts.answered += 1;
    if (least > this.#counts.longest) [this.#counts.longest, this.#longestName] = [least, big.name];
    if (least > mostBlocked) this.#faults.push(`${big.name}: ${least.toFixed(0)} ms${isAnswered ? '' : ', no answer'}`);
  }
}

/** Saves the longest messages and the list of stop words that is the slowest to match. */
async function saveStopWords(
  { fleet }: WatchedServer,
  { token }: SignedIn,
  stopWords: readonly string[],
): Promise<void> {
  const limits = { minAmount: 5_000, maxAmount: 1_000_000, presets: [10_000], messageMaxLength: 1_000 };
  const body = { ...limits, commissionPercent: 5, isEnabled: true, stopWords };
  const answer = await fleet.server.api('PUT Donate/Settings', { body }, { token });
  if (answer.status !== 200) throw new Error(`the stop words were not saved: ${JSON.stringify(answer.body)}`);
}

/** A creator with donations whose messages are the slowest to mask; the ids that requests name. */
async function openCreator({ fleet }: WatchedServer): Promise<KnownIds> {
  const { projectId, userId, accountId } = await signIn(fleet.db, testSecrets.jwt);
  for (const [index, message] of hardTexts(990).entries()) {
    const donation = { projectId, amount: 10_000, name: 'Анна', message };
    const made = await giveUntilAcknowledged(fleet.server.api, donation, `blocked-${index}`);
    await payByCard(made.paymentUrl, testCards.noCode);
  }
  return new Map(Object.entries({ projectid: projectId, userid: userId, accountid: accountId }));
}

/** A random part of a list. */
function sample<Item>(items: readonly Item[], share: number): Item[] {
  return items.filter(() => Math.random() < share);
}

const screens = ['/', '/authors', '/market', '/donate', '/faq', '/widgets/notification', '/admin', '/nobody'];

/** Invariant 30: the largest requests to every call and page, under the slowest settings; `share` of the texts for each call. */
export async function runBlockedLoop(share: number): Promise<BlockedLoop> {
  const server = await openWatched();
  try {
    const admin = await signIn(server.fleet.db, testSecrets.jwt, { role: 'admin' });
    await saveStopWords(server, admin, []);
    const ids = await openCreator(server);
    const prober = new Prober(server, admin);
    for (const words of Object.values(hardLists)) {
      await saveStopWords(server, admin, words);
      for (const call of everyCall.filter(({ form }) => form !== 'events')) {
        await prober.probeCall(call, ids, share);
        if (call.path === 'Donate/Settings') await saveStopWords(server, admin, words);
      }
      for (const one of sample([...headerRequests(), ...pageRequests(screens)], share)) await prober.probe(one);
    }
    return prober.result;
  } finally {
    await server.close();
  }
}

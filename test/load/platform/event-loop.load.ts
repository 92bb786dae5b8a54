import { Agent, request } from 'node:http';
import { test } from 'vitest';
import { giveUntilAcknowledged, payByCard, testCards } from '#test/load/money/donors.ts';
import { prove, scale } from '#test/load/prove.ts';
import { openFleet } from '#test/load/server-fleet.ts';
import { everyCall } from '#test/support/every-call.ts';
import { hardLists, hardTexts } from '#test/support/hard-texts.ts';
import { freePort } from '#test/support/network/free-port.ts';
import { signIn, signInAgain } from '#test/support/sign-in.ts';
import { testSecrets } from '#test/support/start-app.ts';
import { buildIfStale } from '../../../operation/install/build-if-stale.ts';
import { type BigRequest, pageRequests, requestsOf, shapelessRequestsOf, slowTexts } from './big-requests.ts';

/** The most that a request may block the event loop, in milliseconds. */
const mostBlocked = 50;

/** A server in a process of its own, whose event loop is watched. */
async function openWatched() {
  const loopPort = await freePort();
  const preload = new URL('loop-watch.ts', import.meta.url).href;
  const watching = { NODE_OPTIONS: `--import ${preload}`, LOOP_PORT: String(loopPort) };
  const fleet = await openFleet({ env: { PAGES: 'built', LOG_LEVEL: 'error', ...watching } });
  const agent = new Agent({ keepAlive: true });
  const blocked = async () => Number(await (await fetch(`http://127.0.0.1:${loopPort}/`)).json());
  const send = ({ method, path, headers = {}, body }: BigRequest, token: string | undefined): Promise<number> => {
    const all = {
      ...(body !== undefined && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...headers,
    };
    return new Promise((resolve) => {
      const where = { port: fleet.server.port, host: '127.0.0.1', agent, method, path, timeout: 10_000 };
      const sent = request({ ...where, headers: all }, (response) => {
        response.resume();
        response.once('close', () => resolve(response.statusCode ?? 0));
      });
      sent.once('timeout', () => sent.destroy());
      sent.once('error', () => resolve(0));
      sent.end(body);
    });
  };
  return {
    fleet,
    /** Milliseconds of the longest turn of the event loop while the request is answered; infinite without an answer. */
    async measure(big: BigRequest, token: string | undefined): Promise<number> {
      await blocked();
      const status = await send(big, token);
      const longest = await blocked();
      return status === 0 ? Number.POSITIVE_INFINITY : longest;
    },
    async close() {
      agent.destroy();
      await fleet.close();
    },
  };
}

const screens = ['/', '/authors', '/market', '/donate', '/faq', '/widgets/notification', '/admin', '/nobody'];

test('30: the largest requests to every call and page', async () => {
  await buildIfStale(new URL('../../..', import.meta.url).pathname, () => undefined);
  /** The part of all requests that is sent, by chance. */
  const share = Math.min(1, Math.max(0.004, scale));
  const sample = <Item>(items: readonly Item[]) => items.filter(() => Math.random() < share);
  const watched = await openWatched();
  const { db, server } = watched.fleet;
  try {
    const { userId } = await signIn(db, testSecrets.jwt, { role: 'admin' });
    const saveStopWords = async (stopWords: readonly string[]) => {
      const limits = { minAmount: 5_000, maxAmount: 1_000_000, presets: [10_000], messageMaxLength: 1_000 };
      const body = { ...limits, commissionPercent: 5, isEnabled: true, stopWords };
      const as = { userId, role: 'admin' } as const;
      await server.api('PUT Donate/Settings', { body }, { token: (await signInAgain(db, testSecrets.jwt, as)).token });
    };
    await saveStopWords([]);
    const creator = await signIn(db, testSecrets.jwt);
    const { projectId, accountId } = creator;
    for (const [index, message] of hardTexts(990).entries()) {
      const donation = { projectId, amount: 10_000, name: 'Анна', message };
      const made = await giveUntilAcknowledged(server.api, donation, `blocked-${index}`);
      await payByCard(made.paymentUrl, testCards.noCode);
    }
    const ids = new Map(Object.entries({ projectid: projectId, userid: creator.userId, accountid: accountId }));
    const slow: string[] = [];
    let sent = 0;
    let longest = 0;
    // A long turn that does not come again was the collection of garbage or a first compilation: the shortest of three counts. Another
    // try has other texts, which nothing remembers.
    const probe = async (requestOf: (prefix: string) => BigRequest | undefined, as?: string) => {
      let least = Number.POSITIVE_INFINITY;
      for (const prefix of ['', '2 ', '3 ']) {
        const big = least > mostBlocked ? requestOf(prefix) : undefined;
        if (big !== undefined) least = Math.min(least, await watched.measure(big, as));
      }
      sent += 1;
      longest = Math.max(longest, least);
      if (least > mostBlocked) slow.push(`${requestOf('')?.name}: ${least.toFixed(0)} ms`);
    };
    for (const words of Object.values(hardLists)) {
      await saveStopWords(words);
      for (const call of everyCall.filter(({ form }) => form !== 'events')) {
        // A session for each call: some of them end it.
        const isOpen = call.access === 'guest' || call.access === 'key';
        const as = isOpen ? undefined : (await signInAgain(db, testSecrets.jwt, { userId, role: 'admin' })).token;
        for (const text of sample(slowTexts)) {
          for (const [at, big] of requestsOf(call, text, ids).entries()) {
            await probe((prefix) => (prefix === '' ? big : requestsOf(call, prefix + text, ids)[at]), as);
          }
        }
        for (const one of sample(shapelessRequestsOf(call, ids))) await probe(() => one, as);
        if (call.path === 'Donate/Settings') await saveStopWords(words);
      }
      for (const one of sample(pageRequests(screens))) await probe(() => one);
    }
    prove(30, {
      promise: `bodies of 64 KB, addresses and headers of 12 KB to every call and to pages, under three lists of as many stop words as may be saved: none blocks the event loop for more than ${mostBlocked} ms`,
      times: { 'computing in one turn, ms': [longest, mostBlocked] },
      met: { requests: [sent, 100] },
      shown: { 'too long': slow.slice(0, 3).join(', ') || 'none' },
    });
  } finally {
    await watched.close();
  }
});

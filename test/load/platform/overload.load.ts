import { Agent, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { test } from 'vitest';
import { inParallel } from '#test/load/money/donors.ts';
import { prove, quantile, scaled } from '#test/load/prove.ts';
import { type Fleet, openFleet } from '#test/load/server-fleet.ts';
import { type SignedIn, signIn } from '#test/support/sign-in.ts';
import { testSecrets } from '#test/support/start-app.ts';

interface Asked {
  /** The status, or the error's code where there is none: `silence` after 30 s without an answer. */
  readonly status: string;
  readonly milliseconds: number;
}

/** People who read and give at a server. */
class Crowd {
  readonly #fleet: Fleet;
  readonly #people: SignedIn[] = [];
  readonly #agent: Agent;
  #asked = 0;

  private constructor(fleet: Fleet, sockets: number) {
    this.#fleet = fleet;
    this.#agent = new Agent({ keepAlive: true, maxSockets: sockets });
  }

  static async open(fleet: Fleet, sockets: number): Promise<Crowd> {
    const crowd = new Crowd(fleet, sockets);
    await inParallel(100, 8, async () => void crowd.#people.push(await signIn(fleet.db, testSecrets.jwt)));
    return crowd;
  }

  /** Every second request makes a donation; the others read what is not cached. Each has an address of its own: no budget ends. */
  ask(): Promise<Asked> {
    this.#asked += 1;
    const number = this.#asked;
    const { token = '', projectId } = this.#people[number % this.#people.length] ?? {};
    const address = `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`;
    const body = number % 2 === 0 ? undefined : JSON.stringify({ projectId, amount: 10_000 });
    const path = body === undefined ? '/api/Donate/My' : '/api/ProjectPay/Create';
    const method = body === undefined ? 'GET' : 'POST';
    const json = { 'content-type': 'application/json', 'content-length': body?.length };
    const headers = {
      'x-forwarded-for': address,
      ...(body === undefined ? { authorization: `Bearer ${token}` } : json),
    };
    const begun = performance.now();
    const { port } = this.#fleet.server;
    return new Promise((resolve) => {
      const done = (status: string) => resolve({ status, milliseconds: performance.now() - begun });
      const failed = (error: NodeJS.ErrnoException) => done(error.code ?? error.message);
      const where = { port, host: '127.0.0.1', agent: this.#agent, timeout: 30_000 };
      const sent = request({ ...where, path, method, headers }, (response) => {
        response.resume();
        response.once('end', () => done(String(response.statusCode))).once('error', failed);
      });
      sent.once('timeout', () => sent.destroy(new Error('silence'))).once('error', failed);
      sent.end(body);
    });
  }

  /** Successful answers per second to 32 clients that each wait for their answer. */
  async measureStrength(seconds: number): Promise<number> {
    const endAt = performance.now() + seconds * 1_000;
    let good = 0;
    await inParallel(32, 32, async () => {
      while (performance.now() < endAt) if ((await this.ask()).status === '200') good += 1;
    });
    return good / seconds;
  }

  /** Asks one after the other for so many seconds. */
  async askFor(seconds: number, watch: () => void = () => undefined): Promise<Asked[]> {
    const answers: Asked[] = [];
    for (const endAt = performance.now() + seconds * 1_000; performance.now() < endAt; await pause(15)) {
      answers.push(await this.ask());
      watch();
    }
    return answers;
  }

  close(): void {
    this.#agent.destroy();
  }
}

async function withCrowd(
  env: Readonly<Record<string, string>>,
  sockets: number,
  story: (crowd: Crowd, fleet: Fleet) => Promise<void>,
) {
  const fleet = await openFleet({ env: { LOG_LEVEL: 'error', ...env } });
  try {
    const crowd = await Crowd.open(fleet, sockets);
    await story(crowd, fleet).finally(() => crowd.close());
  } finally {
    await fleet.close();
  }
}

const dripMilliseconds = 400;

/** What a slow client sends first, and what it then sends byte by byte. */
const drips: readonly { readonly first: string; readonly drip: string; readonly reads: boolean }[] = [
  { first: 'GET /api/User/List HTTP/1.1\r\nHost: a\r\nX-Slow: ', drip: 'a', reads: true },
  {
    first:
      'POST /api/ProjectPay/Create HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 9000\r\n\r\n{"message":"',
    drip: 'a',
    reads: true,
  },
  // Sends requests repeatedly and never reads an answer.
  { first: '', drip: 'GET /api/User/List?Take=50 HTTP/1.1\r\nHost: a\r\n\r\n', reads: false },
];

/** Opens connections that send a little at a time. One that the server closes is opened again. */
function openSlowClients(port: number, count: number) {
  const sockets = new Set<Socket>();
  const state = { isOver: false, cut: 0, sockets };
  const run = async (index: number) => {
    const kind = drips[index % drips.length];
    await pause(Math.random() * dripMilliseconds);
    while (kind && !state.isOver) {
      const socket = connect({ port, host: '127.0.0.1' });
      socket.on('error', () => undefined);
      if (kind.reads) socket.resume();
      sockets.add(socket);
      socket.write(kind.first);
      while (!socket.destroyed && !socket.readableEnded && !state.isOver) {
        await pause(dripMilliseconds);
        if (socket.writable) socket.write(kind.drip);
      }
      socket.destroy();
      sockets.delete(socket);
      if (!state.isOver) state.cut += 1;
    }
  };
  for (let index = 0; index < count; index += 1) void run(index);
  return state;
}

test('22: slow connections', () =>
  withCrowd({}, 32, async (crowd, fleet) => {
    const count = scaled(500, 100);
    const seconds = scaled(60, 10);
    await crowd.askFor(2);
    const slow = openSlowClients(fleet.server.port, count);
    while (slow.sockets.size < count) await pause(50);
    let least = count;
    const answers = await crowd.askFor(seconds, () => {
      least = Math.min(least, slow.sockets.size);
    });
    slow.isOver = true;
    for (const socket of slow.sockets) socket.destroy();
    const times = answers.map(({ milliseconds }) => milliseconds);
    prove(22, {
      promise: `${count} connections that drip their requests or read no answers, for ${seconds} s: others are answered in under 100 ms`,
      none: { 'not answered': answers.filter(({ status }) => status !== '200') },
      times: { 'p99, ms': [quantile(times, 0.99), 100] },
      met: { 'slow connections at once': [least, count / 2], 'cut off': slow.cut, asked: [answers.length, 10] },
    });
  }));

/** The settings of production, with every protection on. */
const production = {
  NODE_ENV: 'production',
  LIMITS: 'on',
  PUBLIC_URL: 'http://127.0.0.1',
  SMS_URL: 'http://127.0.0.1:9',
} as const;

test('22: three times the load that the server can serve', () =>
  withCrowd(production, 3_000, async (crowd) => {
    const seconds = scaled(60, 8);
    await crowd.measureStrength(2);
    const strength = await crowd.measureStrength(5);
    const asked: Promise<Asked>[] = [];
    const begun = performance.now();
    while (performance.now() - begun < seconds * 1_000) {
      const due = ((performance.now() - begun) / 1_000) * strength * 3;
      while (asked.length < due) asked.push(crowd.ask());
      await pause(5);
    }
    const overAt = performance.now();
    // Itself again with five quick and successful answers in a row.
    for (let good = 0; good < 5 && performance.now() - overAt < 60_000; await pause(20)) {
      const { status, milliseconds } = await crowd.ask();
      good = status === '200' && milliseconds < 300 ? good + 1 : 0;
    }
    const recoveredAfter = (performance.now() - overAt) / 1_000;
    const statuses = (await Promise.all(asked)).map(({ status }) => status);
    const wanted = ['200', '429', '503'];
    prove(22, {
      promise: `three times the load that the server can serve for ${seconds} s: only 429 and 503 beside good answers, recovered in 10 s`,
      none: { 'other answers': statuses.filter((status) => !wanted.includes(status)) },
      times: { 'recovered after, s': [recoveredAfter, 10] },
      met: {
        refused: [statuses.filter((status) => status !== '200').length, 10],
        answered: [statuses.filter((status) => status === '200').length, 10],
      },
      shown: { 'serves a second': strength, 'was sent a second': asked.length / seconds },
    });
  }));

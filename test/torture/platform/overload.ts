import { Agent, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { createPerson } from '#app/profile/new-person.server.ts';
import { newPhone, type SignedIn, signIn } from '#test/support/sign-in.ts';
import { testSecrets } from '#test/support/start-app.ts';
import { quantile } from '#test/torture/figures.ts';
import { type Fleet, openFleet } from '#test/torture/fleet/server-fleet.ts';
import { inParallel } from '#test/torture/money/donors.ts';
import { openSlowClients } from './slow-clients.ts';

/** The settings of production, with every protection on. */
const production = {
  NODE_ENV: 'production',
  LIMITS: 'on',
  PUBLIC_URL: 'http://127.0.0.1',
  SMS_URL: 'http://127.0.0.1:9',
  LOG_LEVEL: 'error',
  TRUST_PROXY: '127.0.0.1',
} as const;

interface Crowd {
  readonly readers: readonly SignedIn[];
  readonly projectIds: readonly string[];
}

async function makeCrowd(fleet: Fleet): Promise<Crowd> {
  const readers: SignedIn[] = [];
  const projectIds: string[] = [];
  await inParallel(100, 8, async () => {
    readers.push(await signIn(fleet.db, testSecrets.jwt));
    const { projectId } = await fleet.db.transaction((tx) => createPerson(tx, { phone: newPhone() }));
    projectIds.push(projectId);
  });
  return { readers, projectIds };
}

/** The status, or the reason why there is none: the error's code, or `silence` after 30 s without an answer. */
type Status = string;

interface Asked {
  readonly status: Status;
  readonly milliseconds: number;
}

const patience = 30_000;

/** Every reader and donor has their own address, so that requests are refused only for load, not for budgets. */
const addressOf = (number: number) => `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`;

function ask(
  port: number,
  agent: Agent,
  { path, method = 'GET', headers = {}, body }: { path: string; method?: string; headers?: object; body?: string },
): Promise<Asked> {
  const begun = performance.now();
  return new Promise((resolve) => {
    const done = (status: Status) => resolve({ status, milliseconds: performance.now() - begun });
    const sent = request(
      { port, host: '127.0.0.1', agent, path, method, headers: { ...headers }, timeout: patience },
      (response) => {
        response.resume();
        response.once('end', () => done(String(response.statusCode)));
        response.once('error', (error: NodeJS.ErrnoException) => done(error.code ?? error.message));
      },
    );
    sent.once('timeout', () => sent.destroy(new Error('silence')));
    sent.once('error', (error: NodeJS.ErrnoException) => done(error.code ?? error.message));
    sent.end(body);
  });
}

/** Every second request makes a donation; the others read data that is not cached. */
function askSomething(fleet: Fleet, crowd: Crowd, agent: Agent, number: number): Promise<Asked> {
  const { port } = fleet.server;
  const address = { 'x-forwarded-for': addressOf(number) };
  if (number % 2 === 0) {
    const { token = '' } = crowd.readers[number % crowd.readers.length] ?? {};
    return ask(port, agent, { path: '/api/Donate/My', headers: { ...address, authorization: `Bearer ${token}` } });
  }
  const projectId = crowd.projectIds[number % crowd.projectIds.length];
  const body = JSON.stringify({ projectId, amount: 10_000 });
  const headers = { ...address, 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
  return ask(port, agent, { path: '/api/ProjectPay/Create', method: 'POST', headers, body });
}

/** Measures successful answers per second to clients that each wait for their answer. */
async function measureStrength(fleet: Fleet, crowd: Crowd, seconds: number): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: 32 });
  const endAt = performance.now() + seconds * 1_000;
  let number = 0;
  let good = 0;
  const client = async () => {
    while (performance.now() < endAt) {
      number += 1;
      if ((await askSomething(fleet, crowd, agent, number)).status === '200') good += 1;
    }
  };
  await Promise.all(Array.from({ length: 32 }, client));
  agent.destroy();
  return good / seconds;
}

export interface Overload {
  /** Requests per second. */
  readonly strength: number;
  readonly sent: number;
  /** How many answers have each status. */
  readonly statuses: Readonly<Record<string, number>>;
  /** Seconds from the end of the load until answers are as quick as before. */
  readonly recoveredAfter: number;
}

const calmMilliseconds = 100;
const calmAnswers = 5;

/** Waits for five quick and successful answers in a row. Returns the seconds. */
async function waitUntilCalm(fleet: Fleet, crowd: Crowd): Promise<number> {
  const agent = new Agent({ keepAlive: true });
  const begun = performance.now();
  let good = 0;
  while (good < calmAnswers && performance.now() - begun < 60_000) {
    const { status, milliseconds } = await askSomething(fleet, crowd, agent, 900_000 + good);
    good = status === '200' && milliseconds < calmMilliseconds * 3 ? good + 1 : 0;
    await pause(20);
  }
  agent.destroy();
  return (performance.now() - begun) / 1000;
}

/** Invariant 22: sends three times the load that a production server can serve, whether or not it answers. */
export async function runOverload(seconds: number): Promise<Overload> {
  const fleet = await openFleet({ env: production });
  const agent = new Agent({ keepAlive: true, maxSockets: 3_000 });
  try {
    const crowd = await makeCrowd(fleet);
    await measureStrength(fleet, crowd, 2);
    const strength = await measureStrength(fleet, crowd, 5);
    const asked: Promise<Asked>[] = [];
    const begun = performance.now();
    while (performance.now() - begun < seconds * 1_000) {
      const due = ((performance.now() - begun) / 1000) * strength * 3;
      while (asked.length < due) asked.push(askSomething(fleet, crowd, agent, 100_000 + asked.length));
      await pause(5);
    }
    const recoveredAfter = await waitUntilCalm(fleet, crowd);
    const statuses: Record<string, number> = {};
    for (const { status } of await Promise.all(asked)) statuses[status] = (statuses[status] ?? 0) + 1;
    return { strength, sent: asked.length, statuses, recoveredAfter };
  } finally {
    agent.destroy();
    await fleet.close();
  }
}

export interface SlowResult {
  readonly asked: number;
  readonly p50: number;
  readonly p99: number;
  /** The same without the slow connections. */
  readonly calmP99: number;
  /** The smallest number of open connections. */
  readonly least: number;
  readonly cut: number;
  readonly failed: number;
}

/** Invariant 22: measures how long others wait while many connections drip their requests or read no answers. */
export async function runSlowClients(count: number, seconds: number): Promise<SlowResult> {
  const fleet = await openFleet({ env: { LOG_LEVEL: 'error' } });
  const agent = new Agent({ keepAlive: true });
  try {
    const crowd = await makeCrowd(fleet);
    const measure = async (length: number, watch: () => void) => {
      const answers: Asked[] = [];
      for (const endAt = performance.now() + length * 1_000; performance.now() < endAt; await pause(15)) {
        answers.push(await askSomething(fleet, crowd, agent, answers.length));
        watch();
      }
      return answers;
    };
    await measure(2, () => undefined);
    const calm = await measure(seconds / 3, () => undefined);
    const slow = openSlowClients(fleet.server.port, count);
    while (slow.open < count) await pause(50);
    let least = count;
    const answers = await measure(seconds, () => {
      least = Math.min(least, slow.open);
    });
    slow.close();
    const times = answers.map(({ milliseconds }) => milliseconds);
    const p50 = quantile(times, 0.5);
    const p99 = quantile(times, 0.99);
    const calmTimes = calm.map(({ milliseconds }) => milliseconds);
    const failed = answers.filter(({ status }) => status !== '200').length;
    return { asked: answers.length, p50, p99, calmP99: quantile(calmTimes, 0.99), least, cut: slow.cut, failed };
  } finally {
    agent.destroy();
    await fleet.close();
  }
}

import { randomInt } from 'node:crypto';
import { Agent, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { type IdentityApp, startIdentityApp } from '#test/identity-app.ts';
import { newPhone } from '#test/sign-in.ts';
import { inParallel } from './donors.ts';
import { quantile } from './figures.ts';

/** A code that was sent: asked for and answered at these milliseconds. */
interface Sent {
  readonly phone: string;
  readonly address: string;
  readonly from: number;
  readonly to: number;
}

const minute = 60_000;
const hour = 60 * minute;

/** Answers the status. The connection truly comes from the address; what it says of itself in a header is a lie. */
function askFrom(agent: Agent, url: string, { phone, address }: { phone: string; address: string }): Promise<number> {
  const { hostname, port } = new URL(url);
  const headers = { 'x-forwarded-for': `203.0.113.${randomInt(256)}` };
  const path = `/api/Sms/SendComfirmCode?phone=${phone}`;
  return new Promise((resolve, reject) => {
    const asking = request({ hostname, port, path, headers, agent, localAddress: address }, (answer) => {
      answer.resume();
      answer.once('end', () => resolve(answer.statusCode ?? 0));
      answer.once('error', reject);
    });
    asking.once('error', reject);
    asking.end();
  });
}

/** How often more than `most` of one kind were certainly sent within so many milliseconds. */
function countOver(sent: readonly Sent[], kindOf: (one: Sent) => string, most: number, within: number): number {
  let over = 0;
  for (const group of Map.groupBy(sent, kindOf).values()) {
    const sorted = group.toSorted((one, other) => one.from - other.from);
    for (const [at, { from }] of sorted.entries()) {
      const last = sorted[at + most];
      if (last !== undefined && last.to - from < within) over += 1;
    }
  }
  return over;
}

/** Every budget of contract section 2 over any window, however long the flood has taken: each number is 0. */
function budgetFaults(sent: readonly Sent[], cap: number) {
  const [ofPhone, ofAddress] = [({ phone }: Sent) => phone, ({ address }: Sent) => address];
  return {
    'two within 60 s': countOver(sent, ofPhone, 1, minute),
    'six within an hour': countOver(sent, ofPhone, 5, hour),
    'eleven within a day': countOver(sent, ofPhone, 10, 24 * hour),
    '31 from an address': countOver(sent, ofAddress, 30, hour),
    'above the cap': countOver(sent, () => '', cap, hour),
  };
}

/**
 * A flood of requests for codes from a hundred addresses of the loopback network: a tenth of them for one victim, half of them
 * from three of the addresses, and one address in advance that asks for all that it may have. The victim logs in by his
 * password all the while.
 */
export async function floodSms(databaseUrl: string, { requests, cap }: { requests: number; cap: number }) {
  const app = await startIdentityApp(databaseUrl, { smsPerHour: cap });
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  try {
    const victim = await app.someone();
    const statuses = new Map<number, number>();
    const logins = new Map<number, number>();
    const sent: Sent[] = [];
    const count = (counts: Map<number, number>, status: number) => counts.set(status, (counts.get(status) ?? 0) + 1);
    const ask = async (phone: string, address: string) => {
      const from = performance.now();
      const status = await askFrom(agent, app.url, { phone, address });
      count(statuses, status);
      if (status === 200) sent.push({ phone, address, from, to: performance.now() });
    };
    const greedy = '127.0.200.1';
    await inParallel(45, 15, () => ask(newPhone(), greedy));
    const state = { isOver: false };
    // One try after the other, and fewer than an address may make: more are slowed down, as they should be.
    const loggingIn = (async () => {
      while (!state.isOver) {
        count(logins, (await app.logIn(victim.phone)).status);
        await pause(6_000);
      }
    })();
    await inParallel(requests, 50, async (index) => {
      const lot = randomInt(2) === 0 ? randomInt(3) : index % 100;
      await ask(index % 10 === 0 ? victim.phone : newPhone(), `127.0.${1 + lot}.1`);
    });
    state.isOver = true;
    await loggingIn;
    count(logins, (await app.logIn(victim.phone)).status);
    return {
      statuses: Object.fromEntries(statuses),
      logins: Object.fromEntries(logins),
      sent: sent.length,
      /** What truly went out. */
      texts: app.printed.length,
      greedySent: sent.filter(({ address }) => address === greedy).length,
      toVictim: sent.filter(({ phone }) => phone === victim.phone).length,
      faults: budgetFaults(sent, cap),
    };
  } finally {
    agent.destroy();
    await app.close();
  }
}

/** What other calls take while logins with wrong passwords keep coming from everywhere. */
export async function floodLogins(app: IdentityApp, { logins, clients }: { logins: number; clients: number }) {
  const { phone } = await app.someone();
  let isOver = false;
  const statuses = new Map<number, number>();
  const flood = inParallel(logins, clients, async () => {
    const { status } = await app.logIn(phone, 'not this one 1');
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
  }).then(() => {
    isOver = true;
  });
  const times: number[] = [];
  while (!isOver) {
    const from = performance.now();
    await app.ask('GET Identity/CheckPhone', { query: { phone } });
    times.push(performance.now() - from);
  }
  await flood;
  return { p95: quantile(times, 0.95), asked: times.length, statuses: Object.fromEntries(statuses) };
}

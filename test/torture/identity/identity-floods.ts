import { randomInt } from 'node:crypto';
import { Agent, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { type IdentityApp, startIdentityApp } from '#test/support/identity-app.ts';
import { newPhone } from '#test/support/sign-in.ts';
import { quantile } from '#test/torture/figures.ts';
import { inParallel } from '#test/torture/money/donors.ts';

/** A code that was sent: the times of request and answer in milliseconds. */
interface Sent {
  readonly phone: string;
  readonly address: string;
  readonly from: number;
  readonly to: number;
}

const minute = 60_000;
const hour = 60 * minute;

/** Sends a request from a loopback address, with a forged address in a header. Returns the status. */
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

/** Counts how often more than `most` of one kind were certainly sent within the given milliseconds. */
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

/** Checks every budget of docs/rules.md#codes over all windows: each number must be 0. */
function budgetFaults(sent: readonly Sent[], cap: number) {
  const ofPhone = ({ phone }: Sent) => phone;
  const ofAddress = ({ address }: Sent) => address;
  return {
    'two within 60 s': countOver(sent, ofPhone, 1, minute),
    'six within an hour': countOver(sent, ofPhone, 5, hour),
    'eleven within a day': countOver(sent, ofPhone, 10, 24 * hour),
    '31 from an address': countOver(sent, ofAddress, 30, hour),
    'above the cap': countOver(sent, () => '', cap, hour),
  };
}

/**
 * A flood of requests for codes from a hundred loopback addresses: a tenth of them for one victim, half of them from three of the addresses.
 * Before it, one address uses up its budget. The victim logs in by password all the time.
 */
export async function floodSms({ requests, cap }: { requests: number; cap: number }) {
  const app = await startIdentityApp({ smsPerHour: cap });
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
    // One try after the other and within the budget of an address, because more would be slowed down.
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
      /** Codes that were sent. */
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

/** Measures other calls during a flood of logins with wrong passwords from many addresses. */
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

import { randomInt } from 'node:crypto';
import { Agent, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, test } from 'vitest';
import { inParallel } from '#test/load/money/donors.ts';
import { prove, quantile, scaled } from '#test/load/prove.ts';
import { type IdentityApp, startIdentityApp } from '#test/support/identity-app.ts';
import { newPhone } from '#test/support/sign-in.ts';

let app: IdentityApp;

beforeAll(async () => {
  app = await startIdentityApp({ hasLimits: false });
});
afterAll(() => app.close());

const logInBy = (phone: string, comfirmCode: string) =>
  app.ask('GET Sms/CheckComfirmCode', { query: { phone, comfirmCode, rememberMe: false } });
const confirm = (phone: string, code: string) => app.ask('GET Identity/ConfirmCode', { query: { phone, code } });
/** For a login and for a new password in turns. */
const useOf = (phone: string, code: string, index: number) =>
  index % 2 === 0 ? logInBy(phone, code) : confirm(phone, code);

const countGood = (answers: readonly { status: number }[]) => answers.filter(({ status }) => status === 200).length;

test('10: right and wrong codes at once', async () => {
  const count = scaled(1_000, 50);
  const atOnce = (ask: (index: number) => ReturnType<typeof logInBy>) =>
    Promise.all(Array.from({ length: count }, (_, index) => ask(index)));
  const [one, two, three] = [await app.someone(), await app.someone(), await app.someone()].map(({ phone }) => phone);
  if (one === undefined || two === undefined || three === undefined) return;
  const code = await app.sendCode(one);
  const logins = countGood(await atOnce(() => logInBy(one, code)));
  const mixed = await app.sendCode(two);
  const uses = countGood(await atOnce((index) => useOf(two, mixed, index)));
  const right = await app.sendCode(three);
  const wrong = await atOnce((index) =>
    useOf(three, String((Number(right) + 1 + index) % 1_000_000).padStart(6, '0'), index),
  );
  const late = [await logInBy(three, right), await logInBy(newPhone(), right)];
  prove(10, {
    promise: `${count} right answers at once make 1 login, or 1 use of both kinds; of ${count} wrong ones at most 5 are looked at`,
    none: { 'good after the wrong ones': countGood([...wrong, ...late]) },
    most: {
      logins: [logins, 1],
      uses: [uses, 1],
      'looked at': [wrong.filter((one) => one.code === 'WrongCode').length, 5],
    },
    met: { logins, uses },
  });
});

/** Pearson's chi-squared statistic of the digits at a place, against equally frequent ones. */
function chiSquareOf(codes: readonly string[], place: number): number {
  const counts = new Array<number>(10).fill(0);
  for (const code of codes) counts[Number(code[place])] = (counts[Number(code[place])] ?? 0) + 1;
  const wanted = codes.length / 10;
  return counts.reduce((sum, count) => sum + (count - wanted) ** 2 / wanted, 0);
}

test('10: codes are random', async () => {
  const count = scaled(20_000, 400);
  const before = app.printed.length;
  await inParallel(count, 16, async () => {
    await app.ask('GET Sms/SendComfirmCode', { query: { phone: newPhone() } });
  });
  const codes = app.printed.slice(before).map((line) => /#(\S+)$/.exec(line)?.[1] ?? '');
  const places = [0, 1, 2, 3, 4, 5].map(
    (place) => [`digit ${place + 1}`, [chiSquareOf(codes, place), 45] as const] as const,
  );
  prove(10, {
    promise: `${count} codes as they are sent: 6 digits, each as frequent as chance makes it (chi square up to 45)`,
    none: { 'not six digits': codes.filter((code) => !/^\d{6}$/.test(code)) },
    most: Object.fromEntries(places),
    met: { codes: [codes.length, count] },
  });
});

/** A code that was sent: the times of request and answer in milliseconds. */
interface Sent {
  readonly phone: string;
  readonly address: string;
  readonly from: number;
  readonly to: number;
}

const minute = 60_000;
const hour = 60 * minute;

/** Counts how often more than `most` of one kind were certainly sent within the given milliseconds. */
function countOver(sent: readonly Sent[], kindOf: (one: Sent) => string, most: number, within: number): number {
  return [...Map.groupBy(sent, kindOf).values()].reduce((over, group) => {
    const sorted = group.toSorted((one, other) => one.from - other.from);
    return (
      over + sorted.filter(({ from }, at) => (sorted[at + most]?.to ?? Number.POSITIVE_INFINITY) - from < within).length
    );
  }, 0);
}

/** Sends a request from a loopback address, with a forged address in a header. Returns the status. */
function askFrom(agent: Agent, url: string, { phone, address }: { phone: string; address: string }): Promise<number> {
  const headers = { 'x-forwarded-for': `203.0.113.${randomInt(256)}` };
  const asked = `${url}/api/Sms/SendComfirmCode?phone=${phone}`;
  return new Promise((resolve, reject) => {
    request(asked, { headers, agent, localAddress: address }, (answer) => {
      answer.resume();
      answer.once('end', () => resolve(answer.statusCode ?? 0));
    })
      .once('error', reject)
      .end();
  });
}

test('11: a flood of requests for codes from a hundred addresses, a tenth for one victim', async () => {
  const requests = scaled(10_000, 300);
  const cap = scaled(2_000, 140);
  const limited = await startIdentityApp({ smsPerHour: cap });
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  try {
    const victim = await limited.someone();
    const statuses: number[] = [];
    const logins: number[] = [];
    const sent: Sent[] = [];
    const ask = async (phone: string, address: string) => {
      const from = performance.now();
      const status = await askFrom(agent, limited.url, { phone, address });
      statuses.push(status);
      if (status === 200) sent.push({ phone, address, from, to: performance.now() });
    };
    const greedy = '127.0.200.1';
    await inParallel(45, 15, () => ask(newPhone(), greedy));
    const state = { isOver: false };
    // One try after the other and within the budget of an address, because more would be slowed down.
    const loggingIn = (async () => {
      for (; !state.isOver; await pause(6_000)) logins.push((await limited.logIn(victim.phone)).status);
    })();
    await inParallel(requests, 50, async (index) => {
      // Half of them come from three of the addresses.
      const lot = randomInt(2) === 0 ? randomInt(3) : index % 100;
      await ask(index % 10 === 0 ? victim.phone : newPhone(), `127.0.${1 + lot}.1`);
    });
    state.isOver = true;
    await loggingIn;
    const ofPhone = ({ phone }: Sent) => phone;
    prove(11, {
      promise: `${requests} requests for codes from 100 addresses: every window keeps to the budgets, and to ${cap} for all; the victim logs in`,
      none: {
        'two within 60 s': countOver(sent, ofPhone, 1, minute),
        'six within an hour': countOver(sent, ofPhone, 5, hour),
        'eleven within a day': countOver(sent, ofPhone, 10, 24 * hour),
        '31 from an address': countOver(sent, ({ address }) => address, 30, hour),
        'above the cap': countOver(sent, () => '', cap, hour),
        'texts beside answers': limited.printed.length - sent.length,
        'logins refused': logins.filter((status) => status !== 200),
        'other answers': statuses.filter((status) => ![200, 429, 503].includes(status)),
      },
      met: {
        sent: [sent.length, 31],
        'to the greedy address': [sent.filter(({ address }) => address === greedy).length, 30],
        refused: statuses.filter((status) => status === 429).length,
        logins: logins.length,
      },
    });
  } finally {
    agent.destroy();
    await limited.close();
  }
});

test('23: a flood of logins', async () => {
  const logins = scaled(3_000, 200);
  const { phone } = await app.someone();
  const state = { done: 0 };
  const flood = inParallel(logins, 100, async () => {
    await app.logIn(phone, 'not this one 1');
    state.done += 1;
  });
  const waits: number[] = [];
  while (state.done < logins) {
    const from = performance.now();
    await app.ask('GET Identity/CheckPhone', { query: { phone } });
    waits.push(performance.now() - from);
  }
  await flood;
  prove(23, {
    promise: `${logins} logins by 100 clients at once: p95 of other calls under 300 ms`,
    times: { 'p95, ms': [quantile(waits, 0.95), 300] },
    met: { 'calls beside': [waits.length, 21], logins: [state.done, logins] },
  });
});

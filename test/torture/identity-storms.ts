import { setTimeout as pause } from 'node:timers/promises';
import { type IdentityApp, startIdentityApp } from '#test/identity-app.ts';
import { newPhone } from '#test/sign-in.ts';
import { inParallel } from './donors.ts';
import { quantile } from './figures.ts';

const milliseconds = async (work: () => Promise<unknown>) => {
  const from = performance.now();
  await work();
  return performance.now() - from;
};

/** One right code sent by many at once, then wrong ones at another: how many logged in, how many were looked at. */
export async function stormCodes(app: IdentityApp, count: number) {
  const check = (phone: string, comfirmCode: string) =>
    app.ask('GET Sms/CheckComfirmCode', { query: { phone, comfirmCode, rememberMe: false } });
  const first = await app.someone();
  const code = await app.sendCode(first.phone);
  const right = await Promise.all(Array.from({ length: count }, () => check(first.phone, code)));
  const second = await app.someone();
  const other = await app.sendCode(second.phone);
  const guesses = Array.from({ length: count }, (_, index) => String(index).padStart(6, '0')).filter(
    (it) => it !== other,
  );
  const wrong = await Promise.all(guesses.map((guess) => check(second.phone, guess)));
  const elsewhere = await check(newPhone(), other);
  return {
    logins: right.filter(({ status }) => status === 200).length,
    looked: wrong.filter((answer) => answer.code === 'WrongCode').length,
    guessed: [...wrong, elsewhere].filter(({ status }) => status === 200).length,
    codes: [code, other],
  };
}

/** A flood of requests for codes from a hundred addresses, a tenth of them for one victim. */
export async function floodSms(databaseUrl: string, { requests, cap }: { requests: number; cap: number }) {
  const app = await startIdentityApp(databaseUrl, { smsPerHour: cap });
  try {
    const victim = await app.someone();
    const statuses = new Map<number, number>();
    let victimSent = 0;
    await inParallel(requests, 50, async (index) => {
      const phone = index % 10 === 0 ? victim.phone : newPhone();
      const address = `127.0.${1 + (index % 100)}.1`;
      const { status } = await app.ask('GET Sms/SendComfirmCode', { query: { phone } }, { address });
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      if (status === 200 && phone === victim.phone) victimSent += 1;
    });
    const login = await app.logIn(victim.phone);
    return { statuses: Object.fromEntries(statuses), sent: statuses.get(200) ?? 0, victimSent, login: login.status };
  } finally {
    await app.close();
  }
}

/** How long wrong passwords take for a phone that is known and for one that nobody has, in pairs so that noise hits both. */
export async function timePhones(app: IdentityApp, rounds: number) {
  const { phone } = await app.someone();
  const known: number[] = [];
  const unknown: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const pair = [
      async () => known.push(await milliseconds(() => app.logIn(phone, 'not this one 1'))),
      async () => unknown.push(await milliseconds(() => app.logIn(newPhone(), 'not this one 1'))),
    ];
    for (const ask of round % 2 === 0 ? pair : pair.toReversed()) await ask();
  }
  return { known: quantile(known, 0.5), unknown: quantile(unknown, 0.5) };
}

/** Many refreshes of one token at once on two processes; then the ways a session ends, and how long the other process takes to know. */
export async function stormSessions(databaseUrl: string, count: number, rounds: number) {
  const here = await startIdentityApp(databaseUrl, { hasLimits: false });
  const there = await startIdentityApp(databaseUrl, { hasLimits: false });
  try {
    let worstSuccessors = 0;
    let slowest = 0;
    for (let round = 0; round < rounds; round++) {
      const person = await here.someone();
      const body = { accessToken: person.token, refreshToken: person.refreshToken };
      const answers = await Promise.all(
        Array.from({ length: count }, (_, index) =>
          (index % 2 === 0 ? here : there).ask('POST Identity/RefreshToken', { body }),
        ),
      );
      const successors = new Set(answers.map((answer) => answer.text('refreshToken')));
      worstSuccessors = Math.max(worstSuccessors, successors.size);
      const token = answers[0]?.text('token') ?? '';
      const refreshToken = answers[0]?.text('refreshToken') ?? '';
      if ((await there.ask('POST Identity/GetUser', {}, { token })).status !== 200) worstSuccessors = Number.NaN;
      await here.ask('POST Identity/RevokeToken', { body: { accessToken: token, refreshToken } });
      const endedAt = performance.now();
      while ((await there.ask('POST Identity/GetUser', {}, { token })).status !== 401) await pause(10);
      slowest = Math.max(slowest, performance.now() - endedAt);
    }
    return { worstSuccessors, slowest };
  } finally {
    await Promise.all([here.close(), there.close()]);
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
    times.push(await milliseconds(() => app.ask('GET Identity/CheckPhone', { query: { phone } })));
  }
  await flood;
  return { p95: quantile(times, 0.95), asked: times.length, statuses: Object.fromEntries(statuses) };
}

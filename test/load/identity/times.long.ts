import { randomInt } from 'node:crypto';
import { test } from 'vitest';
import { prove, quantile, scaled } from '#test/load/prove.ts';
import { startIdentityApp, testPassword } from '#test/support/identity-app.ts';
import { newPhone } from '#test/support/sign-in.ts';

const rounds = scaled(1_000, 60);
const wrong = 'not this one 1';

type IdentityApp = Awaited<ReturnType<typeof startIdentityApp>>;
type Asker = () => ReturnType<IdentityApp['logIn']>;

/** Asks in random order, so that other load on the machine affects all callers equally. Neither answer nor time may tell them apart. */
async function compare(call: string, askers: Readonly<Record<string, Asker>>): Promise<void> {
  const times = new Map(Object.keys(askers).map((name) => [name, [] as number[]]));
  const answers = new Set<string>();
  const left = Object.entries(askers).flatMap(([name, ask]) => Array.from({ length: rounds }, () => ({ name, ask })));
  while (left.length > 0) {
    const [next] = left.splice(randomInt(left.length), 1);
    if (next === undefined) continue;
    const from = performance.now();
    const { status, code, message, fields, details, data } = await next.ask();
    times.get(next.name)?.push(performance.now() - from);
    answers.add(JSON.stringify([status, code, message, fields, details, data]));
  }
  const medians = [...times.values()].map((all) => quantile(all, 0.5));
  prove(12, {
    promise: `${call} of ${[...times.keys()].join(', ')}: medians of ${rounds} each within 5 ms, one answer`,
    most: { answers: [answers.size, 1] },
    times: { 'apart, ms': [Math.max(...medians) - Math.min(...medians), 5] },
    met: Object.fromEntries([...times].map(([name, all]) => [name, [all.length, rounds] as const])),
  });
}

test('12: neither the answer nor its time says whether a phone has an account', async () => {
  const app = await startIdentityApp({ hasLimits: false });
  const known = await app.someone();
  const blocked = await app.someone();
  const moderator = await app.someone('moderator');
  const registering = newPhone();
  await app.db.pool.query('update person set blocked_at = now() where id = $1', [blocked.userId]);
  await app.ask('POST Identity/Register', { body: { phone: registering, password: testPassword } });
  const enter = (phone: string, password: string) =>
    app.ask('POST Identity/AdminLogin', { body: { phone, password, rememberMe: false } });
  const send = (phone: string) => app.ask('GET Sms/SendComfirmCode', { query: { phone } });
  await compare('Token', {
    known: () => app.logIn(known.phone, wrong),
    unknown: () => app.logIn(newPhone(), wrong),
    blocked: () => app.logIn(blocked.phone, wrong),
    registering: () => app.logIn(registering, wrong),
  });
  await compare('AdminLogin', {
    'a moderator': () => enter(moderator.phone, wrong),
    'a user with the right password': () => enter(known.phone, testPassword),
    unknown: () => enter(newPhone(), wrong),
  });
  await compare('SendComfirmCode', { known: () => send(known.phone), unknown: () => send(newPhone()) });
  await app.close();
});

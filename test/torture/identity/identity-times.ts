import { randomInt } from 'node:crypto';
import { type IdentityApp, testPassword } from '#test/support/identity-app.ts';
import { newPhone } from '#test/support/sign-in.ts';
import { quantile } from '#test/torture/figures.ts';

type Answer = Awaited<ReturnType<IdentityApp['logIn']>>;

/** A kind of caller, such as one without an account. */
interface Asker {
  readonly name: string;
  ask(): Promise<Answer>;
}

/** Answers and times of a call for callers that must not be distinguishable. */
export interface Likeness {
  readonly call: string;
  /** Milliseconds. */
  readonly medians: Readonly<Record<string, number>>;
  /** Between the slowest and the fastest caller. */
  readonly apart: number;
  /** Different answers, without their random parts. */
  readonly answers: readonly string[];
}

function shuffle<Item>(items: readonly Item[]): Item[] {
  const mixed = [...items];
  for (let last = mixed.length - 1; last > 0; last -= 1) {
    const other = randomInt(last + 1);
    const one = mixed[last];
    const two = mixed[other];
    if (one !== undefined && two !== undefined) [mixed[last], mixed[other]] = [two, one];
  }
  return mixed;
}

/** Sends the requests in random order, so that other load on the machine affects all callers equally. */
async function compare(call: string, askers: readonly Asker[], rounds: number): Promise<Likeness> {
  const times = new Map(askers.map(({ name }) => [name, [] as number[]]));
  const answers = new Set<string>();
  for (const { name, ask } of shuffle(askers.flatMap((asker) => new Array<Asker>(rounds).fill(asker)))) {
    const from = performance.now();
    const { status, code, message, fields, details, data } = await ask();
    times.get(name)?.push(performance.now() - from);
    answers.add(JSON.stringify([status, code, message, fields, details, data]));
  }
  const medians = Object.fromEntries([...times].map(([name, all]) => [name, quantile(all, 0.5)]));
  const all = Object.values(medians);
  return { call, medians, apart: Math.max(...all) - Math.min(...all), answers: [...answers] };
}

/** Invariant 12: neither the answer nor its time shows whether a phone has an account. */
export async function timePhones(app: IdentityApp, rounds: number): Promise<Likeness[]> {
  const known = await app.someone();
  const blocked = await app.someone();
  const waiting = newPhone();
  const moderator = await app.someone('moderator');
  await app.db.pool.query('update person set blocked_at = now() where id = $1', [blocked.userId]);
  await app.ask('POST Identity/Register', { body: { phone: waiting, password: testPassword } });
  const wrong = 'not this one 1';
  const admin = (phone: string, password: string) =>
    app.ask('POST Identity/AdminLogin', { body: { phone, password, rememberMe: false } });
  const send = (phone: string) => app.ask('GET Sms/SendComfirmCode', { query: { phone } });
  return [
    await compare(
      'Token',
      [
        { name: 'known', ask: () => app.logIn(known.phone, wrong) },
        { name: 'unknown', ask: () => app.logIn(newPhone(), wrong) },
        { name: 'blocked', ask: () => app.logIn(blocked.phone, wrong) },
        { name: 'registering', ask: () => app.logIn(waiting, wrong) },
      ],
      rounds,
    ),
    await compare(
      'AdminLogin',
      [
        { name: 'moderator', ask: () => admin(moderator.phone, wrong) },
        { name: 'user with his right password', ask: () => admin(known.phone, testPassword) },
        { name: 'unknown', ask: () => admin(newPhone(), wrong) },
      ],
      rounds,
    ),
    await compare(
      'SendComfirmCode',
      [
        { name: 'known', ask: () => send(known.phone) },
        { name: 'unknown', ask: () => send(newPhone()) },
      ],
      rounds,
    ),
  ];
}

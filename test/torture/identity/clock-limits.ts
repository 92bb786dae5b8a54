import { z } from 'zod';
import { PasswordHashing } from '#app/identity/passwords/password-hashing.server.ts';
import { createPerson } from '#app/profile/new-person.server.ts';
import { newPhone } from '#test/support/sign-in.ts';
import type { Fleet } from '#test/torture/fleet/server-fleet.ts';
import { inParallel } from '#test/torture/money/donors.ts';
import { withSettableClock } from './clock-fixture.ts';
import type { FakedClock } from './faked-clock.ts';

const failed = z.object({ error: z.object({ code: z.string(), message: z.string() }) });

const hour = 3_600;
const day = 24 * hour;
const password = 'верная лошадь 47';
const home = '198.51.100.7';

/** Patterns that identify the messages of the budgets. */
const reasons = {
  'Новый можно запросить через минуту': 'gap',
  'На этот номер отправлено слишком много кодов за час': 'hour',
  'за сутки': 'day',
  'С вашего адреса запрошено': 'address',
  'Сейчас запрашивают слишком много': 'global',
  'Войдите по коду из SMS': 'phone',
  'Следующая попытка через': 'delay',
} as const;

/** Sends the requests of users and attackers to a server, and records every unexpected answer. */
class LimitProber {
  readonly wrong: string[] = [];
  steps = 0;
  #addresses = 0;
  #ahead = 0;
  readonly #fleet: Fleet;
  readonly #clock: FakedClock;

  constructor(fleet: Fleet, clock: FakedClock) {
    this.#fleet = fleet;
    this.#clock = clock;
  }

  /** Seconds ahead of the true time, since the start. */
  async setClock(seconds: number): Promise<void> {
    this.#ahead = seconds;
    await this.#clock.set(seconds);
  }

  async wait(seconds: number): Promise<void> {
    await this.setClock(this.#ahead + seconds);
  }

  newAddress(): string {
    this.#addresses += 1;
    return `203.0.${Math.floor(this.#addresses / 250)}.${1 + (this.#addresses % 250)}`;
  }

  async #ask(name: string, input: object, address: string): Promise<{ outcome: string; retryAfter: number }> {
    const answer = await this.#fleet.server.api(name, input, { address });
    const error = failed.safeParse(answer.body).data?.error;
    const reason = Object.entries(reasons).find(([text]) => error?.message.includes(text))?.[1];
    const outcome = answer.status === 200 ? 'ok' : answer.status === 429 ? (reason ?? '429') : (error?.code ?? '');
    return { outcome, retryAfter: Number(answer.headers.get('retry-after') ?? 0) };
  }

  sendCode = (phone: string, address = this.newAddress()) =>
    this.#ask('GET Sms/SendComfirmCode', { query: { phone } }, address);

  logIn = (phone: string, given = password, address = home) =>
    this.#ask('POST Identity/Token', { body: { phone, password: given, rememberMe: false } }, address);

  async expect(what: string, seen: Promise<{ outcome: string }>, wanted: string): Promise<void> {
    this.steps += 1;
    const { outcome } = await seen;
    if (outcome !== wanted) this.wrong.push(`${what}, ${this.#ahead} s ahead: ${outcome} instead of ${wanted}`);
  }
}

async function makePerson(fleet: Fleet): Promise<string> {
  const phone = newPhone();
  const passwordHash = await new PasswordHashing().hash(password);
  await fleet.db.transaction((tx) => createPerson(tx, { phone, passwordHash }));
  return phone;
}

/** Invariant 11: the codes of the victim over a day and an hour, of one address, and of all users. */
async function probeCodes(fleet: Fleet, prober: LimitProber): Promise<void> {
  const victim = await makePerson(fleet);
  const code = (what: string, wanted: string) => prober.expect(what, prober.sendCode(victim), wanted);
  const logsIn = () => prober.expect('the victim logs in', prober.logIn(victim), 'ok');
  const greedy = prober.newAddress();
  const fromGreedy = (what: string, wanted: string) => prober.expect(what, prober.sendCode(newPhone(), greedy), wanted);
  await inParallel(30, 5, () => fromGreedy('30 of one address', 'ok'));
  await fromGreedy('the 31st of one address', 'address');
  await code('the first', 'ok');
  await code('at once again', 'gap');
  await prober.setClock(30);
  await code('half a minute later', 'gap');
  for (let sent = 1; sent < 5; sent += 1) {
    await prober.setClock(sent * 65);
    await code('a minute later', 'ok');
  }
  await logsIn();
  await prober.setClock(400);
  await code('the sixth within an hour', 'hour');
  await prober.setClock(3_500);
  await code('the sixth, still within an hour', 'hour');
  await fromGreedy('one address within the hour', 'address');
  await logsIn();
  for (let sent = 0; sent < 5; sent += 1) {
    await prober.setClock(hour + 300 + sent * 65);
    await code('the next hour', 'ok');
  }
  await fromGreedy('one address in the next hour', 'ok');
  await prober.setClock(3 * hour);
  await code('the eleventh within a day', 'day');
  await logsIn();
  await prober.setClock(day - 600);
  await code('the eleventh, still within a day', 'day');
  await logsIn();
  await prober.setClock(day + 120);
  await code('the next day', 'ok');
  await prober.setClock(day + 3 * hour);
  await fleet.db.pool.query(
    `insert into sms_sent (phone, purpose, address, sent_at)
     select '998900000000', 'phone', '192.0.2.' || n % 100, clock_timestamp() from generate_series(1, 2000) as n`,
  );
  await prober.expect('after 2,000 of all', prober.sendCode(newPhone()), 'global');
  await logsIn();
  await prober.setClock(day + 4 * hour - 600);
  await prober.expect('2,000 of all, still within the hour', prober.sendCode(newPhone()), 'global');
  await prober.setClock(day + 4 * hour + 60);
  await prober.expect('all in the next hour', prober.sendCode(newPhone()), 'ok');
}

/** Sends wrong passwords from one address. Returns the pauses of the answers, in seconds. */
async function probeDelays(fleet: Fleet, prober: LimitProber): Promise<number[]> {
  const phone = await makePerson(fleet);
  await prober.setClock(2 * day);
  await prober.expect('the first login', prober.logIn(phone), 'ok');
  const wrong = () => prober.logIn(phone, 'not this one 1');
  for (let tries = 0; tries < 3; tries += 1) await prober.expect('a wrong password', wrong(), 'BadCredentials');
  const pauses: number[] = [];
  for (let tries = 0; tries < 15; tries += 1) {
    const refused = await wrong();
    // The first pauses may be over before the next request.
    if (refused.outcome === 'BadCredentials' && tries < 3) {
      pauses.push(2 ** tries);
      continue;
    }
    prober.steps += 1;
    if (refused.outcome !== 'delay')
      prober.wrong.push(`wrong password ${tries}: ${refused.outcome} instead of a pause`);
    pauses.push(refused.retryAfter);
    if (tries > 4) await prober.expect('the right password within the pause', prober.logIn(phone), 'delay');
    await prober.wait(refused.retryAfter);
    await prober.expect('after the pause', wrong(), 'BadCredentials');
  }
  await prober.expect('within an hour', prober.logIn(phone), 'delay');
  await prober.wait(hour);
  await prober.expect('the right password after an hour', prober.logIn(phone), 'ok');
  await prober.expect('a wrong one after the right one', wrong(), 'BadCredentials');
  await prober.expect('and the right one at once', prober.logIn(phone), 'ok');
  return pauses;
}

/** Sends a hundred wrong passwords from many addresses: unknown addresses wait an hour, the owner's does not. */
async function probeStrangers(fleet: Fleet, prober: LimitProber): Promise<void> {
  const phone = await makePerson(fleet);
  await prober.expect('the owner at home', prober.logIn(phone), 'ok');
  await inParallel(100, 8, async () => {
    await prober.logIn(phone, 'not this one 1', prober.newAddress());
  });
  const stranger = () => prober.logIn(phone, password, prober.newAddress());
  await prober.expect('a strange address after 100 wrong passwords', stranger(), 'phone');
  await prober.expect('the owner at home, after them', prober.logIn(phone), 'ok');
  await prober.wait(hour + 60);
  await prober.expect('a strange address after an hour', stranger(), 'ok');
}

export interface LimitStory {
  readonly codes: { readonly steps: number; readonly wrong: readonly string[] };
  readonly delays: { readonly steps: number; readonly wrong: readonly string[]; readonly pauses: readonly number[] };
}

async function runStory(fleet: Fleet, clock: FakedClock): Promise<LimitStory> {
  const ofCodes = new LimitProber(fleet, clock);
  const ofDelays = new LimitProber(fleet, clock);
  await probeCodes(fleet, ofCodes);
  const pauses = await probeDelays(fleet, ofDelays);
  await probeStrangers(fleet, ofDelays);
  const { steps, wrong } = ofDelays;
  return { codes: { steps: ofCodes.steps, wrong: ofCodes.wrong }, delays: { steps, wrong, pauses } };
}

/** Invariants 11 and 12 over hours and days, on a clock that is set ahead; null if no clock can be set. */
export const runLimitStory = (): Promise<LimitStory | null> => withSettableClock({ LIMITS: 'on' }, runStory);

import { z } from 'zod';
import { PasswordHashing } from '#app/identity/password-hashing.server.ts';
import { createPerson } from '#app/new-person.server.ts';
import { newPhone } from '#test/sign-in.ts';
import { withSettableClock } from './clock-house.ts';
import { inParallel } from './donors.ts';
import type { FakedClock } from './faked-clock.ts';
import type { Fleet } from './server-fleet.ts';

const failed = z.object({ error: z.object({ code: z.string(), message: z.string() }) });

const hour = 3_600;
const day = 24 * hour;
const password = 'верная лошадь 47';
const home = '198.51.100.7';

/** What the messages of the budgets are told by. */
const reasons = {
  'Новый можно запросить через минуту': 'gap',
  'На этот номер отправлено слишком много кодов за час': 'hour',
  'за сутки': 'day',
  'С вашего адреса запрошено': 'address',
  'Сейчас запрашивают слишком много': 'everybody',
  'Войдите по коду из SMS': 'phone',
  'Следующая попытка через': 'delay',
} as const;

/** Tells a server of the fleet what people and their attackers would, and notes what is answered otherwise than it must be. */
class LimitTeller {
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

  /** So many seconds ahead of the true time, counted from the beginning. */
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

  async #ask(name: string, input: object, address: string): Promise<{ told: string; retryAfter: number }> {
    const answer = await this.#fleet.server.api(name, input, { address });
    const error = failed.safeParse(answer.body).data?.error;
    const reason = Object.entries(reasons).find(([text]) => error?.message.includes(text))?.[1];
    const told = answer.status === 200 ? 'ok' : answer.status === 429 ? (reason ?? '429') : (error?.code ?? '');
    return { told, retryAfter: Number(answer.headers.get('retry-after') ?? 0) };
  }

  sendCode = (phone: string, address = this.newAddress()) =>
    this.#ask('GET Sms/SendComfirmCode', { query: { phone } }, address);

  logIn = (phone: string, given = password, address = home) =>
    this.#ask('POST Identity/Token', { body: { phone, password: given, rememberMe: false } }, address);

  async expect(what: string, seen: Promise<{ told: string }>, wanted: string): Promise<void> {
    this.steps += 1;
    const { told } = await seen;
    if (told !== wanted) this.wrong.push(`${what}, ${this.#ahead} s ahead: ${told} instead of ${wanted}`);
  }
}

async function makePerson(fleet: Fleet): Promise<string> {
  const [phone, passwordHash] = [newPhone(), await new PasswordHashing().hash(password)];
  await fleet.db.transaction((tx) => createPerson(tx, { phone, passwordHash }));
  return phone;
}

/** Invariant 11: the victim's codes over a day and an hour, those of one address, and those of everybody. */
async function tellOfCodes(fleet: Fleet, teller: LimitTeller): Promise<void> {
  const victim = await makePerson(fleet);
  const code = (what: string, wanted: string) => teller.expect(what, teller.sendCode(victim), wanted);
  const logsIn = () => teller.expect('the victim logs in', teller.logIn(victim), 'ok');
  const greedy = teller.newAddress();
  const fromGreedy = (what: string, wanted: string) => teller.expect(what, teller.sendCode(newPhone(), greedy), wanted);
  await inParallel(30, 5, () => fromGreedy('30 of one address', 'ok'));
  await fromGreedy('the 31st of one address', 'address');
  await code('the first', 'ok');
  await code('at once again', 'gap');
  await teller.setClock(30);
  await code('half a minute later', 'gap');
  for (let sent = 1; sent < 5; sent += 1) {
    await teller.setClock(sent * 65);
    await code('a minute later', 'ok');
  }
  await logsIn();
  await teller.setClock(400);
  await code('the sixth within an hour', 'hour');
  await teller.setClock(3_500);
  await code('the sixth, still within an hour', 'hour');
  await fromGreedy('one address within the hour', 'address');
  await logsIn();
  for (let sent = 0; sent < 5; sent += 1) {
    await teller.setClock(hour + 300 + sent * 65);
    await code('the next hour', 'ok');
  }
  await fromGreedy('one address in the next hour', 'ok');
  await teller.setClock(3 * hour);
  await code('the eleventh within a day', 'day');
  await logsIn();
  await teller.setClock(day - 600);
  await code('the eleventh, still within a day', 'day');
  await logsIn();
  await teller.setClock(day + 120);
  await code('the next day', 'ok');
  await teller.setClock(day + 3 * hour);
  await fleet.db.pool.query(
    `insert into sms_sent (phone, purpose, address, sent_at)
     select '998900000000', 'phone', '192.0.2.' || n % 100, clock_timestamp() from generate_series(1, 2000) as n`,
  );
  await teller.expect('after 2,000 of everybody', teller.sendCode(newPhone()), 'everybody');
  await logsIn();
  await teller.setClock(day + 4 * hour - 600);
  await teller.expect('2,000 of everybody, still within the hour', teller.sendCode(newPhone()), 'everybody');
  await teller.setClock(day + 4 * hour + 60);
  await teller.expect('everybody in the next hour', teller.sendCode(newPhone()), 'ok');
}

/** Wrong passwords from one address: answers the pauses that were told, in seconds. */
async function tellOfDelays(fleet: Fleet, teller: LimitTeller): Promise<number[]> {
  const phone = await makePerson(fleet);
  await teller.setClock(2 * day);
  await teller.expect('the first login', teller.logIn(phone), 'ok');
  const wrong = () => teller.logIn(phone, 'not this one 1');
  for (let tries = 0; tries < 3; tries += 1) await teller.expect('a wrong password', wrong(), 'BadCredentials');
  const pauses: number[] = [];
  for (let tries = 0; tries < 15; tries += 1) {
    const refused = await wrong();
    // The first pauses may be over before anybody can ask.
    if (refused.told === 'BadCredentials' && tries < 3) {
      pauses.push(2 ** tries);
      continue;
    }
    teller.steps += 1;
    if (refused.told !== 'delay') teller.wrong.push(`wrong password ${tries}: ${refused.told} instead of a pause`);
    pauses.push(refused.retryAfter);
    if (tries > 4) await teller.expect('the right password within the pause', teller.logIn(phone), 'delay');
    await teller.wait(refused.retryAfter);
    await teller.expect('after the pause', wrong(), 'BadCredentials');
  }
  await teller.expect('within an hour', teller.logIn(phone), 'delay');
  await teller.wait(hour);
  await teller.expect('the right password after an hour', teller.logIn(phone), 'ok');
  await teller.expect('a wrong one after the right one', wrong(), 'BadCredentials');
  await teller.expect('and the right one at once', teller.logIn(phone), 'ok');
  return pauses;
}

/** A hundred wrong passwords from everywhere: strange addresses wait an hour, the owner's does not. */
async function tellOfStrangers(fleet: Fleet, teller: LimitTeller): Promise<void> {
  const phone = await makePerson(fleet);
  await teller.expect('the owner at home', teller.logIn(phone), 'ok');
  await inParallel(100, 8, async () => {
    await teller.logIn(phone, 'not this one 1', teller.newAddress());
  });
  const stranger = () => teller.logIn(phone, password, teller.newAddress());
  await teller.expect('a strange address after 100 wrong passwords', stranger(), 'phone');
  await teller.expect('the owner at home, after them', teller.logIn(phone), 'ok');
  await teller.wait(hour + 60);
  await teller.expect('a strange address after an hour', stranger(), 'ok');
}

export interface LimitStory {
  readonly codes: { readonly steps: number; readonly wrong: readonly string[] };
  readonly delays: { readonly steps: number; readonly wrong: readonly string[]; readonly pauses: readonly number[] };
}

async function tellStory(fleet: Fleet, clock: FakedClock): Promise<LimitStory> {
  const [ofCodes, ofDelays] = [new LimitTeller(fleet, clock), new LimitTeller(fleet, clock)];
  await tellOfCodes(fleet, ofCodes);
  const pauses = await tellOfDelays(fleet, ofDelays);
  await tellOfStrangers(fleet, ofDelays);
  const { steps, wrong } = ofDelays;
  return { codes: { steps: ofCodes.steps, wrong: ofCodes.wrong }, delays: { steps, wrong, pauses } };
}

/** Invariants 11 and 12 where hours and days count, on a clock that is set ahead; null where no clock can be set. */
export const runLimitStory = (): Promise<LimitStory | null> => withSettableClock({ LIMITS: 'on' }, tellStory);

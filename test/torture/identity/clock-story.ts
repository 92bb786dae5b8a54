import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { createPerson } from '#app/profile/new-person.server.ts';
import { readLedgerFaults } from '#test/support/money/money-faults.ts';
import { newPhone, signIn } from '#test/support/sign-in.ts';
import { testSecrets } from '#test/support/start-app.ts';
import type { Fleet } from '#test/torture/fleet/server-fleet.ts';
import { giveUntilAcknowledged, payByCard, testCards } from '#test/torture/money/donors.ts';
import { findMoneyFaults, type MoneyFaults, readEvidence } from '#test/torture/money/money-evidence.ts';
import { withSettableClock } from './clock-fixture.ts';
import type { FakedClock } from './faked-clock.ts';
import { readSentCode } from './sent-code.ts';

const failed = z.object({ error: z.object({ code: z.string() }) });
const pair = z.object({ data: z.object({ token: z.string(), refreshToken: z.string() }) });

export interface ClockStory {
  /** The answers to codes and tokens, in the order of the steps. */
  readonly codes: Readonly<Record<string, string>>;
  readonly sessions: Readonly<Record<string, string>>;
  /** Callbacks that were refused for their age. */
  readonly refused: number;
  /**
   * Seconds until the server knew of a donation: `ahead`: its callback was refused; `back`: it was made after the clock was right again;
   * `expired`: it was paid while expired for the server, counted from the moment when the clock was right.
   */
  readonly knownAfter: { readonly ahead: number; readonly expired: number; readonly back: number };
  readonly faults: MoneyFaults;
  readonly ledgerFaults: object;
}

const minutes = 60;
const hours = 3_600;

class ClockProber {
  readonly codes: Record<string, string> = {};
  readonly sessions: Record<string, string> = {};
  readonly acknowledged: { payId: string; amount: number }[] = [];
  readonly #fleet: Fleet;

  constructor(fleet: Fleet) {
    this.#fleet = fleet;
  }

  async #outcome(name: string, input: object, token?: string): Promise<string> {
    const answer = await this.#fleet.server.api(name, input, token === undefined ? {} : { token });
    return answer.status === 200 ? 'ok' : (failed.safeParse(answer.body).data?.error.code ?? String(answer.status));
  }

  async sendCode(phone: string): Promise<string> {
    await this.#outcome('GET Sms/SendComfirmCode', { query: { phone } });
    return readSentCode(this.#fleet.server.api, phone);
  }

  async tryCode(when: string, phone: string, code: string): Promise<void> {
    const query = { phone, comfirmCode: code, rememberMe: false };
    this.codes[when] = await this.#outcome('GET Sms/CheckComfirmCode', { query });
  }

  async tryToken(when: string, token: string): Promise<void> {
    this.sessions[when] = await this.#outcome('POST Identity/GetUser', {}, token);
  }

  /** Returns the new pair of tokens; null if there is none. */
  async refresh(when: string, tokens: { token: string; refreshToken: string }) {
    const body = { accessToken: tokens.token, refreshToken: tokens.refreshToken };
    const answer = await this.#fleet.server.api('POST Identity/RefreshToken', { body });
    const parsed = pair.safeParse(answer.body);
    this.sessions[when] = parsed.success ? 'ok' : (failed.safeParse(answer.body).data?.error.code ?? '');
    return parsed.data?.data ?? null;
  }

  async give(projectId: string): Promise<{ payId: string; paymentUrl: string }> {
    const amount = 5_000 + this.acknowledged.length;
    const donation = { projectId, amount };
    const made = await giveUntilAcknowledged(this.#fleet.server.api, donation, `clock-donation-${amount}`);
    this.acknowledged.push({ payId: made.payId, amount: amount * 100 });
    return made;
  }

  /** Pays, and returns the seconds until the server knows of it. */
  async pay({ payId, paymentUrl }: { payId: string; paymentUrl: string }): Promise<number> {
    await payByCard(paymentUrl, testCards.noCode);
    return this.waitUntilKnown(payId);
  }

  async waitUntilKnown(payId: string): Promise<number> {
    const begun = Date.now();
    const paid = 'select from donation where id = $1 and paid_at is not null';
    while ((await this.#fleet.db.pool.query(paid, [payId])).rowCount === 0) {
      if (Date.now() - begun > 100_000) return Number.POSITIVE_INFINITY;
      await pause(100);
    }
    return (Date.now() - begun) / 1000;
  }
}

async function runStory(fleet: Fleet, clock: FakedClock): Promise<ClockStory> {
  const prober = new ClockProber(fleet);
  const { projectId } = await fleet.db.transaction((tx) => createPerson(tx, { phone: newPhone() }));
  const someone = (remember: boolean) => signIn(fleet.db, testSecrets.jwt, { remember });
  const short = await someone(false);
  const idle = await someone(false);
  const replayed = await someone(false);
  const remembered = await someone(true);
  await prober.tryCode('at once', short.phone, await prober.sendCode(short.phone));
  const first = await prober.give(projectId);
  const second = await prober.give(projectId);
  const old = await prober.sendCode(idle.phone);
  const last = await prober.sendCode(remembered.phone);

  await clock.set(4.5 * minutes);
  await prober.tryCode('after 4.5 min', remembered.phone, last);

  await clock.set(6 * minutes);
  await prober.tryCode('after 6 min', idle.phone, old);
  await prober.tryCode('a new one', idle.phone, await prober.sendCode(idle.phone));
  await prober.tryToken('token after 6 min', short.token);
  const ahead = await prober.pay(first);
  const refused = fleet.logLines.filter((line) => line.includes('callback with a wrong signature')).length;

  await clock.set(20 * minutes);
  await prober.tryToken('token after 20 min', short.token);
  const again = await prober.refresh('refresh after 20 min', short);
  await prober.tryToken('new token', again?.token ?? '');
  const successor = await prober.refresh('another refresh', replayed);
  await clock.set(21 * minutes);
  await prober.refresh('its old token a minute later', replayed);
  await prober.tryToken('its session then', successor?.token ?? '');

  await clock.set(25 * hours);
  await prober.refresh('refresh after 25 h', idle);
  await prober.refresh('remembered after 25 h', remembered);
  await payByCard(second.paymentUrl, testCards.noCode);
  await clock.set(530 * hours);
  await prober.refresh('remembered after 530 h', remembered);
  await clock.set(0);
  const back = await prober.pay(await prober.give(projectId));
  const expired = await prober.waitUntilKnown(second.payId);
  const { codes, sessions, acknowledged } = prober;
  const faults = findMoneyFaults(await readEvidence(fleet, { asked: acknowledged.length, acknowledged }));
  const ledgerFaults = await readLedgerFaults(fleet.db);
  return { codes, sessions, refused, knownAfter: { ahead, expired, back }, faults, ledgerFaults };
}

/** Invariants 3, 10 and 13 on a machine whose clock jumps ahead and back; null if no clock can be set. */
export const runClockStory = (): Promise<ClockStory | null> => withSettableClock({}, runStory);

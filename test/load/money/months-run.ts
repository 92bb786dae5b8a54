import { setTimeout as pause } from 'node:timers/promises';
import type { Fleet } from '#test/load/server-fleet.ts';
import type { MembershipFixture } from '#test/support/money/membership-fixture.ts';
import type { paymeCardStandIn } from '#test/support/money/payme-card-caller.ts';
import { testSecrets } from '#test/support/start-app.ts';
import { type ModelledMembership, stepModel } from './membership-world.ts';

const day = 86_400_000;
/** How long no step may be taken while some are due: leases and outages end within it. */
const standstill = 240_000;
/** Where the clock begins. */
export const start = new Date('2027-12-31T00:00:00Z');
export type PaymeStandIn = ReturnType<typeof paymeCardStandIn>;

/** What goes wrong at the gateway, and at Payme. */
const faults = [
  [{ mode: 'lost-answer' }, 'lost-answer'],
  [{ mode: 'error500' }, 'down'],
  [{ mode: 'down' }, 'lost-receipt'],
  [{ mode: 'ok', callbacks: 'drop' }, 'lost-answer'],
  [{ mode: 'ok', callbacks: 'repeat' }, 'late-fiscal'],
] as const;

interface RunParts {
  readonly fixture: MembershipFixture;
  readonly workers: Fleet;
  readonly payme: PaymeStandIn;
  readonly models: readonly ModelledMembership[];
}

/** One run: a world, processes that charge it, and a clock that moves. */
export class MonthsRun {
  readonly #fixture: MembershipFixture;
  readonly #workers: Fleet;
  readonly #payme: PaymeStandIn;
  readonly #models: readonly ModelledMembership[];
  readonly met = { faults: 0, killed: 0, stopped: 0 };

  constructor({ fixture, workers, payme, models }: RunParts) {
    this.#fixture = fixture;
    this.#workers = workers;
    this.#payme = payme;
    this.#models = models;
  }

  /** The next moment: when something is due, up to two days later, and once a long outage. */
  #nextMoment(now: Date, isOutage: boolean): Date {
    const due = this.#models.flatMap(({ dueAt }) => (dueAt === null ? [] : [dueAt.getTime()]));
    const first = Math.max(now.getTime(), due.length > 0 ? Math.min(...due) : now.getTime() + day);
    return new Date(first + Math.floor(Math.random() * (isOutage ? 70 : 2) * day));
  }

  #setFaults(body: object): Promise<unknown> {
    return fetch(`${this.#fixture.app.sandbox.url}/control/faults`, {
      method: 'POST',
      headers: { authorization: `Bearer ${testSecrets.payment}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  }

  async #countDue(): Promise<number> {
    const { rows } = await this.#fixture.app.db.pool.query<{ count: number }>(
      'select count(*)::int as count from membership where due_at <= (select moment from torture_clock)',
    );
    return rows[0]?.count ?? 0;
  }

  /** Disturbs the processes and the provider, and ends leases early, so that several processes take the same step. */
  async #disturb(at: number): Promise<void> {
    const [atGateway, atPayme] = faults[at % faults.length] ?? faults[0];
    await this.#setFaults(atGateway);
    await this.#payme.mode(atPayme);
    this.met.faults += 1;
    await pause(700);
    await this.#fixture.freeLeases();
    const { servers } = this.#workers;
    const worker = servers[Math.floor(Math.random() * servers.length)];
    if (at % 3 === 0) {
      worker?.pause();
      await pause(1_500);
      worker?.resume();
      this.met.stopped += 1;
    }
    if (at % 4 === 1) {
      await worker?.kill();
      await worker?.start();
      this.met.killed += 1;
    }
    await this.#setFaults({});
    await this.#payme.mode('ok');
  }

  /** Lets the waits after unknown outcomes be over: a process that was stopped meets another one that takes the same step. */
  async #endWaits(): Promise<void> {
    const { pool } = this.#fixture.app.db;
    await this.#fixture.freeLeases();
    // Not those that were asked about just now: whoever charges would never have a turn.
    await pool.query(
      `update payment set next_check_at = now()
       where next_check_at > now() and asked_at < now() - interval '5 seconds' and status in ('Created', 'Expired')`,
    );
    await pool.query(
      `update payme_receipt set charging_since = now() - interval '61 seconds' where charging_since < now() - interval '3 seconds'`,
    );
  }

  async #settle(): Promise<void> {
    let least = Number.POSITIVE_INFINITY;
    let giveUpAt = 0;
    for (let due = await this.#countDue(); due > 0; due = await this.#countDue()) {
      if (due < least) giveUpAt = Date.now() + standstill;
      // Not while steps are taken: each would be taken several times, and the story would last for hours.
      else await this.#endWaits();
      least = Math.min(least, due);
      if (Date.now() > giveUpAt) throw new Error(`${due} memberships are still due`);
      await pause(300);
    }
  }

  /** Moves the clock until so many months have passed. */
  async play(months: number): Promise<void> {
    const end = start.getTime() + (months + 1) * 31 * day;
    let now = start;
    for (let at = 0; now.getTime() < end; at += 1) {
      now = this.#nextMoment(now, at === 12);
      await this.#fixture.app.db.pool.query('update torture_clock set moment = $1', [now]);
      if (at % 2 === 0) await this.#disturb(at / 2);
      await this.#settle();
      for (const model of this.#models) stepModel(model, now);
    }
  }
}

import { setTimeout as pause } from 'node:timers/promises';
import { test } from 'vitest';
import { chargeTokenSealer } from '#app/payments/card-token-sealer.server.ts';
import { openDatabase } from '#base/db/db.server.ts';
import { prove, scaled } from '#test/load/prove.ts';
import { type Fleet, openFleet, readBooks } from '#test/load/server-fleet.ts';
import { createTestDatabase } from '#test/support/database/database.ts';
import { MembershipFixture, monthlyCards } from '#test/support/money/membership-fixture.ts';
import { signIn } from '#test/support/sign-in.ts';
import { startApp, testSecrets } from '#test/support/start-app.ts';
import {
  type CardKind,
  type ModelledMembership,
  makeMembers,
  membershipEvidence,
  stepModel,
} from './membership-world.ts';
import { movedClock } from './moved-clock.ts';

const day = 86_400_000;
const stepLimit = 240_000;
const start = new Date('2027-12-31T00:00:00Z');
const faults = [
  { mode: 'lost-answer' },
  { mode: 'error500' },
  { mode: 'down' },
  { mode: 'ok', callbacks: 'drop' },
  { mode: 'ok', callbacks: 'repeat' },
] as const;

const cardKinds: readonly CardKind[] = ['good', 'lost', 'refusedTwice', 'refused', 'expired'];

/** The tokens of the test cards, taken from memberships that donors have begun. */
async function takeTokens(fixture: MembershipFixture): Promise<Record<CardKind, string>> {
  const { db } = fixture.app;
  const { projectId } = await signIn(db, testSecrets.jwt);
  const sealer = chargeTokenSealer(testSecrets.jwt);
  const tokens = { good: '', lost: '', refusedTwice: '', refused: '', expired: '' };
  for (const kind of cardKinds) {
    const { id } = await fixture.join(await fixture.person(), projectId, monthlyCards[kind]);
    const { rows } = await db.pool.query<{ sealed: Buffer }>(
      'select token_sealed as sealed from membership where id = $1',
      [id],
    );
    tokens[kind] = rows[0] ? (sealer.open(rows[0].sealed)?.text ?? '') : '';
    await db.pool.query(
      `update membership set state = 'Ended', end_reason = 'Left', ended_at = now(), due_at = null,
      token_sealed = null where id = $1`,
      [id],
    );
  }
  return tokens;
}

/** A clock that all processes read, at its start. */
async function makeClock(url: string): Promise<void> {
  const db = openDatabase({ url, max: 1 });
  await db.pool.query('create table torture_clock (moment timestamptz not null)');
  await db.pool.query('insert into torture_clock values ($1)', [start]);
  await db.close();
}

/** One run: a world, processes that charge it, and a clock that moves. */
class MonthsRun {
  readonly #fixture: MembershipFixture;
  readonly #workers: Fleet;
  readonly #models: readonly ModelledMembership[];
  readonly met = { faults: 0, killed: 0, stopped: 0 };

  constructor(fixture: MembershipFixture, workers: Fleet, models: readonly ModelledMembership[]) {
    this.#fixture = fixture;
    this.#workers = workers;
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
    await this.#setFaults(faults[at % faults.length] ?? {});
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
  }

  async #settle(): Promise<void> {
    for (const giveUpAt = Date.now() + stepLimit; (await this.#countDue()) > 0; ) {
      if (Date.now() > giveUpAt) throw new Error(`${await this.#countDue()} memberships are still due`);
      await this.#fixture.freeLeases();
      await this.#fixture.app.db.pool.query(
        `update payment set next_check_at = now() where next_check_at > now() and status in ('Created', 'Expired')`,
      );
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

test('1: every month of a membership is charged once or accounted for as refused', async () => {
  const members = scaled(5_000, 14);
  const months = scaled(24, 2);
  const database = await createTestDatabase();
  await makeClock(database.url);
  const app = await startApp({
    env: { LIMITS: 'off', LOG_LEVEL: 'silent' },
    databaseUrl: database.url,
    clock: movedClock,
  });
  const fixture = new MembershipFixture(app, { clock: { now: start } });
  try {
    const tokens = await takeTokens(fixture);
    const creators = await Promise.all([1, 2, 3].map(() => fixture.person()));
    const models = await makeMembers(app.db, members, { creators, tokens, start });
    // Not before: it would forget the cards of the memberships that gave their tokens.
    const workers = await openFleet({
      servers: 3,
      databaseUrl: database.url,
      env: { CLOCK: 'database', PAYMENT_URL: app.sandbox.url, LOG_LEVEL: 'silent' },
    });
    try {
      const run = new MonthsRun(fixture, workers, models);
      await run.play(months);
      const { paid, expectedPaid, posted, provider, isBalanced, ...faults } = await membershipEvidence(
        app.db,
        models,
        await readBooks(app.sandbox.url),
      );
      const difference = isBalanced ? 0 : posted - provider || 1;
      prove(1, {
        promise: `${members} memberships over ${months} months, workers killed, stopped and doubled, outages: each month is charged once or refused`,
        none: { ...faults, 'ledger less provider': difference, 'paid months less expected': paid - expectedPaid },
        met: {
          faults: [run.met.faults, 2],
          'workers killed or stopped': run.met.killed + run.met.stopped,
          'months paid': [paid, 8],
        },
      });
    } finally {
      await workers.close();
    }
  } finally {
    await app.close();
    await database.drop();
  }
});

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { chargeTokenSealer } from '#app/memberships/token-sealer.server.ts';
import { openDatabase } from '#base/db/db.server.ts';
import { createTestDatabase } from '#test/support/database/database.ts';
import { MembershipFixture, monthlyCards } from '#test/support/money/membership-fixture.ts';
import { signIn } from '#test/support/sign-in.ts';
import { startApp, testSecrets } from '#test/support/start-app.ts';
import { membershipEvidence } from './membership-evidence.ts';
import { MembershipWorkers } from './membership-workers.ts';
import { type CardKind, type ModelledMembership, makeMembers, stepModel } from './membership-world.ts';
import { movedClock } from './moved-clock.ts';

interface MonthsPlan {
  readonly members: number;
  readonly months: number;
  readonly workers: number;
}

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

const books = z.object({
  payments: z.array(z.looseObject({ reference: z.string(), status: z.string(), amount: z.number() })),
});

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
  readonly #workers: MembershipWorkers;
  readonly #models: readonly ModelledMembership[];
  readonly faulty = { count: 0 };

  constructor(fixture: MembershipFixture, workers: MembershipWorkers, models: readonly ModelledMembership[]) {
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
    this.faulty.count += 1;
    await pause(700);
    await this.#fixture.freeLeases();
    if (at % 3 === 0) await this.#workers.stopFor(1_500);
    if (at % 4 === 1) await this.#workers.kill();
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

async function readBooks({ sandbox }: MembershipFixture['app']) {
  const headers = { authorization: `Bearer ${testSecrets.payment}` };
  const answer = await fetch(`${sandbox.url}/control/books`, { headers });
  return books.parse(await answer.json()).payments;
}

/** Charges members over months by several processes that are killed and stopped, with a provider that fails. */
export async function chargeMonths({ members, months, workers: count }: MonthsPlan) {
  const database = await createTestDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), 'opora-months-'));
  await makeClock(database.url);
  const app = await startApp({
    env: { LIMITS: 'off', LOG_LEVEL: 'silent' },
    databaseUrl: database.url,
    clock: movedClock,
  });
  const fixture = new MembershipFixture(app, { clock: { now: start } });
  const workers = new MembershipWorkers({
    NODE_ENV: 'test',
    SANDBOX_PORT: 'off',
    PAYMENT_URL: app.sandbox.url,
    PAYMENT_SECRET: testSecrets.payment,
    JWT_SECRET: testSecrets.jwt,
    DATABASE_URL: database.url,
    DATABASE_POOL: '8',
    DATA_DIR: dataDir,
    DEMO: 'off',
    LIMITS: 'off',
    LOG_LEVEL: 'silent',
  });
  try {
    const tokens = await takeTokens(fixture);
    const creators = await Promise.all([1, 2, 3].map(() => fixture.person()));
    const models = await makeMembers(app.db, members, { creators, tokens, start });
    await workers.start(count);
    const run = new MonthsRun(fixture, workers, models);
    await run.play(months);
    const evidence = await membershipEvidence(app.db, models, await readBooks(app));
    return { ...evidence, kills: workers.kills.count, stops: workers.stops.count, faulty: run.faulty.count };
  } finally {
    await workers.close();
    await app.close();
    await database.drop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

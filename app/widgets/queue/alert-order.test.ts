import fc from 'fast-check';
import sql from 'sql-template-tag';
import { afterAll, expect, test } from 'vitest';
import { AlertFixture } from '#test/support/alert-fixture.ts';
import { openTestDatabase } from '#test/support/database/database.ts';
import { type AlertState, mayMove } from '../alert-state.ts';
import { sweepAlerts } from './alert-move-store.server.ts';
import { readQueue } from './alert-queue-store.server.ts';

const database = await openTestDatabase();
afterAll(() => database.close());
const db = database.db;

const sources = ['a', 'b', 'c'] as const;
const source = fc.constantFrom(...sources);

const command = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('give' as const), withMessage: fc.boolean() }) },
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('next' as const), source, isVisible: fc.boolean() }) },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('report' as const),
      source,
      state: fc.constantFrom('playing' as const, 'shown' as const, 'failed' as const),
      isLate: fc.boolean(),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('die' as const), source }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('time' as const), seconds: fc.constantFrom(4, 11, 40) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('control' as const),
      action: fc.constantFrom(...(['pause', 'resume', 'skip', 'replay', 'approve', 'reject'] as const)),
      at: fc.option(fc.nat(30)),
    }),
  },
);
type Command = typeof command extends fc.Arbitrary<infer One> ? One : never;

interface Row extends Record<string, unknown> {
  readonly id: string;
  readonly number: number;
  readonly state: AlertState;
  readonly digest_id: string | null;
}

/** The model of the queue: what an observer sees and remembers. */
class Watch {
  readonly fixture: AlertFixture;
  /** The alert that each source believes to have leased, and the one before. */
  readonly held = new Map<string, string>();
  readonly before = new Map<string, string>();
  /** How often an alert was accepted as playing, and how often the creator allowed a replay. */
  readonly plays = new Map<string, number>();
  readonly replays = new Map<string, number>();
  states = new Map<string, Row>();

  constructor(fixture: AlertFixture) {
    this.fixture = fixture;
  }

  async read(): Promise<Map<string, Row>> {
    const { rows } = await db.execute<Row>(sql`
      select id, number, state, digest_id from alert where project_id = ${this.fixture.projectId} order by number`);
    return new Map(rows.map((row) => [row.id, row]));
  }

  async run(one: Command): Promise<void> {
    const { fixture, held, before } = this;
    switch (one.kind) {
      case 'give':
        await fixture.give(['Имя'], one.withMessage ? 'привет' : null);
        return;
      case 'next':
        return this.next(one.source, one.isVisible);
      case 'report':
        return this.report(one.source, one.state, one.isLate);
      case 'die':
        before.delete(one.source);
        held.delete(one.source);
        return;
      case 'time':
        await fixture.passTime(one.seconds);
        return sweepAlerts(db);
      case 'control':
        return this.control(one.action, one.at);
    }
  }

  async next(asking: string, isVisible: boolean): Promise<void> {
    const waiting = [...(await this.read()).values()].filter(
      ({ state, id, digest_id }) => state === 'queued' && (digest_id === null || digest_id === id),
    );
    const alert = await this.fixture.next(asking, isVisible);
    if (alert === null) return;
    const already = this.states.get(alert.alertId);
    // The first in the queue, or the alert that this source has leased or has just lost.
    if (already?.state === 'queued') assertSame(alert.alertId, waiting[0]?.id);
    this.held.set(asking, alert.alertId);
    this.before.set(asking, alert.alertId);
  }

  async report(asking: string, state: 'playing' | 'shown' | 'failed', isLate: boolean): Promise<void> {
    const alertId = (isLate ? this.before : this.held).get(asking);
    if (alertId === undefined) return;
    const was = (await this.read()).get(alertId)?.state;
    const result = await this.fixture.report(asking, alertId, state);
    const isStart = result === 'taken' && was === 'leased' && state !== 'failed';
    if (isStart) this.plays.set(alertId, (this.plays.get(alertId) ?? 0) + 1);
    if (state !== 'playing') this.held.delete(asking);
  }

  async control(action: Parameters<AlertFixture['control']>[0], at: number | null): Promise<void> {
    const before = await this.read();
    const chosen = at === null ? undefined : [...before.keys()][at];
    await this.fixture.control(action, chosen);
    if (action !== 'replay') return;
    for (const [id, { state }] of await this.read()) {
      if (state === 'queued' && before.get(id)?.state !== 'queued')
        this.replays.set(id, (this.replays.get(id) ?? 0) + 1);
    }
  }

  /** The invariants after every command. */
  async check(one: Command): Promise<void> {
    const rows = await this.read();
    const current = [...rows.values()].filter(
      ({ state, id, digest_id }) => ['leased', 'playing'].includes(state) && (digest_id === null || digest_id === id),
    );
    assertSame(current.length <= 1, true);
    for (const [id, row] of rows) {
      const was = this.states.get(id)?.state;
      const isLegal = was === undefined || was === row.state || mayMove(was, row.state) || isTwoSteps(was, row.state);
      if (!isLegal) throw new Error(`${was} became ${row.state} by ${JSON.stringify(one)}`);
      const allowed = 1 + (this.replays.get(id) ?? 0);
      if ((this.plays.get(id) ?? 0) > allowed) throw new Error(`shown ${this.plays.get(id)} times, allowed ${allowed}`);
      if (row.digest_id !== null) assertSame(row.state, rows.get(row.digest_id)?.state);
    }
    this.states = rows;
  }
}

/** First the lease expires, then the command runs. */
const isTwoSteps = (from: AlertState, to: AlertState) =>
  (from === 'leased' && mayMove('queued', to)) || (from === 'playing' && mayMove('uncertain', to));

function assertSame(got: unknown, wanted: unknown): void {
  if (got !== wanted) throw new Error(`${String(got)} is not ${String(wanted)}`);
}

test('any sequence of commands shows each alert at most once, in order, and loses none', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(command, { minLength: 10, maxLength: 45 }), async (commands) => {
      const fixture = await AlertFixture.open(db);
      await fixture.set({ review: commands.length % 2 === 0 ? 'off' : 'hold' });
      const watch = new Watch(fixture);
      for (const one of commands) {
        await watch.run(one);
        await watch.check(one);
      }
      await finish(watch);
    }),
    { numRuns: Number(process.env.ALERT_RUNS ?? 40) },
  );
  expect(await db.execute(sql`select 1 from alert where state = 'leased'`)).toMatchObject({ rowCount: 0 });
}, 120_000);

/** Finally the creator resumes everything and one page shows all that waits, in order. */
async function finish({ fixture }: Watch): Promise<void> {
  await fixture.passTime(100);
  await sweepAlerts(db);
  await fixture.control('resume');
  const { held } = await readQueue(db, fixture.projectId);
  await fixture.control('approve', ...held.map(({ alertId }) => alertId));
  const order: number[] = [];
  const numberOf = async (id: string) =>
    (await db.execute<Row>(sql`select number from alert where id = ${id}`)).rows[0]?.number ?? 0;
  for (;;) {
    const alert = await fixture.next('last');
    if (alert === null) break;
    order.push(await numberOf(alert.alertId));
    await fixture.report('last', alert.alertId, 'playing');
    await fixture.report('last', alert.alertId, 'shown');
  }
  assertSame(JSON.stringify(order), JSON.stringify(order.toSorted((one, other) => one - other)));
  const { rows } = await db.execute<Row>(sql`
    select state from alert where project_id = ${fixture.projectId} and state in ('held', 'queued', 'leased', 'playing')`);
  assertSame(rows.length, 0);
}

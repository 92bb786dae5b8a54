import sql from 'sql-template-tag';
import { afterAll, afterEach, beforeEach, expect, it, vi } from 'vitest';
import { readOperationFigures } from '#app/monitoring/figures-store.server.ts';
import { givePaid, openMoneyFixture } from '#test/support/money/money-fixture.ts';
import { endNight, latestNights, readComparison, seeNight } from './comparisons-store.server.ts';
import { nightlyComparison } from './nightly-comparison.server.ts';

const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() };

const fixture = await openMoneyFixture();
afterAll(() => fixture.close());
afterEach(() => fixture.setFaults({ mode: 'ok' }));
const { projectId } = await fixture.person();
const paid = await givePaid(fixture, { projectId });

beforeEach(async () => {
  vi.clearAllMocks();
  await fixture.db.execute(sql`delete from book_comparison`);
  await fixture.db.execute(sql`update payment set amount = 1000000`);
});

/** The job of a process that has run for a while, at a moment in Tashkent. */
async function processAt(
  moment: string,
  secondLook: (signal: AbortSignal) => Promise<unknown> = async () => undefined,
) {
  const { db, systems } = fixture;
  const now = async () => new Date(`${moment}:00+05:00`);
  const job = nightlyComparison({ db, systems, log, timeZone: 'Asia/Tashkent', now, secondLook });
  await job.run();
  return job;
}

async function runAt(moment: string): Promise<void> {
  await (await processAt(moment)).run();
}

/** What is kept of the last night once it has ended. */
async function lastNight() {
  return vi.waitUntil(
    async () => {
      const found = await readComparison(fixture.db, null);
      return found?.endedAt ? found : false;
    },
    { timeout: 20_000, interval: 10 },
  );
}

/** How often a night was taken. */
async function attemptOf(night: string): Promise<number | undefined> {
  const { rows } = await fixture.db.execute<{ attempt: number }>(sql`
    select attempt from book_comparison where night = ${night}`);
  return rows[0]?.attempt;
}

const falsify = () => fixture.db.execute(sql`update payment set amount = amount + 1 where reference = ${paid.payId}`);

it('begins at three o’clock of the country, once a night over all processes', async () => {
  await runAt('2026-11-27T02:59');
  expect(await latestNights(fixture.db, 9)).toEqual([]);
  await Promise.all(Array.from({ length: 4 }, () => runAt('2026-11-27T03:00')));
  const { night, since, results } = await lastNight();
  expect({ night, since: since.toISOString() }).toEqual({ night: '2026-11-27', since: '2026-11-23T22:00:00.000Z' });
  expect(results).toEqual([
    {
      system: 'gateway',
      compared: 1,
      notCompared: 0,
      why: null,
      lacks: 'strangers',
      differing: 0,
      differences: [],
    },
  ]);
  expect(await attemptOf('2026-11-27')).toBe(1);
  await runAt('2026-11-27T23:59');
  await runAt('2026-11-28T04:00');
  await lastNight();
  expect((await latestNights(fixture.db, 9)).map((one) => one.night)).toEqual(['2026-11-28', '2026-11-27']);
  expect(log.warn).not.toHaveBeenCalled();
});

it('keeps what differs with its sums, says so in the log and in the figures, until a night finds nothing', async () => {
  await falsify();
  await runAt('2026-11-27T03:00');
  const { results } = await lastNight();
  expect(results[0]).toMatchObject({
    differing: 1,
    differences: [
      {
        kind: 'otherAmount',
        payment: { reference: paid.payId, paidFor: 'donation' },
        ours: { state: 'paid', amount: 1_000_001, currency: 'UZS' },
        theirs: [{ state: 'paid', amount: 1_000_000 }],
      },
    ],
  });
  await vi.waitUntil(() => log.warn.mock.calls.length === 1, { timeout: 20_000 });
  expect(await readOperationFigures(fixture.db, 24)).toMatchObject({ booksDiffering: 1 });

  await fixture.db.execute(sql`update payment set amount = amount - 1 where reference = ${paid.payId}`);
  await runAt('2026-11-28T03:00');
  expect((await lastNight()).results).toMatchObject([{ differing: 0 }]);
  const figures = await readOperationFigures(fixture.db, 24);
  expect(figures?.booksDiffering).toBe(0);
  expect(figures?.booksComparedAt).toBeGreaterThan(1_700_000_000);
});

it('says of a system that does not answer that nothing was compared', async () => {
  await fixture.setFaults({ mode: 'down' });
  await runAt('2026-11-27T03:00');
  expect((await lastNight()).results).toMatchObject([
    { compared: 0, notCompared: 1, why: { reason: 'noAnswer' }, differing: 0 },
  ]);
  expect(await readOperationFigures(fixture.db, 24)).toMatchObject({ booksDiffering: 0 });
  expect(await latestNights(fixture.db, 1)).toMatchObject([{ isWhole: false, differing: 0 }]);
});

it('gives the night back when the process stops, and another one takes it', async () => {
  await falsify();
  const looking = vi.fn((signal: AbortSignal) => new Promise((_, fail) => signal.addEventListener('abort', fail)));
  const stopped = await processAt('2026-11-27T03:00', looking);
  await stopped.run();
  await vi.waitUntil(() => looking.mock.calls.length === 1, { timeout: 20_000 });
  await runAt('2026-11-27T03:10');
  expect(await readComparison(fixture.db, null)).toMatchObject({ endedAt: null });
  await stopped.stop?.();
  expect(await readComparison(fixture.db, null)).toMatchObject({ endedAt: null, isUnderWay: false });
  expect(log.error).not.toHaveBeenCalled();
  await runAt('2026-11-27T03:20');
  expect((await lastNight()).results).toMatchObject([{ differing: 1 }]);
  expect(await attemptOf('2026-11-27')).toBe(2);
});

it('takes a night from a process that was not seen for three hours, which then overwrites nothing', async () => {
  await falsify();

  const insert = (ago: string) =>
    fixture.db.execute(sql`insert into book_comparison (night, since, seen_at)
      values ('2026-11-27', now(), now() - ${ago}::interval)`);
  await insert('2 hours 59 minutes');
  await runAt('2026-11-27T06:00');
  expect(await attemptOf('2026-11-27')).toBe(1);
  await fixture.db.execute(sql`delete from book_comparison`);
  await insert('3 hours 1 minute');
  await runAt('2026-11-27T06:10');
  expect((await lastNight()).results).toMatchObject([{ differing: 1 }]);
  const late = { night: '2026-11-27', attempt: 1 };
  expect(await seeNight(fixture.db, late)).toBe(false);
  await fixture.db.execute(sql`update book_comparison set ended_at = null`);
  await endNight(fixture.db, late, { isWhole: true, results: [] });
  expect(await readComparison(fixture.db, null)).toMatchObject({ endedAt: null, results: [{ differing: 1 }] });
});

it('keeps the figure of what differs while a system does not answer', async () => {
  await falsify();
  await runAt('2026-11-26T03:00');
  await lastNight();
  await fixture.setFaults({ mode: 'down' });
  await runAt('2026-11-27T03:00');
  expect((await lastNight()).results).toMatchObject([{ why: { reason: 'noAnswer' }, differing: 0 }]);
  expect(await readOperationFigures(fixture.db, 24)).toMatchObject({ booksDiffering: 1 });
});

import { afterAll, afterEach, expect, it } from 'vitest';
import { openClockFixture } from '#test/support/clock-fixture.ts';
import { beforeThat } from '#test/support/database/before-that.ts';
import { failureOf } from '#test/support/money/failure-of.ts';
import { dataOf } from '#test/support/start-app.ts';

const fixture = await openClockFixture();
afterEach(() => fixture.requireRight());
afterAll(() => fixture.app.close());

it('settle and refund a donation together', async () => {
  const own = await fixture.creator();
  await fixture.start(own);
  for (let round = 0; round < 5; round += 1) {
    const given = await fixture.give(own, 20_000);
    await Promise.all([fixture.pay(given), fixture.report(given, 'paid')]);
    expect(await fixture.length(own)).toBe(3_840);
    await Promise.all([fixture.refund(given), fixture.report(given, 'paid'), fixture.report(given, 'refunded')]);
    expect(await fixture.length(own)).toBe(3_600);
  }
});

it('pay, refund and correct at once: the end is what is left of all', async () => {
  const own = await fixture.creator();
  await fixture.start(own);
  const paid = await Promise.all(Array.from({ length: 4 }, () => fixture.givePaid(own, 10_000)));
  const waiting = await Promise.all(Array.from({ length: 4 }, () => fixture.give(own, 5_000)));
  const known = await fixture.known(own);
  await Promise.all([
    ...waiting.map((one) => fixture.pay(one)),
    ...paid.slice(1).map((one) => fixture.refund(one)),
    fixture.control(own, { act: 'correct', ...known, seconds: 600 }),
  ]);
  expect(await fixture.length(own)).toBe(3_600 + 4 * 60 + 120 + 600);
});

it('end a clock while donations are paid: what the end shows stays', async () => {
  const own = await fixture.creator();
  await fixture.start(own);
  const given = await Promise.all(Array.from({ length: 8 }, () => fixture.give(own, 5_000)));
  const known = await fixture.known(own);
  const [ended] = await Promise.all([
    fixture.control(own, { act: 'end', ...known }),
    ...given.map((one) => fixture.pay(one)),
  ]);
  const { donations, closedAt } = await fixture.clock(own, own);
  expect(dataOf(ended)).toMatchObject({ clock: { state: 'over', closedAt, donations } });
  const { rows } = await fixture.app.db.pool.query<{ count: number }>(
    'select count(*)::int as count from clock_donation d join clock c on c.id = d.clock_id where c.project_id = $1',
    [own.projectId],
  );
  expect(rows[0]?.count).toBe(given.length);
});

it('end a clock while its donations are refunded: what is left counts', async () => {
  const own = await fixture.creator();
  await fixture.start(own);
  const given = await Promise.all(Array.from({ length: 4 }, () => fixture.givePaid(own, 10_000)));
  const known = await fixture.known(own);
  await Promise.all([
    fixture.control(own, { act: 'end', ...known }),
    ...given.slice(1).map((one) => fixture.refund(one)),
  ]);
  expect(await fixture.clock(own)).toMatchObject({ state: 'over', donations: { sum: 10_000, count: 1, seconds: 120 } });
});

it('act on two pages at once: one of them is refused', async () => {
  const own = await fixture.creator();
  await fixture.start(own);
  for (let round = 0; round < 5; round += 1) {
    const known = await fixture.known(own);
    const answers = await Promise.all([
      fixture.control(own, { act: 'correct', ...known, seconds: 60 }),
      fixture.control(own, { act: round % 2 === 0 ? 'pause' : 'resume', ...known }),
      fixture.control(own, { act: 'correct', ...known, seconds: -60 }),
    ]);
    expect(answers.map(({ status }) => status).filter((status) => status === 409).length).toBeGreaterThanOrEqual(1);
    expect((await fixture.known(own)).revision).toBe(known.revision + 1);
  }
});

it('start one clock, however many pages ask for it', async () => {
  const own = await fixture.creator();
  const body = { act: 'start', minutes: 60, sum: 5_000, seconds: 60 };
  const answers = await Promise.all(Array.from({ length: 6 }, () => fixture.control(own, body)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409]);
});

it('start no second clock while a payment that prolongs the first one is being written', async () => {
  const own = await fixture.creator();
  const { id } = await fixture.start(own);
  await fixture.runOut(id);
  // As the transaction does that has counted a donation just before the end.
  const prolong = "update clock set ends_at = ends_at + interval '1 hour' where id = $1";
  const start = { act: 'start', minutes: 60, sum: 5_000, seconds: 60 };
  const answer = await beforeThat(fixture.app.db.pool, [prolong, id], () => fixture.control(own, start));
  expect(failureOf(answer)).toMatchObject({ status: 409, code: 'ClockRuns' });
});

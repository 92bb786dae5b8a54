import fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import { openClockFixture } from '#test/support/clock-fixture.ts';

const fixture = await openClockFixture();
afterAll(() => fixture.app.close());

interface Rate {
  readonly sum: number;
  readonly seconds: number;
  readonly isLinear: boolean;
}

/** A donation as the test knows it, in minor units. */
interface Known {
  readonly given: Awaited<ReturnType<typeof fixture.give>>;
  left: number;
  back: number;
  /** Of the moment at which it was paid. */
  rate: Rate | null;
  state: 'open' | 'counted' | 'late' | 'alone';
}

const first = 7_200;
/** The steps of a series take less time than this, so that a clock with more left is never over by itself. */
const longEnough = 600;

const at = fc.nat({ max: 5 });
const none = fc.constant(0);
const step = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      act: fc.constant('give' as const),
      at,
      value: fc.integer({ min: 5_000_00, max: 60_000_00 }),
    }),
  },
  { weight: 6, arbitrary: fc.record({ act: fc.constant('pay' as const), at, value: none }) },
  {
    weight: 3,
    arbitrary: fc.record({ act: fc.constant('part' as const), at, value: fc.integer({ min: 1, max: 7_000_00 }) }),
  },
  { weight: 2, arbitrary: fc.record({ act: fc.constant('refund' as const), at, value: none }) },
  { weight: 2, arbitrary: fc.record({ act: fc.constant('pause' as const), at, value: none }) },
  { weight: 2, arbitrary: fc.record({ act: fc.constant('resume' as const), at, value: none }) },
  {
    weight: 3,
    arbitrary: fc.record({ act: fc.constant('correct' as const), at, value: fc.integer({ min: -5_000, max: 2_500 }) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ act: fc.constant('change' as const), at, value: fc.integer({ min: 1, max: 400 }) }),
  },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('end' as const), at, value: none }) },
);

/** Worked out by hand: whole sums, or each part of them. */
function secondsOf({ left, rate, state }: Known): number {
  if (rate === null || state !== 'counted') return 0;
  const step = BigInt(rate.sum * 100);
  const seconds = BigInt(rate.seconds);
  return Number(rate.isLinear ? (BigInt(left) * seconds) / step : (BigInt(left) / step) * seconds);
}

const sumOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0);

async function readPauses(clockId: string) {
  const { rows } = await fixture.app.db.pool.query<{ from: Date; to: Date | null }>(
    'select started_at as "from", ended_at as "to" from clock_pause where clock_id = $1',
    [clockId],
  );
  const closed = sumOf(rows.map(({ from, to }) => (to === null ? 0 : to.getTime() - from.getTime())));
  return { closed, pausedAt: rows.find(({ to }) => to === null)?.from ?? null };
}

it('ends when what is computed anew says, after every series of donations, refunds, pauses and corrections', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 18 }), fc.boolean(), async (steps, isCapped) => {
      const creator = await fixture.creator();
      let rate: Rate = { sum: 5_000, seconds: 90, isLinear: false };
      const most = isCapped ? 3 : null;
      const { id } = await fixture.start(creator, { minutes: first / 60, ...rate, most });
      const known: Known[] = [];
      const corrections: number[] = [];
      let isOver = false;
      let isPaused = false;
      const total = () =>
        Math.min(isCapped ? 3 * 3_600 : Infinity, first + sumOf(known.map(secondsOf)) + sumOf(corrections));

      /** Leaves a series out that would end so soon that the test could not say when. */
      const isClear = () => isOver || total() <= 0 || total() > longEnough;
      const settle = () => {
        if (total() <= 0) isOver = true;
      };

      async function check() {
        const clock = await fixture.clock(creator, creator);
        const counted = known.filter(({ state }) => state === 'counted');
        expect(clock.donations).toEqual({
          sum: sumOf(counted.map(({ left }) => left)) / 100,
          count: counted.filter(({ left }) => left > 0).length,
          seconds: sumOf(counted.map(secondsOf)),
        });
        expect(clock.state).toBe(isOver ? 'over' : isPaused ? 'paused' : 'running');
        if (isOver) return;
        const { closed, pausedAt } = await readPauses(id);
        const end = Date.parse(clock.startedAt) + total() * 1_000 + closed;
        if (pausedAt === null) expect(Date.parse(clock.endsAt ?? '')).toBe(end);
        else expect(clock.remaining).toBe(end - pausedAt.getTime());
      }

      for (const { act, at: place, value } of steps) {
        const one = known[place % Math.max(1, known.length)];
        const isPaid = one !== undefined && one.state !== 'open';
        if (act === 'give') {
          const given = await fixture.give(creator, value / 100);
          known.push({ given, left: value, back: 0, rate: null, state: isOver ? 'alone' : 'open' });
          if (isOver) await fixture.pay(given);
        } else if (act === 'pay' && one?.state === 'open') {
          await fixture.pay(one.given);
          one.rate = rate;
          one.state = isOver ? 'late' : 'counted';
        } else if (act === 'part' && isPaid && one.left > value) {
          one.left -= value;
          if (isClear()) {
            one.back += value;
            await fixture.refund(one.given, { amount: value, back: one.back });
            settle();
          } else one.left += value;
        } else if (act === 'refund' && isPaid && one.left > 0) {
          const was = one.left;
          one.left = 0;
          if (isClear()) {
            await fixture.refund(one.given);
            settle();
          } else one.left = was;
        } else if (act === 'correct' && value !== 0 && !isOver) {
          corrections.push(value);
          if (isClear()) {
            await fixture.act(creator, 'correct', { seconds: value });
            settle();
          } else corrections.pop();
        } else if ((act === 'pause' || act === 'resume') && !isOver) {
          await fixture.act(creator, act);
          isPaused = act === 'pause';
        } else if (act === 'change' && !isOver) {
          rate = { sum: 1_000 + value, seconds: value, isLinear: value % 2 === 0 };
          await fixture.act(creator, 'change', { ...rate });
        } else if (act === 'end' && !isOver) {
          isOver = true;
          await fixture.act(creator, 'end');
        }
        await check();
      }
      await fixture.requireRight();
    }),
    { numRuns: 6 },
  );
});

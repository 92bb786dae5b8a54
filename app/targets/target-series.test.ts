import fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import type { Creator, GivenDonation } from '#test/support/choice-fixture.ts';
import { readTargetFaults } from '#test/support/money/target-faults.ts';
import { openTargetFixture, type ReadTarget } from '#test/support/target-fixture.ts';

const fixture = await openTargetFixture();
afterAll(() => fixture.app.close());

/** A donation as the test knows it, in minor units. */
interface Known {
  readonly given: GivenDonation;
  /** The place of its target. */
  readonly place: number;
  left: number;
  back: number;
  state: 'open' | 'counted' | 'late';
}

/** A target as the test knows it. */
interface Promised {
  readonly target: ReadTarget;
  isOpen: boolean;
}

const goal = 40_000_00;
const at = fc.nat({ max: 5 });
const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      act: fc.constant('choose' as const),
      at,
      sum: fc.integer({ min: 5_000_00, max: 60_000_00 }),
    }),
  },
  { weight: 5, arbitrary: fc.record({ act: fc.constant('pay' as const), at, sum: fc.constant(0) }) },
  {
    weight: 2,
    arbitrary: fc.record({ act: fc.constant('part' as const), at, sum: fc.integer({ min: 1, max: 7_000_00 }) }),
  },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('refund' as const), at, sum: fc.constant(0) }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('close' as const), at, sum: fc.constant(0) }) },
);

type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

/** The figures that the paid and not refunded donations make. */
function figuresOf(known: readonly Known[], place: number) {
  const counted = known.filter((one) => one.place === place && one.state === 'counted');
  const sum = counted.reduce((all, { left }) => all + left, 0);
  return { sum: sum / 100, count: counted.filter(({ left }) => left > 0).length, isReached: sum >= goal };
}

/** Pays or refunds a donation, if that can be done now. */
async function moveMoney({ act, sum }: Step, one: Known, isOpen: boolean): Promise<void> {
  if (act === 'pay' && one.state === 'open') {
    await fixture.pay(one.given);
    one.state = isOpen ? 'counted' : 'late';
  } else if (act === 'part' && one.state !== 'open' && one.left > sum) {
    one.left -= sum;
    one.back += sum;
    await fixture.refund(one.given, { amount: sum, back: one.back });
  } else if (act === 'refund' && one.state !== 'open' && one.left > 0) {
    one.left = 0;
    await fixture.refund(one.given);
  }
}

async function take(creator: Creator, promised: readonly Promised[], known: Known[], next: Step): Promise<void> {
  const place = next.at % promised.length;
  const aim = promised[place];
  const one = known[next.at % Math.max(1, known.length)];
  if (next.act === 'choose' && aim?.isOpen) {
    const given = await fixture.choose(creator, next.sum / 100, fixture.choiceOf(aim.target));
    known.push({ given, place, left: next.sum, back: 0, state: 'open' });
  } else if (next.act === 'close' && aim?.isOpen) {
    aim.isOpen = false;
    await fixture.save(creator, fixture.bodyOf(aim.target, { close: true }));
  } else if (one !== undefined) {
    await moveMoney(next, one, promised[one.place]?.isOpen === true);
  }
}

it('shows what is computed anew from the payments, after every series of donations, refunds and ends', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
      const creator = await fixture.creator();
      const promised: Promised[] = [];
      for (const text of ['А', 'Б']) {
        promised.push({ target: await fixture.promise(creator, { text, goal: goal / 100 }), isOpen: true });
      }
      const known: Known[] = [];
      for (const next of steps) {
        await take(creator, promised, known, next);
        const seen = new Map((await fixture.targets(creator, creator)).map((target) => [target.id, target]));
        for (const [place, { target, isOpen }] of promised.entries()) {
          expect(seen.get(target.id)).toMatchObject(figuresOf(known, place));
          expect(seen.get(target.id)?.closedAt === null).toBe(isOpen);
        }
      }
      expect(await readTargetFaults(fixture.app.db)).toEqual({ unpaid: 0, wrong: 0, missing: 0 });
    }),
    { numRuns: 5 },
  );
});

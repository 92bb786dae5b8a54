import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { GivenDonation } from '#test/support/choice-fixture.ts';
import { readVoteFaults } from '#test/support/money/vote-faults.ts';
import { openVoteFixture, type VoteFixture } from '#test/support/vote-fixture.ts';

let fixture: VoteFixture;

beforeAll(async () => {
  fixture = await openVoteFixture();
});
afterAll(() => fixture.app.close());

/** A donation as the test knows it, in minor units. */
interface Known {
  readonly given: GivenDonation;
  readonly optionId: number;
  left: number;
  back: number;
  state: 'open' | 'counted' | 'late';
}

const price = 7_000_00;
const at = fc.nat({ max: 5 });
const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      act: fc.constant('choose' as const),
      at,
      sum: fc.integer({ min: 7_000_00, max: 60_000_00 }),
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

/** The figures that the paid and not refunded donations make. */
function expected(known: readonly Known[]) {
  return [1, 2].map((optionId) => {
    const counted = known.filter((one) => one.optionId === optionId && one.state === 'counted');
    return {
      votes: counted.reduce((votes, { left }) => votes + Math.floor(left / price), 0),
      sum: counted.reduce((sum, { left }) => sum + left, 0) / 100,
      count: counted.filter(({ left }) => left > 0).length,
    };
  });
}

it('shows what is computed anew from the payments, after any series of donations, refunds and ends', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
      const creator = await fixture.creator();
      const vote = await fixture.ask(creator, { price: price / 100 });
      const known: Known[] = [];
      let isOpen = true;
      const check = async () => {
        const [seen] = await fixture.votes(creator, creator);
        expect(seen?.options.map(({ votes, sum, count }) => ({ votes, sum, count }))).toEqual(expected(known));
      };
      for (const { act, at: place, sum } of steps) {
        const one = known[place % Math.max(1, known.length)];
        if (act === 'choose' && isOpen) {
          const optionId = 1 + (place % 2);
          const given = await fixture.choose(creator, sum / 100, { voteId: vote.id, optionId });
          known.push({ given, optionId, left: sum, back: 0, state: 'open' });
        } else if (act === 'close' && isOpen) {
          isOpen = false;
          await fixture.save(creator, fixture.bodyOf(vote, { close: true }));
        } else if (one !== undefined && act === 'pay' && one.state === 'open') {
          await fixture.pay(one.given);
          one.state = isOpen ? 'counted' : 'late';
        } else if (one !== undefined && one.state !== 'open' && one.left > sum && act === 'part') {
          one.left -= sum;
          one.back += sum;
          await fixture.refund(one.given, { amount: sum, back: one.back });
        } else if (one !== undefined && one.state !== 'open' && one.left > 0 && act === 'refund') {
          one.left = 0;
          await fixture.refund(one.given);
        }
        await check();
      }
      expect(await readVoteFaults(fixture.app.db)).toEqual({ unpaid: 0, wrong: 0, missing: 0 });
    }),
    { numRuns: 5 },
  );
});

import fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import { figuresOf, play, seriesFrom } from '#test/support/choice-series.ts';
import { openVoteFixture } from '#test/support/vote-fixture.ts';

const fixture = await openVoteFixture();
afterAll(() => fixture.app.close());

const price = 7_000_00;

it('shows what is computed anew from the payments, after every series of donations, refunds and ends', async () => {
  await fc.assert(
    fc.asyncProperty(seriesFrom(price), async (steps) => {
      const creator = await fixture.creator();
      const vote = await fixture.offer(creator, { price: price / 100 });
      let isOpen = true;
      const choosing = {
        isOpen: () => isOpen,
        choose: (place: number, sum: number) => fixture.choose(creator, sum, { voteId: vote.id, optionId: 1 + place }),
        close: () => {
          isOpen = false;
          return fixture.save(creator, fixture.bodyOf(vote, { close: true }));
        },
      };
      for await (const known of play(fixture, choosing, steps)) {
        const [seen] = await fixture.offers(creator, creator);
        const expected = [0, 1].map((place) => {
          const { counted, sum, count } = figuresOf(known, place);
          return { votes: counted.reduce((votes, { left }) => votes + Math.floor(left / price), 0), sum, count };
        });
        expect(seen?.options.map(({ votes, sum, count }) => ({ votes, sum, count }))).toEqual(expected);
      }
      await fixture.requireRight();
    }),
    { numRuns: 5 },
  );
});

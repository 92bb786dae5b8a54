import fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import { figuresOf, play, seriesFrom } from '#test/support/choice-series.ts';
import { openTargetFixture } from '#test/support/target-fixture.ts';

const fixture = await openTargetFixture();
afterAll(() => fixture.app.close());

const goal = 40_000;

it('shows what is computed anew from the payments, after every series of donations, refunds and ends', async () => {
  await fc.assert(
    fc.asyncProperty(seriesFrom(5_000_00), async (steps) => {
      const creator = await fixture.creator();
      const first = await fixture.offer(creator, { text: 'А', goal });
      const second = await fixture.offer(creator, { text: 'Б', goal });
      const targetAt = (place: number) => (place === 0 ? first : second);
      const closed = new Set<number>();
      const choosing = {
        isOpen: (place: number) => !closed.has(place),
        choose: (place: number, sum: number) => fixture.choose(creator, sum, fixture.choiceOf(targetAt(place))),
        close: (place: number) => {
          closed.add(place);
          return fixture.save(creator, fixture.bodyOf(targetAt(place), { close: true }));
        },
      };
      for await (const known of play(fixture, choosing, steps)) {
        const seen = new Map((await fixture.offers(creator, creator)).map((target) => [target.id, target]));
        for (const place of [0, 1]) {
          const { sum, count } = figuresOf(known, place);
          const target = seen.get(targetAt(place).id);
          expect(target).toMatchObject({ sum, count, isReached: sum >= goal });
          expect(target?.closedAt === null).toBe(!closed.has(place));
        }
      }
      await fixture.requireRight();
    }),
    { numRuns: 5 },
  );
});

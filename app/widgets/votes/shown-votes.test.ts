import { expect, it } from 'vitest';
import { optionsToShow, scaleOf, votesToShow } from './shown-votes.ts';

const nothing = { votes: 0, sum: 0, count: 0 };
const vote = (id: string, closedAt: string | null) => ({ id, closedAt, isOpen: closedAt === null });

const idsOf = async (votes: readonly ReturnType<typeof vote>[], now: string) => {
  const shown = await votesToShow(votes, async () => new Date(now));
  return shown.map(({ id }) => id);
};

it('shows what is open, else what has ended last, for ten minutes', async () => {
  const early = vote('early', '2026-01-31T09:00:00Z');
  const late = vote('late', '2026-01-31T09:05:00Z');
  expect(await idsOf([vote('new', null), early, vote('old', null)], '2026-01-31T09:06:00Z')).toEqual(['old', 'new']);
  expect(await idsOf([early, late], '2026-01-31T09:14:59Z')).toEqual(['late']);
  expect(await idsOf([early, late], '2026-01-31T09:15:00Z')).toEqual([]);
  expect(await idsOf([], '2026-01-31T09:15:00Z')).toEqual([]);
});

it('shows the options with the most votes where there is no room for all, in their order', () => {
  const counts = [0, 5, 1, 9, 2, 3, 4, 6, 7, 8];
  const options = counts.map((votes, at) => ({ ...nothing, optionId: at, text: `${at}`, isHidden: false, votes }));
  const shown = (votes: number, scale = 1) =>
    optionsToShow({ options }, { votes, scale }).map((option) => option.votes);
  expect(shown(1)).toEqual([5, 9, 2, 3, 4, 6, 7, 8]);
  expect(shown(3)).toEqual(shown(1));
  expect(shown(4)).toEqual([9, 7, 8]);
  expect([1.25, 1.5, 2].map((scale) => shown(1, scale).length)).toEqual([6, 4, 2]);
});

it('draws votes as large as the creator wants, as far as all fit', () => {
  expect([1, 2, 3, 5].map((votes) => scaleOf(200, votes))).toEqual([2, 1.35, 1, 1]);
  expect([1, 2, 3, 5].map((votes) => scaleOf(50, votes))).toEqual([0.5, 0.5, 0.5, 0.5]);
});

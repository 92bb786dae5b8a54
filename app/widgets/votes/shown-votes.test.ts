import { expect, it } from 'vitest';
import type { ShownVotes } from '../widgets.calls.ts';
import { optionsToShow, votesToShow } from './shown-votes.ts';

type ShownVote = ShownVotes[number];

const nothing = { votes: 0, sum: 0, count: 0 };
const vote = (id: string, closedAt: string | null): ShownVote => ({
  id,
  question: id,
  price: 1_000,
  endsAt: null,
  endSum: null,
  isOpen: closedAt === null,
  closedAt,
  isRemoved: false,
  createdAt: '2026-01-31T09:00:00.000Z',
  revision: 1,
  ...nothing,
  options: [],
});

const idsOf = (votes: readonly ShownVote[], now: string) => votesToShow(votes, Date.parse(now)).map(({ id }) => id);

it('shows what is open, else what has ended last, for ten minutes', () => {
  const early = vote('early', '2026-01-31T09:00:00Z');
  const late = vote('late', '2026-01-31T09:05:00Z');
  expect(idsOf([vote('new', null), early, vote('old', null)], '2026-01-31T09:06:00Z')).toEqual(['old', 'new']);
  expect(idsOf([early, late], '2026-01-31T09:14:59Z')).toEqual(['late']);
  expect(idsOf([early, late], '2026-01-31T09:15:00Z')).toEqual([]);
  expect(idsOf([], '2026-01-31T09:15:00Z')).toEqual([]);
});

it('shows the options with the most votes where there is no room for all, in their order', () => {
  const counts = [0, 5, 1, 9, 2, 3, 4, 6, 7, 8];
  const options = counts.map((votes, at) => ({ ...nothing, optionId: at, text: `${at}`, isHidden: false, votes }));
  const shown = (votes: number) => optionsToShow({ options }, votes).map((option) => option.votes);
  expect(shown(1)).toEqual([5, 9, 2, 3, 4, 6, 7, 8]);
  expect(shown(3)).toEqual(shown(1));
  expect(shown(4)).toEqual([9, 7, 8]);
});

import { expect, it } from 'vitest';
import { offeredVote } from './offered-vote.ts';

const chosen = { voteId: 'vote-1', optionId: 2, price: 5_000 };
const vote = { id: 'vote-1', price: 5_000, takesSuggestions: false, options: [{ optionId: 1 }, { optionId: 2 }] };

it('is the choice of a draft until its vote or option is offered no more, with the present price', () => {
  expect(offeredVote(chosen, [vote])).toBe(chosen);
  expect(offeredVote(chosen, [{ ...vote, price: 2_000 }])).toEqual({ ...chosen, price: 2_000 });
  expect(offeredVote(chosen, [])).toBeNull();
  expect(offeredVote(chosen, [{ ...vote, id: 'vote-2' }])).toBeNull();
  expect(offeredVote(chosen, [{ ...vote, options: [{ optionId: 1 }] }])).toBeNull();
  expect(offeredVote(null, [vote])).toBeNull();
});

it('keeps what a donor suggests as long as the vote takes suggestions', () => {
  const suggested = { voteId: 'vote-1', suggestion: 'Шашки', price: 5_000 };
  const asking = { ...vote, takesSuggestions: true };
  expect(offeredVote(suggested, [asking])).toBe(suggested);
  expect(offeredVote(suggested, [{ ...asking, price: 2_000 }])).toEqual({ ...suggested, price: 2_000 });
  expect(offeredVote(suggested, [vote])).toBeNull();
});

import type { ShownVote } from './vote-shapes.ts';

/** A choice in a donor's draft, with the price of one vote that the donor has seen. */
interface ChosenVote {
  readonly voteId: string;
  readonly optionId: number;
  readonly price: number;
}

type OfferedVote = Pick<ShownVote, 'id' | 'price'> & {
  readonly options: readonly Pick<ShownVote['options'][number], 'optionId'>[];
};

/** The choice of a stored draft as it is offered now: null once its vote or option is not, and with the present price. */
export function offeredVote(chosen: ChosenVote | null, votes: readonly OfferedVote[]): ChosenVote | null {
  const offered = votes.find(({ id }) => id === chosen?.voteId);
  if (chosen === null || !offered?.options.some(({ optionId }) => optionId === chosen.optionId)) return null;
  return offered.price === chosen.price ? chosen : { ...chosen, price: offered.price };
}

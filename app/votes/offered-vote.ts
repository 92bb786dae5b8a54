import type { ShownVote } from './vote-shapes.ts';

/** A choice in a donor's draft, with the price of one vote that the donor has seen. */
type ChosenVote = { readonly voteId: string; readonly price: number } & (
  | { readonly optionId: number }
  | { readonly suggestion: string }
);

type OfferedVote = Pick<ShownVote, 'id' | 'price' | 'takesSuggestions'> & {
  readonly options: readonly Pick<ShownVote['options'][number], 'optionId'>[];
};

function isOffered(chosen: ChosenVote, { takesSuggestions, options }: OfferedVote): boolean {
  return 'suggestion' in chosen ? takesSuggestions : options.some(({ optionId }) => optionId === chosen.optionId);
}

/** The choice of a stored draft as it is offered now: null once its vote or option is not, and with the present price. */
export function offeredVote(chosen: ChosenVote | null, votes: readonly OfferedVote[]): ChosenVote | null {
  const offered = votes.find(({ id }) => id === chosen?.voteId);
  if (chosen === null || offered === undefined || !isOffered(chosen, offered)) return null;
  return offered.price === chosen.price ? chosen : { ...chosen, price: offered.price };
}

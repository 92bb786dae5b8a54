import type { ShownVotes } from '../widgets.calls.ts';

type ShownVote = ShownVotes[number];

/** How long the result of a vote stays after its end. */
const resultStays = 10 * 60_000;

/** What the stream shows: everything that is open, the oldest first, else the last result for some minutes. */
export function votesToShow(votes: readonly ShownVote[], now: number): readonly ShownVote[] {
  const open = votes.filter(({ isOpen }) => isOpen);
  if (open.length > 0) return open.toReversed();
  const [last] = votes.toSorted((a, b) => Date.parse(b.closedAt ?? '') - Date.parse(a.closedAt ?? ''));
  const isFresh = last !== undefined && now - Date.parse(last.closedAt ?? '') < resultStays;
  return isFresh ? [last] : [];
}

/** Three votes stand side by side, further ones below them. */
const besideEachOther = 3;
const optionsOf = { alone: 8, below: 3 } as const;

/** The options of one of so many votes that the picture has room for: those with the most votes, in their order. */
export function optionsToShow<Option extends { readonly votes: number }>(
  { options }: { readonly options: readonly Option[] },
  votes: number,
): readonly Option[] {
  const most = votes <= besideEachOther ? optionsOf.alone : optionsOf.below;
  const first = new Set(options.toSorted((a, b) => b.votes - a.votes).slice(0, most));
  return options.filter((option) => first.has(option));
}

import { z } from 'zod';
import { isoOrNull } from '#base/calls/moment-wire.ts';
import type { Queryable } from '#base/db/db.server.ts';
import { add, minor } from '#base/money/money.ts';
import { voteLimits } from './vote-rules.ts';
import { type ShownVote, shownVote } from './vote-shapes.ts';
import { type OptionRow, readShownVotes, type VoteWithOptions } from './vote-store.server.ts';

/** Which options are chosen changes without a payment, and public answers are stored until there is one. */
const shownOption = (
  { optionId, text, isHidden, code, isChosen, isSuggested, votes, sum, count }: OptionRow,
  all: boolean,
) => ({
  optionId,
  text,
  isHidden,
  code,
  isChosen: all ? isChosen : undefined,
  isSuggested: all ? isSuggested : undefined,
  votes,
  sum: minor(sum),
  count,
});

/** What its creator has to decide about, the first ones first, then what moderators have declined. */
function shownSuggestions(suggestions: readonly OptionRow[]) {
  const waiting = suggestions.filter(({ state }) => state === 'waiting').slice(0, voteLimits.waiting);
  const declined = suggestions.filter(({ state }) => state === 'declined');
  return [...waiting, ...declined].map(({ optionId: suggestionId, text, state, declinedFor, sum, count }) => ({
    suggestionId,
    text,
    state: state === 'declined' ? ('declined' as const) : ('waiting' as const),
    declinedFor,
    sum: minor(sum),
    count,
  }));
}

/** A vote with its figures; hidden options, and what they have got, only for `all`. */
export function shownVoteOf({ options, suggestions, ...vote }: VoteWithOptions, { all }: { readonly all: boolean }) {
  const shown = options.filter(({ isHidden }) => all || !isHidden).map((option) => shownOption(option, all));
  const { id, question, price, endsAt, endSum, isOpen, closedAt, removedFor, createdAt, revision } = vote;
  const { takesSuggestions, isAnswered } = vote;
  return {
    id,
    question,
    price: minor(price),
    endsAt: isoOrNull(endsAt),
    endSum: endSum === null ? null : minor(endSum),
    isOpen,
    closedAt: isoOrNull(closedAt),
    removedFor,
    createdAt: createdAt.toISOString(),
    revision,
    takesSuggestions,
    isChosen: all ? isAnswered : undefined,
    suggestions: all ? shownSuggestions(suggestions) : undefined,
    votes: shown.reduce((votes, option) => votes + option.votes, 0),
    sum: add(...shown.map(({ sum }) => sum)),
    count: shown.reduce((count, option) => count + option.count, 0),
    options: shown,
  };
}

/** What everybody sees of a project's votes, the newest first. If there are more than `most`, the ones that ended first are left out. */
export async function publicVotes(db: Queryable, projectId: string, most: number) {
  const votes = await readShownVotes(db, projectId, most);
  return votes.map((vote) => shownVoteOf(vote, { all: false }));
}

const votesOnWire = z.array(shownVote);

/** The votes that a donation may answer now, as on the wire, the newest first. */
export async function openVotes(db: Queryable, projectId: string): Promise<readonly ShownVote[]> {
  const votes = await publicVotes(db, projectId, voteLimits.open);
  return votesOnWire.encode(votes.filter(({ isOpen }) => isOpen));
}

import { isoOrNull } from '#base/calls/moment-wire.ts';
import type { Queryable } from '#base/db/db.server.ts';
import { add, minor } from '#base/money/money.ts';
import { type OptionRow, readVotes, type VoteWithOptions } from './vote-store.server.ts';

const shownOption = ({ optionId, text, isHidden, votes, sum, count }: OptionRow) => ({
  optionId,
  text,
  isHidden,
  votes,
  sum: minor(sum),
  count,
});

/** A vote with its figures; hidden options, and what they have got, only for `all`. */
export function shownVoteOf({ options, ...vote }: VoteWithOptions, { all }: { readonly all: boolean }) {
  const shown = options.filter(({ isHidden }) => all || !isHidden).map(shownOption);
  const { id, question, price, endsAt, endSum, isOpen, closedAt, createdAt, revision } = vote;
  return {
    id,
    question,
    price: minor(price),
    endsAt: isoOrNull(endsAt),
    endSum: endSum === null ? null : minor(endSum),
    isOpen,
    closedAt: isoOrNull(closedAt),
    createdAt: createdAt.toISOString(),
    revision,
    votes: shown.reduce((votes, option) => votes + option.votes, 0),
    sum: add(...shown.map(({ sum }) => sum)),
    count: shown.reduce((count, option) => count + option.count, 0),
    options: shown,
  };
}

/** What everybody sees of a project's votes, the newest first. */
export async function publicVotes(db: Queryable, projectId: string, most: number) {
  const { items } = await readVotes(db, projectId, { all: false, skip: 0, take: most });
  return items.map((vote) => shownVoteOf(vote, { all: false }));
}

import { listOffers, type OfferKind, removeOffer, type SavedOffer, saveOffer } from '#app/creators/offers.server.ts';
import type { Handlers } from '#base/calls/bound-call.server.ts';
import type { CallContext } from '#base/calls/call-context.server.ts';
import { failures } from '#base/calls/errors.ts';
import { presentOf } from '#base/db/present.server.ts';
import { shownVoteOf } from '../shown-vote.server.ts';
import { tooManyVotes, voteChanged, voteEnded } from '../vote-failures.ts';
import { optionFaults, voteFaults, voteLimits } from '../vote-rules.ts';
import type { VoteBody } from '../vote-shapes.ts';
import {
  countOpenVotes,
  endReachedVote,
  insertVote,
  lockVote,
  readVotes,
  removeVote,
  replaceOptions,
  updateVote,
  type VoteWithOptions,
} from '../vote-store.server.ts';
import type { votesCalls } from '../votes.calls.ts';
import { decideSuggestion, removeSuggestion } from './suggestion-handlers.server.ts';

const votes: OfferKind<VoteWithOptions, ReturnType<typeof shownVoteOf>> = {
  read: readVotes,
  show: shownVoteOf,
  lock: lockVote,
  isOpen: ({ isOpen }) => isOpen,
  countOpen: countOpenVotes,
  mostOpen: voteLimits.open,
  remove: removeVote,
  ended: voteEnded,
  changed: voteChanged,
  tooMany: tooManyVotes,
};

type Fields = Record<string, string>;

function refuse(fields: Fields): void {
  if (Object.keys(fields).length > 0) throw failures.validationFailed({ fields });
}

/** What is wrong with a body in itself. */
function requireGood(body: VoteBody, now: Date): void {
  // A moderator may have left a vote with less than it needs: it can always be ended.
  const fields: Fields = body.close ? {} : optionFaults(body.options);
  if (body.voteId !== undefined && body.revision === undefined) fields.revision = voteFaults.required;
  if (body.endsAt !== null && new Date(body.endsAt) <= now) fields.endsAt = voteFaults.ended;
  refuse(fields);
}

/** Refuses to change what donors have seen when they chose. */
function requireUnchosen(vote: VoteWithOptions, body: VoteBody): void {
  const fields: Fields = {};
  const written = new Map(body.options.map(({ optionId }, at) => [optionId, at]));
  const chosen = vote.options.filter(({ isChosen }) => isChosen);
  if (vote.isAnswered && body.price !== vote.price) fields.price = voteFaults.chosenPrice;
  if (vote.isAnswered && body.question !== vote.question) fields.question = voteFaults.chosenQuestion;
  for (const { optionId, text } of chosen) {
    const at = written.get(optionId);
    if (at === undefined) fields.options = voteFaults.chosenText;
    else if (body.options[at]?.text !== text) fields[`options.${at}.text`] = voteFaults.chosenText;
  }
  refuse(fields);
}

/**
 * The options with their numbers. A new one, and one with another text, gets a number that none has had before: a donor's page that is out of
 * date must not choose something else.
 */
function numbered(vote: Pick<VoteWithOptions, 'options' | 'revision'> | null, { options }: VoteBody) {
  const known = new Map(vote?.options.map(({ optionId, text }) => [optionId, text]));
  const fields: Fields = {};
  for (const [at, { optionId }] of options.entries()) {
    const isTwice = options.findIndex((other) => other.optionId === optionId) < at;
    if (optionId !== undefined && (isTwice || !known.has(optionId))) {
      fields[`options.${at}.optionId`] = voteFaults.unknownOption;
    }
  }
  refuse(fields);
  // Each revision has numbers of its own.
  let last = (vote?.revision ?? 0) * voteLimits.mostOptions;
  return options.map(({ optionId, text, isHidden }) => {
    if (optionId !== undefined && known.get(optionId) === text) return { number: optionId, text, isHidden };
    last += 1;
    return { number: last, text, isHidden };
  });
}

/** The body with its end as a moment. What is ended now has no other end. */
function withEnd({ endsIn, ...body }: VoteBody, now: Date): VoteBody {
  if (body.close) return { ...body, endsAt: null };
  return endsIn === undefined ? body : { ...body, endsAt: new Date(now.getTime() + endsIn * 60_000).toISOString() };
}

async function save(written: VoteBody, context: CallContext) {
  const now = await presentOf(context.db);
  const body = withEnd(written, now);
  requireGood(body, now);
  const { voteId, revision } = body;
  const fresh = voteId === undefined ? numbered(null, body) : [];
  const saved: SavedOffer<VoteWithOptions> = {
    id: voteId,
    revision,
    make: async (tx, id, projectId) => {
      await insertVote(tx, id, projectId, body);
      await replaceOptions(tx, id, fresh);
    },
    change: async (tx, vote) => {
      requireUnchosen(vote, body);
      const options = numbered(vote, body);
      await updateVote(tx, vote.id, body);
      if (body.endSum !== null) await endReachedVote(tx, vote.id);
      await replaceOptions(tx, vote.id, options);
    },
  };
  return saveOffer(votes, saved, context);
}

/** Handlers of a creator's votes. */
export const voteHandlers: Handlers<typeof votesCalls> = {
  votes: async ({ query }, context) => listOffers(votes, query, context),
  saveVote: async ({ body }, context) => save(body, context),
  decideSuggestion: async ({ body }, context) => decideSuggestion(body, context),
  removeSuggestion: async ({ body }, context) => removeSuggestion(body, context),
  removeVote: async ({ body: { voteId: id, reason } }, context) => removeOffer(votes, { id, reason }, context),
};

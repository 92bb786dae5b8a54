import { listOffers, type OfferKind, removeOffer, type SavedOffer, saveOffer } from '#app/creators/offers.server.ts';
import type { Handlers } from '#base/calls/bound-call.server.ts';
import type { CallContext } from '#base/calls/call-context.server.ts';
import { failures } from '#base/calls/errors.ts';
import type { Queryable, Tx } from '#base/db/db.server.ts';
import { presentOf } from '#base/db/present.server.ts';
import { shownVoteOf } from '../shown-vote.server.ts';
import { tooManyVotes, voteChanged, voteEnded } from '../vote-failures.ts';
import { codeFaults, optionFaults, voteFaults, voteLimits } from '../vote-rules.ts';
import type { VoteBody } from '../vote-shapes.ts';
import {
  countOpenVotes,
  endReachedVote,
  insertVote,
  lockVote,
  readVotes,
  removeVote,
  replaceOptions,
  takenCodes,
  updateVote,
  type VoteWithOptions,
  type WrittenOption,
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

/** What the handlers of votes work with. */
export interface VoteDeps {
  /** Those of some words that have one of the site's stop words in them. */
  readonly stoppedWords: (db: Queryable, words: readonly string[]) => Promise<ReadonlySet<string>>;
}

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
function numbered(
  vote: Pick<VoteWithOptions, 'options' | 'revision'> | null,
  { options }: VoteBody,
): readonly WrittenOption[] {
  const known = new Map(vote?.options.map((option) => [option.optionId, option]));
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
  return options.map(({ optionId, text, isHidden, code: typed }) => {
    const before = optionId === undefined ? undefined : known.get(optionId);
    const code = typed === undefined ? (before?.code ?? null) : typed;
    if (before?.text === text) return { number: before.optionId, text, isHidden, code };
    last += 1;
    return { number: last, text, isHidden, code };
  });
}

/** Writes the options of a vote whose row is written and locked. A message must name one option alone. */
async function writeOptions(tx: Tx, id: string, options: readonly WrittenOption[], { close }: VoteBody): Promise<void> {
  const codes = options.flatMap(({ code }) => code ?? []);
  if (codes.length > 0 && !close) refuse(codeFaults(options, await takenCodes(tx, id, codes)));
  await replaceOptions(tx, id, options);
}

/** The body with its end as a moment. What is ended now has no other end. */
function withEnd({ endsIn, ...body }: VoteBody, now: Date): VoteBody {
  if (body.close) return { ...body, endsAt: null };
  return endsIn === undefined ? body : { ...body, endsAt: new Date(now.getTime() + endsIn * 60_000).toISOString() };
}

/** Refuses code words that masking would take out of the messages. */
async function requireDecentCodes({ options }: VoteBody, { stoppedWords }: VoteDeps, db: Queryable): Promise<void> {
  const codes = options.flatMap(({ code }) => code ?? []);
  if (codes.length === 0) return;
  const fields: Fields = {};
  const stopped = await stoppedWords(db, codes);
  for (const [at, { code }] of options.entries()) {
    if (code != null && stopped.has(code)) fields[`options.${at}.code`] = voteFaults.codeStopped;
  }
  refuse(fields);
}

async function save(written: VoteBody, deps: VoteDeps, context: CallContext) {
  const now = await presentOf(context.db);
  const body = withEnd(written, now);
  requireGood(body, now);
  await requireDecentCodes(body, deps, context.db);
  const { voteId, revision } = body;
  const fresh = voteId === undefined ? numbered(null, body) : [];
  const saved: SavedOffer<VoteWithOptions> = {
    id: voteId,
    revision,
    make: async (tx, id, projectId) => {
      await insertVote(tx, id, projectId, body);
      await writeOptions(tx, id, fresh, body);
    },
    change: async (tx, vote) => {
      requireUnchosen(vote, body);
      const options = numbered(vote, body);
      await updateVote(tx, vote.id, body);
      if (body.endSum !== null) await endReachedVote(tx, vote.id);
      await writeOptions(tx, vote.id, options, body);
    },
  };
  return saveOffer(votes, saved, context);
}

/** Handlers of a creator's votes. */
export const createVoteHandlers = (deps: VoteDeps): Handlers<typeof votesCalls> => ({
  votes: async ({ query }, context) => listOffers(votes, query, context),
  saveVote: async ({ body }, context) => save(body, deps, context),
  decideSuggestion: async ({ body }, context) => decideSuggestion(body, context),
  removeSuggestion: async ({ body }, context) => removeSuggestion(body, context),
  removeVote: async ({ body: { voteId: id, reason } }, context) => removeOffer(votes, { id, reason }, context),
});

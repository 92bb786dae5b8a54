import { findProject, findProjectByName, projectOfUser } from '#app/creators/creators.server.ts';
import { showChange } from '#app/creators/show-change.server.ts';
import { isStaffCaller } from '#base/calls/admission.server.ts';
import type { Handlers } from '#base/calls/bound-call.server.ts';
import { type CallContext, callerOf } from '#base/calls/call-context.server.ts';
import { failures } from '#base/calls/errors.ts';
import type { Tx } from '#base/db/db.server.ts';
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

type Fields = Record<string, string>;

function refuse(fields: Fields): void {
  if (Object.keys(fields).length > 0) throw failures.validationFailed({ fields });
}

/** What is wrong with a body in itself. */
function requireGood(body: VoteBody, now: Date): void {
  const fields: Fields = optionFaults(body.options);
  if (body.voteId !== undefined && body.revision === undefined) fields.revision = voteFaults.required;
  if (body.endsAt !== null && new Date(body.endsAt) <= now) fields.endsAt = voteFaults.ended;
  refuse(fields);
}

/** Refuses to change what donors have seen when they chose. */
function requireUnchosen(vote: VoteWithOptions, body: VoteBody): void {
  const fields: Fields = {};
  const written = new Map(body.options.map(({ optionId }, at) => [optionId, at]));
  const chosen = vote.options.filter(({ isChosen }) => isChosen);
  if (chosen.length > 0 && body.price !== vote.price) fields.price = voteFaults.chosenPrice;
  if (chosen.length > 0 && body.question !== vote.question) fields.question = voteFaults.chosenQuestion;
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

async function change(tx: Tx, projectId: string, { voteId, body }: { voteId: string; body: VoteBody }): Promise<void> {
  const vote = await lockVote(tx, voteId, projectId);
  if (vote === null) throw failures.notFound();
  if (!vote.isOpen) throw voteEnded();
  if (vote.revision !== body.revision) throw voteChanged();
  requireUnchosen(vote, body);
  const options = numbered(vote, body);
  await updateVote(tx, voteId, body);
  if (body.endSum !== null) await endReachedVote(tx, voteId);
  await replaceOptions(tx, voteId, options);
}

async function make(tx: Tx, projectId: string, { voteId, body }: { voteId: string; body: VoteBody }): Promise<void> {
  const options = numbered(null, body);
  if ((await countOpenVotes(tx, projectId)) >= voteLimits.open) throw tooManyVotes();
  await insertVote(tx, voteId, projectId, body);
  await replaceOptions(tx, voteId, options);
}

/** The body with its end as a moment. What is ended now has no other end. */
function withEnd({ endsIn, ...body }: VoteBody, now: Date): VoteBody {
  if (body.close) return { ...body, endsAt: null };
  return endsIn === undefined ? body : { ...body, endsAt: new Date(now.getTime() + endsIn * 60_000).toISOString() };
}

async function save(written: VoteBody, context: CallContext) {
  return context.transaction(async (tx) => {
    const now = await presentOf(tx);
    const body = withEnd(written, now);
    requireGood(body, now);
    const project = await projectOfUser(tx, callerOf(context).userId);
    if (project === null) throw failures.notFound();
    const { projectId } = project;
    const voteId = body.voteId ?? (await context.claim(tx));
    if (body.voteId === undefined) await make(tx, projectId, { voteId, body });
    else await change(tx, projectId, { voteId, body });
    await showChange(tx, projectId);
    const saved = await lockVote(tx, voteId, projectId);
    if (saved === null) throw new Error(`the vote ${voteId} was not written`);
    return shownVoteOf(saved, { all: true });
  });
}

/** Handlers of a creator's votes. */
export const voteHandlers: Handlers<typeof votesCalls> = {
  votes: async ({ query: { userName, Skip, Take } }, { db, caller, tag }) => {
    tag(`creatorName:${userName.toLowerCase()}`);
    const project = await findProjectByName(db, userName);
    const all = isStaffCaller(caller) || (project !== null && caller?.userId === project.userId);
    if (project === null || (!project.isAvailable && !all)) throw failures.notFound();
    const { projectId } = project;
    tag(`project:${projectId}`);
    const { items, count } = await readVotes(db, projectId, { all, skip: Skip, take: Take });
    return { items: items.map((vote) => shownVoteOf(vote, { all })), count };
  },
  saveVote: async ({ body }, context) => save(body, context),
  removeVote: async ({ body: { voteId, reason } }, context) => {
    await context.transaction(async (tx) => {
      const projectId = await removeVote(tx, voteId, reason);
      if (projectId === null) throw failures.notFound();
      await showChange(tx, projectId);
      const creator = await findProject(tx, projectId);
      if (creator !== null) context.note({ subject: creator.userId });
    });
    return {};
  },
};

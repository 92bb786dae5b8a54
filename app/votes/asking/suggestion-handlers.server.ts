import { projectOfUser } from '#app/creators/creators.server.ts';
import { noteCreator } from '#app/creators/seen-project.server.ts';
import { showChange } from '#app/creators/show-change.server.ts';
import { type CallContext, callerOf } from '#base/calls/call-context.server.ts';
import { failures } from '#base/calls/errors.ts';
import type { Tx } from '#base/db/db.server.ts';
import { shownVoteOf } from '../shown-vote.server.ts';
import { suggestionDecided, tooManyOptions, voteEnded } from '../vote-failures.ts';
import { folded, voteFaults, voteLimits } from '../vote-rules.ts';
import type { DecisionBody } from '../vote-shapes.ts';
import { endReachedVote, lockVote, type VoteWithOptions } from '../vote-store.server.ts';
import {
  declineSuggestion,
  lockAnyVote,
  mergeSuggestion,
  offerSuggestion,
  readSuggestion,
  reviseVote,
  showHidden,
} from './decision-store.server.ts';

type Found = NonNullable<Awaited<ReturnType<typeof readSuggestion>>>;

type OwnVote = VoteWithOptions & { readonly projectId: string };

/** Whether a suggestion is already what it is to become. */
function isDone({ state, sameAs }: Found, { decision, optionId }: DecisionBody): boolean {
  if (decision === 'decline') return state === 'declined';
  if (state === 'offered') return optionId === undefined;
  return state === 'merged' && (optionId === undefined || optionId === sameAs);
}

/** Counts a suggestion for the option that it is said to be, or that has come since with the same text; else it becomes an option. */
async function accept(tx: Tx, vote: OwnVote, found: Found, body: DecisionBody): Promise<void> {
  const { optionId } = body;
  const same = vote.options.find((option) =>
    optionId === undefined ? folded(option.text) === found.folded : option.optionId === optionId && !option.isHidden,
  );
  if (optionId !== undefined && same === undefined) {
    throw failures.validationFailed({ fields: { optionId: voteFaults.unknownOption } });
  }
  if (same !== undefined) {
    await mergeSuggestion(tx, body, same.optionId);
    if (optionId === undefined && same.isHidden) await showHidden(tx, vote.id, same.optionId);
  } else {
    if (vote.options.length >= voteLimits.mostOptions) throw tooManyOptions();
    await offerSuggestion(tx, body);
  }
  await reviseVote(tx, vote.id);
  if (vote.endSum !== null) await endReachedVote(tx, vote.id);
  await showChange(tx, vote.projectId);
}

/** Decides about a suggestion for the creator of its vote. */
export async function decideSuggestion(body: DecisionBody, context: CallContext) {
  return context.transaction(async (tx) => {
    const project = await projectOfUser(tx, callerOf(context).userId);
    const vote = project && (await lockVote(tx, body.voteId, project.projectId));
    const found = vote && (await readSuggestion(tx, body));
    if (!vote || !found) throw failures.notFound();
    if (!isDone(found, body)) {
      if (!vote.isOpen) throw voteEnded();
      if (found.state !== 'waiting') throw suggestionDecided();
      if (body.decision === 'accept') await accept(tx, { ...vote, projectId: project.projectId }, found, body);
      else await declineSuggestion(tx, body, null);
    }
    const decided = await lockVote(tx, vote.id, project.projectId);
    if (decided === null) throw new Error(`${vote.id} has gone`);
    return shownVoteOf(decided, { all: true });
  });
}

interface Removal {
  readonly voteId: string;
  readonly suggestionId: number;
  readonly reason: string;
}

/** Declines a suggestion, accepted or not, for a moderator. */
export async function removeSuggestion({ reason, ...suggestion }: Removal, context: CallContext) {
  return context.transaction(async (tx) => {
    const projectId = await lockAnyVote(tx, suggestion.voteId);
    const found = projectId === null ? null : await readSuggestion(tx, suggestion);
    // What counts for another option is seen nowhere.
    if (projectId === null || found === null || found.state === 'merged') throw failures.notFound();
    await declineSuggestion(tx, suggestion, reason);
    if (found.state === 'offered') await reviseVote(tx, suggestion.voteId);
    await showChange(tx, projectId);
    await noteCreator(tx, projectId, context);
    return {};
  });
}

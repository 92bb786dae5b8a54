import type { Area } from '#base/calls/area.server.ts';
import { bindCalls } from '#base/calls/bound-call.server.ts';
import { createVoteHandlers, type VoteDeps } from './asking/vote-handlers.server.ts';
import { votesCalls } from './votes.calls.ts';

/** Creates the area: what donors decide with their donations (docs/rules.md#votes). */
export function createVotes(deps: VoteDeps) {
  return { calls: bindCalls(votesCalls, createVoteHandlers(deps)) } satisfies Area;
}

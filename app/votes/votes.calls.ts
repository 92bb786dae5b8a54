import { z } from 'zod';
import { get, nothing, page, paging, post } from '#base/calls/call.ts';
import { failures } from '#base/calls/errors.ts';
import { wireId } from '#base/calls/id-wire.ts';
import { givenReason } from '#base/calls/reason-wire.ts';
import { tooManyVotes, voteChanged, voteEnded } from './vote-failures.ts';
import { shownVote, voteBody } from './vote-shapes.ts';

/** What donors decide with their donations (docs/rules.md#votes). */
export const votesCalls = {
  /**
   * The votes of a creator with their figures, newest first: for everybody those that are open or have ended in the last 24 hours, for the
   * creator and the staff all of them, with hidden options. Sums in main units; `votes`, `sum` and `count` without refunds. 404: no such creator, or a
   * blocked one (docs/rules.md#votes).
   */
  votes: get('Vote/List', {
    summary: 'The votes of a creator',
    access: 'guest',
    query: z.object({ userName: z.string().max(100), ...paging(20) }),
    answer: page(shownVote),
    errors: [failures.notFound],
  }),
  /**
   * Makes a vote, or changes the caller's vote `voteId`, which was read with `revision` (else 400 `fields.revision`). The options are all of it, in
   * their order: one that is left out is removed, and one whose text changes gets another `optionId`. After the first choice the question, the price
   * and the text of what was chosen stay as they are, and such an option can only be hidden: 400 at its field. `price`: for one vote, 1 makes
   * every unit of the currency a vote. The vote ends at `endsAt` or in `endsIn` minutes, with `endSum`, or now by `close`. 404: no such vote of
   * the caller; 409 `VoteEnded`, `VoteChanged`, `TooManyVotes` (docs/rules.md#votes).
   */
  saveVote: post('Vote/Save', {
    summary: 'Make, change or end a vote',
    access: 'user',
    body: voteBody,
    answer: shownVote,
    errors: [failures.notFound, voteEnded, voteChanged, tooManyVotes],
    idempotent: true,
  }),
  /**
   * Takes a vote away: it ends at once, and neither the page, the stream nor a donor's thanks show it any more; its figures stay for its creator
   * and the staff. Repeating changes nothing. 404 (docs/rules.md#votes).
   */
  removeVote: post('Moderator/RemoveVote', {
    summary: 'Take a vote away',
    access: 'moderator',
    body: z.strictObject({ voteId: wireId, reason: givenReason }),
    answer: nothing,
    errors: [failures.notFound],
    audited: true,
  }),
};

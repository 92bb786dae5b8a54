import { z } from 'zod';
import { get, nothing, page, paging, post } from '#base/calls/call.ts';
import { failures } from '#base/calls/errors.ts';
import { wireId } from '#base/calls/id-wire.ts';
import { givenReason } from '#base/calls/reason-wire.ts';
import { suggestionDecided, tooManyOptions, tooManyVotes, voteChanged, voteEnded } from './vote-failures.ts';
import { decisionBody, shownVote, voteBody } from './vote-shapes.ts';

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
   * every unit of the currency a vote. `code`: the word after # or ! by which messages choose the option. The vote ends at `endsAt` or in `endsIn` minutes, with `endSum`, or now by `close`. 404: no such vote of
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
   * Decides about an option that donors have suggested to the caller's vote. `accept` makes it an option, the last one, or with `optionId` counts it for
   * that one: all that was paid for it counts from then on, and may end the vote by its sum. `decline`: its donations count for nothing. Both make another
   * revision of the vote if its options change. Repeating changes nothing. 404: no such suggestion to a vote of the caller; 409 `VoteEnded`,
   * `SuggestionDecided`: it was decided otherwise; `TooManyOptions` (docs/rules.md#suggestions).
   */
  decideSuggestion: post('Vote/DecideSuggestion', {
    summary: 'Accept or decline an option that donors suggest',
    access: 'user',
    body: decisionBody,
    answer: shownVote,
    errors: [failures.notFound, voteEnded, suggestionDecided, tooManyOptions],
  }),
  /**
   * Declines what donors have suggested, also what was accepted, and after the end of the vote: nobody sees it any more but the creator and the staff,
   * with the reason, and its donations count for nothing. Repeating changes nothing. 404: no such suggestion (docs/rules.md#suggestions).
   */
  removeSuggestion: post('Moderator/RemoveSuggestion', {
    summary: 'Decline an option that donors suggested',
    access: 'moderator',
    body: z.strictObject({ voteId: wireId, suggestionId: z.int().positive(), reason: givenReason }),
    answer: nothing,
    errors: [failures.notFound],
    audited: true,
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

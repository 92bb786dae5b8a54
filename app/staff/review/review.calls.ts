import { z } from 'zod';
import { fieldChanged, undoTooLate } from '#app/profile/profile-failures.ts';
import { get, nothing, page, paging, put } from '#base/calls/call.ts';
import { failures } from '#base/calls/errors.ts';
import { wireId } from '#base/calls/id-wire.ts';
import { searchText, seenText } from '#base/calls/text-wire.ts';
import { longestComment } from '../comment-lengths.ts';
import { fieldDecision, fieldState, named, reviewedField, seenField } from '../staff-shapes.ts';

const fields = z.array(reviewedField).max(11);

/** What the moderator saw, by field: a decision about anything else is refused. */
const seen = {
  values: z.partialRecord(reviewedField, z.string().max(8_000)).optional(),
  states: z.partialRecord(reviewedField, fieldState).optional(),
};

/** Review of profile fields (docs/rules.md#review). */
export const reviewCalls = {
  /**
   * Users with fields in a state, the oldest request first; `Search` is matched in user names and full names, hidden ones included.
   * `confirmed`: the verified mark, `mayDecide`: whether the caller may decide about the user (our own additions).
   */
  fieldsByState: get('Moderator/GetUserFieldsByState', {
    summary: 'People with fields in a state',
    access: 'moderator',
    query: z.object({
      State: fieldState.default('Awaiting'),
      Search: searchText().max(100).optional(),
      ...paging(10),
    }),
    answer: page(named.extend({ confirmed: z.boolean(), mayDecide: z.boolean(), fields: z.array(seenField) })),
    errors: [],
  }),
  /**
   * Confirms fields, which become public at once; `confirmed` sets or removes the verified mark. 409 `FieldChanged` if a field differs from
   * `values` or `states` (our own addition: a moderator who saw a pending field does not overrule a colleague unknowingly); a field without
   * a state must wait for a decision;
   * `details.fields` contains the present fields. 403 for oneself and for a user of a higher role; 404: unknown user
   * (docs/rules.md#review).
   */
  confirm: put('Moderator/ConfirmUser', {
    summary: 'Confirm fields of a profile',
    access: 'moderator',
    body: z.strictObject({
      userId: wireId,
      fields: fields.default([]),
      confirmed: z.boolean().nullish(),
      ...seen,
    }),
    answer: nothing,
    errors: [failures.notFound, fieldChanged],
    audited: true,
  }),
  /** Rejects fields; the owner sees the comment of each. The page keeps the confirmed value. Failures as for confirming. */
  reject: put('Moderator/RejectUser', {
    summary: 'Reject fields of a profile',
    access: 'moderator',
    body: z.strictObject({
      userId: wireId,
      fields: fields.min(1),
      comments: z.partialRecord(reviewedField, seenText().max(longestComment)).default({}),
      ...seen,
    }),
    answer: nothing,
    errors: [failures.notFound, fieldChanged],
    audited: true,
  }),
  /**
   * Undoes own decisions of the last 10 minutes: restores fields, page and place in the queue. 409 `UndoTooLate` if a decision was made by
   * another moderator, is older, or something has changed since; then nothing is undone. 403 and 404 as for confirming.
   */
  undo: put('Moderator/UndoDecision', {
    summary: 'Take decisions about fields back',
    access: 'moderator',
    body: z.strictObject({ userId: wireId, fields: fields.min(1) }),
    answer: nothing,
    errors: [failures.notFound, undoTooLate],
    audited: true,
  }),
  /** All decisions about the fields of a user, newest first, undone ones included. 404: unknown user. */
  history: get('Moderator/UserHistory', {
    summary: 'The history of the fields of a profile',
    access: 'moderator',
    query: z.object({ userId: wireId, ...paging(10) }),
    answer: page(fieldDecision),
    errors: [failures.notFound],
  }),
};

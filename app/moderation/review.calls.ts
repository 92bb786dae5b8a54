import { z } from 'zod';
import { fieldChanged, undoTooLate } from '#app/profile/profile-failures.ts';
import { get, nothing, page, paging, put } from '#base/call.ts';
import { failures } from '#base/errors.ts';
import { wireId } from '#base/id-wire.ts';
import { fieldDecision, fieldState, named, reviewedField, seenField } from './moderation-shapes.ts';

const fields = z.array(reviewedField).max(11);

/** What the moderator was shown, by name of the field: a decision about anything else is refused. */
const seen = {
  values: z.partialRecord(reviewedField, z.string().max(8_000)).optional(),
  states: z.partialRecord(reviewedField, fieldState).optional(),
};

/** Deciding about what people ask to have on their pages (contract, section 5). */
export const reviewCalls = {
  /** People with fields in a state, who asked first comes first; `Search` is found in user names and full names, hidden ones too. `confirmed`: the verified mark (our own addition). */
  fieldsByState: get('Moderator/GetUserFieldsByState', {
    summary: 'People with fields in a state',
    access: 'moderator',
    query: z.object({
      State: fieldState.default('Awaiting'),
      Search: z.string().trim().max(100).optional(),
      ...paging(10),
    }),
    answer: page(named.extend({ confirmed: z.boolean(), fields: z.array(seenField) })),
    errors: [],
  }),
  /**
   * Confirms fields, which become public at once; `confirmed` sets or takes the verified mark. 409 `FieldChanged` where a
   * field is not as `values` and `states` (our own addition: who is told it waits, does not overrule a colleague unknowingly)
   * say; `details.fields` tells what is there. 404: no such person (contract, section 5).
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
  /** Rejects fields; the owner sees the comment of each. The page keeps what was confirmed before. Failures as for confirming. */
  reject: put('Moderator/RejectUser', {
    summary: 'Reject fields of a profile',
    access: 'moderator',
    body: z.strictObject({
      userId: wireId,
      fields: fields.min(1),
      comments: z.partialRecord(reviewedField, z.string().trim().max(500)).default({}),
      ...seen,
    }),
    answer: nothing,
    errors: [failures.notFound, fieldChanged],
    audited: true,
  }),
  /**
   * Takes one's own decisions of the last 10 minutes back: fields, page and place in the queue are as before. 409
   * `UndoTooLate` where it is another's, older, or something has changed since; then nothing is taken back.
   */
  undo: put('Moderator/UndoDecision', {
    summary: 'Take decisions about fields back',
    access: 'moderator',
    body: z.strictObject({ userId: wireId, fields: fields.min(1) }),
    answer: nothing,
    errors: [failures.notFound, undoTooLate],
    audited: true,
  }),
  /** Every decision about a person's fields, the newest first, taken back ones too. 404: no such person. */
  history: get('Moderator/UserHistory', {
    summary: 'The history of the fields of a profile',
    access: 'moderator',
    query: z.object({ userId: wireId, ...paging(10) }),
    answer: page(fieldDecision),
    errors: [failures.notFound],
  }),
};

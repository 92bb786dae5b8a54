import { z } from 'zod';
import { get, nothing, page, paging, post } from '#base/calls/call.ts';
import { failures } from '#base/calls/errors.ts';
import { wireId } from '#base/calls/id-wire.ts';
import { givenReason } from '#base/calls/reason-wire.ts';
import { targetChanged, targetEnded, tooManyTargets } from './target-failures.ts';
import { shownTarget, targetBody } from './target-shapes.ts';

/** What a creator promises for a sum (docs/rules.md#targets). */
export const targetsCalls = {
  /**
   * The targets of a creator with their figures: first the open ones in the order in which they were made, then those that ended, the last
   * one first. Everybody gets the open ones and those that have ended in the last 24 hours, the creator and the staff all of them. Sums in main
   * units, without refunds. 404: no such creator, or a blocked one (docs/rules.md#targets).
   */
  targets: get('Target/List', {
    summary: 'The targets of a creator',
    access: 'guest',
    query: z.object({ userName: z.string().max(100), ...paging(20) }),
    answer: page(shownTarget),
    errors: [failures.notFound],
  }),
  /**
   * Makes a target, or changes the caller's target `targetId`, which was read with `revision` (else 400 `fields.revision`). After the first choice
   * its text and its goal stay as they are: 400 at the field. `close` ends it, reached or not. 404: no such target of the caller; 409 `TargetEnded`,
   * `TargetChanged`, `TooManyTargets` (docs/rules.md#targets).
   */
  saveTarget: post('Target/Save', {
    summary: 'Make, change or end a target',
    access: 'user',
    body: targetBody,
    answer: shownTarget,
    errors: [failures.notFound, targetEnded, targetChanged, tooManyTargets],
    idempotent: true,
  }),
  /**
   * Takes a target away: it ends at once, and neither the page, the stream nor a donor's thanks show it any more; its figures stay for its
   * creator and the staff. Repeating changes nothing. 404 (docs/rules.md#targets).
   */
  removeTarget: post('Moderator/RemoveTarget', {
    summary: 'Take a target away',
    access: 'moderator',
    body: z.strictObject({ targetId: wireId, reason: givenReason }),
    answer: nothing,
    errors: [failures.notFound],
    audited: true,
  }),
};

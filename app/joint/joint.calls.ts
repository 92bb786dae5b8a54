import { z } from 'zod';
import { get, nothing, page, paging, post } from '#base/calls/call.ts';
import { failures } from '#base/calls/errors.ts';
import { wireId } from '#base/calls/id-wire.ts';
import { givenReason } from '#base/calls/reason-wire.ts';
import {
  jointChanged,
  jointElsewhere,
  jointEnded,
  jointNotAgreed,
  jointStarted,
  tooManyJoints,
} from './joint-failures.ts';
import { jointLimits } from './joint-rules.ts';
import { jointBody, ownJoint, runningJoint } from './joint-shapes.ts';

/** A stream that several creators give together (docs/rules.md#joint-streams). */
export const jointCalls = {
  /**
   * The stream together that runs on a creator's page; null: none. What is given there now is shared as it says. 404: no such creator, or a blocked one
   * (docs/rules.md#joint-streams).
   */
  joint: get('Joint/Get', {
    summary: "The stream together on a creator's page",
    access: 'guest',
    query: z.object({ userName: z.string().max(100) }),
    answer: z.object({ joint: runningJoint.nullable() }),
    errors: [failures.notFound],
    cacheSeconds: 5,
  }),
  /**
   * The streams together of the caller, as the host and as a member: first those that have not started, then the newest. Those that the caller has declined are
   * left out. Sums in main units, without refunds (docs/rules.md#joint-streams).
   */
  ownJoints: get('Joint/Own', {
    summary: 'The streams together of the caller',
    access: 'user',
    query: z.object(paging(10)),
    answer: page(ownJoint),
    errors: [],
  }),
  /**
   * Plans a stream with its members, who are invited, or changes the caller's stream `jointId`, which was read with `revision` (else 400 `fields.revision`): each
   * change of the title, the members or the percents takes back what the others have agreed to. The percents add up to 100 (400
   * `fields.percent`); an unknown member is 400 at `fields['members.0.userName']`. 404: no such stream of the caller; 409 `JointStarted`, `JointChanged`,
   * `TooManyJoints` (docs/rules.md#joint-streams).
   */
  saveJoint: post('Joint/Save', {
    summary: 'Plan a stream together or change it',
    access: 'user',
    body: jointBody,
    answer: ownJoint,
    errors: [failures.notFound, jointStarted, jointChanged, tooManyJoints],
    idempotent: true,
  }),
  /** Agrees to an invitation as it was read with `revision`, or declines it. 404: not invited; 409 `JointStarted`, `JointChanged` (docs/rules.md#joint-streams). */
  agree: post('Joint/Agree', {
    summary: 'Agree to a stream together or decline',
    access: 'user',
    body: z.strictObject({ jointId: wireId, revision: z.int(), agrees: z.boolean() }),
    answer: ownJoint,
    errors: [failures.notFound, jointStarted, jointChanged],
  }),
  /**
   * Starts the caller's stream for some `hours`: from now on what is given to one of its members is shared. 404: no such stream of the caller; 409
   * `JointStarted`, `JointChanged`, `JointNotAgreed` (also where a member is blocked), `JointElsewhere` (docs/rules.md#joint-streams).
   */
  startJoint: post('Joint/Start', {
    summary: 'Start a stream together',
    access: 'user',
    body: z.strictObject({
      jointId: wireId,
      revision: z.int(),
      hours: z.int().min(jointLimits.hours.least).max(jointLimits.hours.most).default(jointLimits.hours.usual),
    }),
    answer: ownJoint,
    errors: [failures.notFound, jointStarted, jointChanged, jointNotAgreed, jointElsewhere],
  }),
  /**
   * The host ends the stream, a member leaves it; with one member left it ends. Only what is given from now on is not shared. Repeating changes nothing. 404:
   * no such stream of the caller; 409 `JointEnded`: it was over before (docs/rules.md#joint-streams).
   */
  endJoint: post('Joint/End', {
    summary: 'End a stream together, or leave it',
    access: 'user',
    body: z.strictObject({ jointId: wireId }),
    answer: ownJoint,
    errors: [failures.notFound, jointEnded],
  }),
  /** The streams together of a creator, as `Joint/Own` answers, also of a blocked one. 404: no such creator (docs/rules.md#joint-streams). */
  joints: get('Moderator/Joints', {
    summary: 'The streams together of a creator',
    access: 'moderator',
    query: z.object({ userName: z.string().max(100), ...paging(10) }),
    answer: page(ownJoint),
    errors: [failures.notFound],
  }),
  /** Ends a stream together at once; its members read the reason. Repeating changes nothing. 404 (docs/rules.md#joint-streams). */
  removeJoint: post('Moderator/EndJoint', {
    summary: 'End a stream together',
    access: 'moderator',
    body: z.strictObject({ jointId: wireId, reason: givenReason }),
    answer: nothing,
    errors: [failures.notFound],
    audited: true,
  }),
};

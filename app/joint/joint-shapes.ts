import { z } from 'zod';
import { stagedCreator } from '#app/creators/creators.calls.ts';
import { wireId } from '#base/calls/id-wire.ts';
import { money } from '#base/calls/money-wire.ts';
import { seenLine } from '#base/calls/text-wire.ts';
import { jointFaults, jointLimits } from './joint-rules.ts';

const instant = z.iso.datetime();

const percent = z.int().min(1).max(99);

/** What a host writes of a stream: the percent of the host, and who is invited with which. */
export const jointBody = z.strictObject({
  jointId: wireId.optional(),
  revision: z.int().optional(),
  title: seenLine().min(1, { error: jointFaults.required }).max(jointLimits.title),
  percent,
  members: z
    .array(z.strictObject({ userName: z.string().max(100), percent }))
    .min(jointLimits.least - 1)
    .max(jointLimits.most - 1),
});

/** What a donor sent of the stream that the page showed. */
export const seenJoint = z.strictObject({ id: wireId, revision: z.int() }).nullable();

/**
 * What runs on a page, as donors see it. `revision`: changes with whatever is shared. `percent`: of those who share now, before what the others have left is
 * shared out: they may have less than 100 together.
 */
export const runningJoint = z.object({
  id: wireId,
  revision: z.int(),
  title: z.string(),
  endsAt: instant,
  members: z.array(stagedCreator.extend({ percent: z.int() })),
});

/**
 * A stream for its members. `state`: `Planned` until it starts. `isHost`: the caller is. `own`: what the caller has of it, `whole`: what was given, both
 * without refunds. A member `answer`s an invitation; `hasLeft` is of a stream that had started.
 */
export const ownJoint = z.object({
  id: wireId,
  revision: z.int(),
  title: z.string(),
  state: z.enum(['Planned', 'Runs', 'Ended']),
  isHost: z.boolean(),
  createdAt: instant,
  startedAt: instant.nullable(),
  endsAt: instant.nullable(),
  endedAt: instant.nullable(),
  removedFor: z.string().nullable(),
  own: money,
  whole: money,
  members: z.array(
    stagedCreator.extend({
      percent: z.int(),
      isHost: z.boolean(),
      answer: z.enum(['Agreed', 'Declined', 'None']),
      hasLeft: z.boolean(),
    }),
  ),
});

export type OwnJoint = z.input<typeof ownJoint>;
export type RunningJointShown = z.input<typeof runningJoint>;
export type JointBody = z.output<typeof jointBody>;
export type SeenJoint = z.output<typeof seenJoint>;

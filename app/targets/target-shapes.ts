import { z } from 'zod';
import { wireId } from '#base/calls/id-wire.ts';
import { money } from '#base/calls/money-wire.ts';
import { seenLine } from '#base/calls/text-wire.ts';
import { targetFaults, targetLimits } from './target-rules.ts';

const instant = z.iso.datetime();

/** What a creator writes of a target. */
export const targetBody = z.strictObject({
  targetId: wireId.optional(),
  revision: z.int().optional(),
  text: seenLine().min(1, { error: targetFaults.required }).max(targetLimits.text),
  goal: money.refine((goal) => goal > 0, { error: targetFaults.positive }),
  close: z.boolean().default(false),
});

/**
 * A target with what is paid for it and not refunded: `sum`, by `count` donations. `isReached`: that is `goal` or more now. `closedAt`: when its
 * creator has ended it; null: it is open. `removedFor`: why a moderator has taken it away; only its creator and the staff then get it. They alone get
 * `isChosen`: whether a donation has chosen it, paid or not, refunded too.
 */
export const shownTarget = z.object({
  id: wireId,
  text: z.string(),
  goal: money,
  sum: money,
  count: z.int(),
  isChosen: z.boolean().optional(),
  isReached: z.boolean(),
  closedAt: instant.nullable(),
  removedFor: z.string().nullable(),
  createdAt: instant,
  revision: z.int(),
});

export type TargetBody = z.output<typeof targetBody>;
/** On the wire: money in main units. */
export type ShownTarget = z.input<typeof shownTarget>;

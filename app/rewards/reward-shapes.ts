import { z } from 'zod';
import { wireId } from '#base/calls/id-wire.ts';
import { money } from '#base/calls/money-wire.ts';
import { seenLine } from '#base/calls/text-wire.ts';
import { rewardFaults, rewardLimits } from './reward-rules.ts';

const instant = z.iso.datetime();

/** What a creator writes of a reward. */
export const rewardBody = z.strictObject({
  rewardId: wireId.optional(),
  revision: z.int().optional(),
  text: seenLine().min(1, { error: rewardFaults.required }).max(rewardLimits.text),
  price: money.refine((price) => price > 0, { error: rewardFaults.positive }),
  stock: z.int().min(1).max(rewardLimits.stock).nullable(),
  seenStock: z.int().nullable().optional(),
  close: z.boolean().default(false),
});

/**
 * A reward for donations of `price` or more. `taken`: pieces that are paid for and were not paid back before they were given. `left`: pieces that
 * can be taken now, without those that are kept for donors who are paying; null: there is no limit, as in `stock`. `closedAt`: when its creator has
 * ended it; null: it is open. `removedFor`: why a moderator has taken it away; only its creator and the staff then get it. They alone get `isChosen`:
 * whether a donation has chosen it, paid or not, refunded too; and `paying`: for how many donors who have not paid yet a piece is kept.
 */
export const shownReward = z.object({
  id: wireId,
  text: z.string(),
  price: money,
  stock: z.int().nullable(),
  taken: z.int(),
  left: z.int().nullable(),
  paying: z.int().optional(),
  isChosen: z.boolean().optional(),
  closedAt: instant.nullable(),
  removedFor: z.string().nullable(),
  createdAt: instant,
  revision: z.int(),
});

/**
 * A reward that a donation has taken, or has missed. `name` is null for an anonymous donor; the message is as written. `amount`: what is left of the donation.
 * `givenAt`: when its creator has marked it as given; null: it is owed, or missed. `isPaidBack`: the money went back after that.
 */
export const owedReward = z.object({
  donationId: wireId,
  rewardId: wireId,
  reward: z.string(),
  name: z.string().nullable(),
  message: z.string().nullable(),
  amount: money,
  paidAt: instant,
  givenAt: instant.nullable(),
  isPaidBack: z.boolean(),
});

/** How many rewards are marked at once. */
const mostMarked = 100;

/** What a creator marks as given, or as not given after all. */
export const givenBody = z.strictObject({
  donationIds: z.array(wireId).min(1).max(mostMarked),
  isGiven: z.boolean(),
});

export type RewardBody = z.output<typeof rewardBody>;
/** On the wire: money in main units. */
export type ShownReward = z.input<typeof shownReward>;

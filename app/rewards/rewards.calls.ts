import { z } from 'zod';
import { get, nothing, page, paging, post } from '#base/calls/call.ts';
import { failures } from '#base/calls/errors.ts';
import { wireId } from '#base/calls/id-wire.ts';
import { givenReason } from '#base/calls/reason-wire.ts';
import { noPieceLeft, rewardChanged, rewardEnded, tooManyRewards } from './reward-failures.ts';
import { owedStates } from './reward-rules.ts';
import { givenBody, owedReward, rewardBody, shownReward } from './reward-shapes.ts';

/** What a creator gives for a donation (docs/rules.md#rewards). */
export const rewardsCalls = {
  /**
   * The rewards of a creator with what is left of them: first the open ones in the order in which they were made, then those that ended, the last
   * one first. Everybody gets the open ones and those that have ended in the last 24 hours, the creator and the staff all of them. 404: no such
   * creator, or a blocked one (docs/rules.md#rewards).
   */
  rewards: get('Reward/List', {
    summary: 'The rewards of a creator',
    access: 'guest',
    query: z.object({ userName: z.string().max(100), ...paging(20) }),
    answer: page(shownReward),
    errors: [failures.notFound],
  }),
  /**
   * Makes a reward, or changes the caller's reward `rewardId`, which was read with `revision` (else 400 `fields.revision`) and with the stock `seenStock`
   * (null: no limit; absent: 400 `fields.stock`). After the first choice its text and its price stay as they are, and `stock` (null: no limit) is not
   * less than what is taken or being paid: 400 at the field; so is a new price above the greatest donation. `close` ends it and changes nothing else:
   * text, price and stock are not written, and `seenStock` is not needed. A new reward with `close` is over at once.
   * 404: no such reward of the caller; 409 `RewardEnded`, `RewardChanged`, `TooManyRewards` (docs/rules.md#rewards).
   */
  saveReward: post('Reward/Save', {
    summary: 'Make, change or end a reward',
    access: 'user',
    body: rewardBody,
    answer: shownReward,
    errors: [failures.notFound, rewardEnded, rewardChanged, tooManyRewards],
    idempotent: true,
  }),
  /**
   * What donors have taken from the caller, newest first: what is owed, what is given, or all; or what is `missed`, paid for when no piece was left. Of one
   * reward or of all. 404: no such reward of the caller (docs/rules.md#rewards).
   */
  owedRewards: get('Reward/Owed', {
    summary: 'Rewards that donors have taken or missed',
    access: 'user',
    query: z.object({ state: z.enum(owedStates).default('owed'), rewardId: wireId.optional(), ...paging(20) }),
    answer: page(owedReward),
    errors: [failures.notFound],
  }),
  /**
   * The caller's rewards of which `Reward/Owed` may have something to list: what donors have taken or missed, at most a hundred, in the order of
   * `Reward/List`. `rewardId`: a reward of the caller that is listed in each case (docs/rules.md#rewards).
   */
  takenRewards: get('Reward/Taken', {
    summary: 'Rewards of which something is taken or missed',
    access: 'user',
    query: z.object({ rewardId: wireId.optional() }),
    answer: z.object({ items: z.array(z.object({ id: wireId, text: z.string() })) }),
    errors: [],
  }),
  /**
   * Marks rewards as given, or as not given after all; what is marked so already stays. One that is missed takes a piece that is left, and lets go of it when
   * that is taken back. `count`: how many are as asked now; those that were paid back meanwhile, before they were given, are left out. `marked`: those
   * that were not so until now. 404: one of the donations has neither taken nor missed a reward of the caller; 409 `NoPieceLeft`: fewer pieces are left
   * than are missed; then nothing is marked, and the message names the rewards (docs/rules.md#rewards).
   */
  giveRewards: post('Reward/Give', {
    summary: 'Mark rewards as given',
    access: 'user',
    body: givenBody,
    answer: z.object({ count: z.int(), marked: z.array(wireId) }),
    errors: [failures.notFound, noPieceLeft],
    idempotent: true,
  }),
  /**
   * Takes a reward away: it ends at once, whoever pays for it later gets none, and neither the page nor a donor's thanks show it any more. What was
   * taken stays in the list of its creator. Repeating changes nothing. 404 (docs/rules.md#rewards).
   */
  removeReward: post('Moderator/RemoveReward', {
    summary: 'Take a reward away',
    access: 'moderator',
    body: z.strictObject({ rewardId: wireId, reason: givenReason }),
    answer: nothing,
    errors: [failures.notFound],
    audited: true,
  }),
};

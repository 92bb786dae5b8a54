import { z } from 'zod';
import { del, get, nothing, post, put } from '#base/calls/call.ts';
import { failures } from '#base/calls/errors.ts';
import { wireId } from '#base/calls/id-wire.ts';
import { mostLevels } from './levels/level-limits.ts';
import { levelsChanged, tooManyLevels } from './membership-failures.ts';
import { levelBody, ownLevel, publicLevel } from './membership-shapes.ts';

/** The levels of monthly support that a creator offers. Sums in main units a month (docs/rules.md#memberships). */
export const levelsCalls = {
  /**
   * The levels of a creator in their order, and how many members there are. `isOffered`: whether monthly support can be begun here.
   * 404: no such creator, or a blocked one (docs/rules.md#memberships).
   */
  levels: get('Membership/Levels', {
    summary: 'The levels of monthly support of a creator',
    access: 'guest',
    query: z.object({ userName: z.string().max(100) }),
    answer: z.object({ isOffered: z.boolean(), members: z.int(), levels: z.array(publicLevel) }),
    errors: [failures.notFound],
    cacheSeconds: 30,
  }),
  /** The caller's levels in their order, with the addresses for members (docs/rules.md#memberships). */
  ownLevels: get('Membership/OwnLevels', {
    summary: 'Own levels of monthly support',
    access: 'user',
    answer: z.array(ownLevel),
    errors: [],
  }),
  /**
   * Adds a level as the last one. 400 in `fields.amount` outside the limits of a donation; 409 `TooManyLevels`: there are ten
   * (docs/rules.md#memberships).
   */
  createLevel: post('Membership/CreateLevel', {
    summary: 'Add a level of monthly support',
    access: 'user',
    body: levelBody,
    answer: ownLevel,
    errors: [failures.notFound, tooManyLevels],
    idempotent: true,
  }),
  /**
   * Changes a level. A new price is for new members: others pay it after they have accepted it. 400 as for `CreateLevel`; 404: no such level
   * of the caller (docs/rules.md#memberships).
   */
  changeLevel: put('Membership/Level', {
    summary: 'Change a level of monthly support',
    access: 'user',
    body: levelBody.extend({ levelId: wireId }),
    answer: ownLevel,
    errors: [failures.notFound],
  }),
  /** Removes a level from the offer; its members keep it. 404: no such level of the caller (docs/rules.md#memberships). */
  deleteLevel: del('Membership/Level', {
    summary: 'Remove a level of monthly support',
    access: 'user',
    query: z.object({ levelId: wireId }),
    answer: nothing,
    errors: [failures.notFound],
  }),
  /** Puts the caller's levels in this order. 409 `LevelsChanged` unless they are exactly these (docs/rules.md#memberships). */
  orderLevels: put('Membership/LevelOrder', {
    summary: 'Order own levels of monthly support',
    access: 'user',
    body: z.strictObject({ levelIds: z.array(wireId).max(mostLevels) }),
    answer: nothing,
    errors: [failures.notFound, levelsChanged],
  }),
};

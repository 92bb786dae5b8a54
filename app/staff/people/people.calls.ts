import { z } from 'zod';
import { creatorsCalls } from '#app/creators/creators.calls.ts';
import { lastAdmin } from '#app/identity/identity-failures.ts';
import { roles } from '#app/identity/roles.ts';
import { get, nothing, page, paging, put } from '#base/calls/call.ts';
import { failures } from '#base/calls/errors.ts';
import { wireId } from '#base/calls/id-wire.ts';
import { seenText } from '#base/calls/text-wire.ts';
import { longestBlockReason } from '../comment-lengths.ts';
import { fieldState, listedPerson, moderatedProfile, personDonation } from '../staff-shapes.ts';

/** The reason of a block, shown to the user; up to 500 characters. */
const reason = seenText().max(longestBlockReason).optional();

const userId = z.object({ userId: wireId });

/** Calls of moderators and admins about users (docs/rules.md#staff). */
export const peopleCalls = {
  /** A profile as moderators see it, by user name in any case. 404: unknown user (docs/rules.md#staff). */
  getByName: get('Moderator/GetUserByName', {
    summary: 'A person by user name',
    access: 'moderator',
    query: z.object({ userName: z.string().trim().min(1).max(100) }),
    answer: moderatedProfile,
    errors: [failures.notFound],
  }),
  /** A profile as moderators see it. 404: unknown user. (docs/rules.md#staff) */
  get: get('Moderator/GetUser', {
    summary: 'A person by id',
    access: 'moderator',
    query: userId,
    answer: moderatedProfile,
    errors: [failures.notFound],
  }),
  /**
   * All users, also blocked and unlisted ones, in the order of User/List, whose parameters it takes. `Search` also matches hidden names,
   * and phones by three digits or more. `state`: only users with a field in it; `role`: only users with that role; `confirmed`: only those
   * with, or without, the verified mark (docs/rules.md#staff; pages of 10).
   */
  list: get('Moderator/GetUsersList', {
    summary: 'The list of everybody',
    access: 'moderator',
    query: creatorsCalls.list.query.extend({
      isBlocked: z.boolean().optional(),
      confirmed: z.boolean().optional(),
      state: fieldState.optional(),
      role: z.enum(roles).optional(),
    }),
    answer: page(listedPerson),
    errors: [],
  }),
  /**
   * Blocks a user: his sessions end at once on every process; his page, donation form, products and widgets are unavailable. 403 for
   * oneself and for a user of a higher role; 404: unknown user; 409 `LastAdmin` (docs/rules.md#staff).
   */
  blockUser: put('Moderator/BlockUser', {
    summary: 'Block a person',
    access: 'moderator',
    query: z.object({ userId: wireId, reason }),
    answer: nothing,
    errors: [failures.notFound, lastAdmin],
    audited: true,
  }),
  /** Unblocks a user; his page is restored. 403 and 404 as for blocking (docs/rules.md#staff). */
  unblockUser: put('Moderator/UnblockUser', {
    summary: 'Unblock a person',
    access: 'moderator',
    query: userId,
    answer: nothing,
    errors: [failures.notFound],
    audited: true,
  }),
  /** Sets the role of a user; his sessions end. The last admin who can log in keeps the role: 409 `LastAdmin` (docs/rules.md#staff). */
  setRole: put('Moderator/SetRole', {
    summary: 'Give a person a role',
    access: 'admin',
    query: z.object({ userId: wireId, role: z.enum(roles) }),
    answer: nothing,
    errors: [failures.notFound, lastAdmin],
    audited: true,
  }),
  /** The active sessions of a user, the most recently used first. 403 and 404 as for blocking. */
  sessions: get('Moderator/UserSessions', {
    summary: 'The sessions of a person',
    access: 'moderator',
    query: userId,
    answer: z.array(
      z.object({
        id: wireId,
        device: z.string().nullable(),
        roles: z.array(z.enum(roles)),
        createdAt: z.iso.datetime(),
        lastUsedAt: z.iso.datetime(),
      }),
    ),
    errors: [failures.notFound],
  }),
  /** Ends every session of a user on every process. 403 and 404 as for blocking. */
  endSessions: put('Moderator/EndSessions', {
    summary: 'End the sessions of a person',
    access: 'moderator',
    query: userId,
    answer: nothing,
    errors: [failures.notFound],
    audited: true,
  }),
  /** Donations that a user received (with the original message) or made while logged in, newest first. 403 and 404 as for blocking. */
  donations: get('Moderator/UserDonations', {
    summary: 'The donations of a person',
    access: 'moderator',
    query: z.object({ userId: wireId, kind: z.enum(['received', 'given']).default('received'), ...paging(10) }),
    answer: page(personDonation),
    errors: [failures.notFound],
  }),
};

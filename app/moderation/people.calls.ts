import { z } from 'zod';
import { creatorsCalls } from '#app/creators/creators.calls.ts';
import { lastAdmin } from '#app/identity/identity-failures.ts';
import { roles } from '#app/identity/roles.ts';
import { get, nothing, page, paging, put } from '#base/call.ts';
import { failures } from '#base/errors.ts';
import { wireId } from '#base/id-wire.ts';
import { fieldState, listedPerson, moderatedProfile, personGift } from './moderation-shapes.ts';

/** Why somebody is kept out, as he will read it; up to 500 characters. */
const reason = z.string().trim().max(500).optional();

const userId = z.object({ userId: wireId });

/** Seeing people and what moderators and admins do to them (contract, section 5). */
export const peopleCalls = {
  /** A profile as moderators see it, by user name whatever its case. 404: no such person (contract, section 5). */
  getByName: get('Moderator/GetUserByName', {
    summary: 'A person by user name',
    access: 'moderator',
    query: z.object({ userName: z.string().trim().min(1).max(100) }),
    answer: moderatedProfile,
    errors: [failures.notFound],
  }),
  /** A profile as moderators see it. 404: no such person (contract, section 5). */
  get: get('Moderator/GetUser', {
    summary: 'A person by id',
    access: 'moderator',
    query: userId,
    answer: moderatedProfile,
    errors: [failures.notFound],
  }),
  /**
   * Everybody, blocked and unlisted people too, in the order of User/List, whose parameters it takes. `Search` finds hidden
   * names as well, and phones by three digits or more. `state`: only people with a field in it; `role`: only people of that
   * role; `confirmed`: only those with, or without, the verified mark (contract, section 5; pages of 10: specification, point 9).
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
   * Keeps a person out: his sessions end at once on every process, his page, gift form, products and widgets are gone. 403
   * for oneself and for somebody of a higher role; 404: no such person; 409 `LastAdmin` (contract, section 5).
   */
  blockUser: put('Moderator/BlockUser', {
    summary: 'Block a person',
    access: 'moderator',
    query: z.object({ userId: wireId, reason }),
    answer: nothing,
    errors: [failures.notFound, lastAdmin],
    audited: true,
  }),
  /** Lets a person in again; his page is back as it was. 403 and 404 as for blocking (contract, section 5). */
  unblockUser: put('Moderator/UnblockUser', {
    summary: 'Unblock a person',
    access: 'moderator',
    query: userId,
    answer: nothing,
    errors: [failures.notFound],
    audited: true,
  }),
  /** Gives a person a role; his sessions end. The last admin who can log in stays one: 409 `LastAdmin` (contract, section 5). */
  setRole: put('Moderator/SetRole', {
    summary: 'Give a person a role',
    access: 'admin',
    query: z.object({ userId: wireId, role: z.enum(roles) }),
    answer: nothing,
    errors: [failures.notFound, lastAdmin],
    audited: true,
  }),
  /** A person's living sessions, the one used last first. 404: no such person. */
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
  /** Ends every session of a person, at once and everywhere. 403 and 404 as for blocking. */
  endSessions: put('Moderator/EndSessions', {
    summary: 'End the sessions of a person',
    access: 'moderator',
    query: userId,
    answer: nothing,
    errors: [failures.notFound],
    audited: true,
  }),
  /** Gifts that a person got (with the message as it was written) or made while logged in, the newest first. 404: no such person. */
  gifts: get('Moderator/UserGifts', {
    summary: 'The gifts of a person',
    access: 'moderator',
    query: z.object({ userId: wireId, kind: z.enum(['received', 'given']).default('received'), ...paging(10) }),
    answer: page(personGift),
    errors: [failures.notFound],
  }),
};

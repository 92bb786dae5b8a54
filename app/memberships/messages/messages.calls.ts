import { z } from 'zod';
import { get, nothing, page, paging, post, put } from '#base/calls/call.ts';
import { failures } from '#base/calls/errors.ts';
import { wireId } from '#base/calls/id-wire.ts';
import { givenReason } from '#base/calls/reason-wire.ts';
import { seenText } from '#base/calls/text-wire.ts';
import { messageSentToday, noReaders } from '../membership-failures.ts';
import { instant } from '../membership-shapes.ts';
import { mostLetters } from './message-length.ts';

const text = seenText().max(4 * mostLetters);

/** A message for its creator. `level`: the name of the level whose members it was for, null: all. `isRemoved`: by the staff. */
const sentMessage = z.object({
  id: wireId,
  text: z.string(),
  level: z.string().nullable(),
  readers: z.int(),
  at: instant,
  isRemoved: z.boolean(),
});

/** Messages of creators to their members (docs/rules.md#messages-to-members). */
export const messagesCalls = {
  /**
   * Writes to the caller's members, or to those of a level: plain text of up to 1,000 letters, once a day of the country's time zone. 400 in
   * `fields.text`; 404: no such level of the caller; 409 `MessageSentToday`, `NoReaders` (docs/rules.md#messages-to-members).
   */
  writeMessage: post('Membership/Message', {
    summary: 'Write to own members',
    access: 'user',
    body: z.strictObject({ text, levelId: wireId.nullish() }),
    freeTexts: ['text'],
    answer: sentMessage,
    errors: [failures.notFound, messageSentToday, noReaders],
    idempotent: true,
  }),
  /**
   * What the caller has written to his members, newest first. `readers`: how many would get a message to all now; `nextAt`: when he may write
   * next, null: now (docs/rules.md#messages-to-members).
   */
  sentMessages: get('Membership/Messages', {
    summary: 'Own messages to members',
    access: 'user',
    query: z.object(paging(10)),
    answer: page(sentMessage).extend({ readers: z.int(), nextAt: instant.nullable() }),
    errors: [failures.notFound],
  }),
  /**
   * Messages of the creators that the caller supports, newest first: those written since he joined, as long as he has the level's benefits,
   * without those of creators that he has muted (docs/rules.md#messages-to-members).
   */
  receivedMessages: get('Membership/Received', {
    summary: 'Messages of supported creators',
    access: 'user',
    query: z.object(paging(5)),
    answer: page(
      z.object({
        id: wireId,
        creator: z.object({ userName: z.string(), displayName: z.string(), avatar: z.string().nullable() }),
        text: z.string(),
        at: instant,
      }),
    ),
    errors: [],
  }),
  /**
   * Mutes the creator of a membership: his messages are neither sent nor shown, until the member wants them again. Repeating changes
   * nothing. 404: no such membership of the caller (docs/rules.md#messages-to-members).
   */
  mute: put('Membership/Mute', {
    summary: 'Mute a creator',
    access: 'user',
    body: z.strictObject({ membershipId: wireId, isMuted: z.boolean() }),
    answer: nothing,
    errors: [failures.notFound],
  }),
  /**
   * What creators have written to their members, newest first. `UserId`: only this creator. `After`: the `next` of the page before
   * (docs/rules.md#messages-to-members).
   */
  staffMessages: get('Moderator/MemberMessages', {
    summary: 'Messages to members',
    access: 'moderator',
    query: z.object({
      UserId: wireId.optional(),
      After: z.string().max(200).optional(),
      Take: z.int().min(1).max(100).default(20),
    }),
    answer: z.object({
      items: z.array(sentMessage.extend({ creatorId: wireId, creatorName: z.string() })),
      next: z.string().nullable(),
    }),
    errors: [],
  }),
  /** Takes a message from all members: it is neither shown nor sent any more. Repeating changes nothing. 404 (docs/rules.md#messages-to-members). */
  removeMessage: post('Moderator/RemoveMemberMessage', {
    summary: 'Remove a message to members',
    access: 'moderator',
    body: z.strictObject({
      messageId: wireId,
      reason: givenReason,
    }),
    answer: nothing,
    errors: [failures.notFound],
    audited: true,
  }),
};

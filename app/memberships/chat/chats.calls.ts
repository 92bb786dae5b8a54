import { z } from 'zod';
import { del, get, nothing, post, put } from '#base/calls/call.ts';
import { failures } from '#base/calls/errors.ts';
import { wireId } from '#base/calls/id-wire.ts';
import { instant } from '../membership-shapes.ts';
import { chatConnected, chatNeedsTelegram, chatsOff } from './chat-failures.ts';

const audience = z.strictObject({ levelId: wireId.nullable() });

/**
 * A connected chat for its creator. `levelId`: from which level on members may come in, null: all of them; `levelName` is its name.
 * `hasRights`: whether the bot may let people in and take them out. `members`: how many the bot has let in.
 */
const ownChat = z.object({
  title: z.string(),
  kind: z.enum(['group', 'channel']),
  levelId: wireId.nullable(),
  levelName: z.string().nullable(),
  hasRights: z.boolean(),
  members: z.int(),
});

/** Where Telegram makes the bot an administrator of a group or channel, with the rights that it needs. */
const opening = z.object({ groupUrl: z.string(), channelUrl: z.string(), expiresAt: instant });

/** A closed group or channel of Telegram for a creator's members (docs/rules.md#closed-chats). */
export const chatsCalls = {
  /**
   * The caller's closed chat. `hasBot`: whether chats can be connected here at all; `isLinked`: whether the caller has linked Telegram.
   * `opening`: what `ConnectChat` has begun, null: no chat is being connected (docs/rules.md#closed-chats).
   */
  ownChat: get('Membership/Chat', {
    summary: 'Own closed chat',
    access: 'user',
    answer: z.object({
      hasBot: z.boolean(),
      isLinked: z.boolean(),
      opening: opening.nullable(),
      chat: ownChat.nullable(),
    }),
    errors: [],
  }),
  /**
   * Begins to connect a chat, for 15 minutes: the closed group or channel that the caller's linked Telegram account makes the bot an
   * administrator of is connected. `groupUrl` and `channelUrl` do this in Telegram. A repeated call begins anew. 400 in `fields.levelId`; 404: no
   * such level of the caller; 409 `ChatsOff`, `ChatNeedsTelegram`, `ChatConnected` (docs/rules.md#closed-chats).
   */
  connectChat: post('Membership/ConnectChat', {
    summary: 'Begin to connect a closed chat',
    access: 'user',
    body: audience,
    answer: opening,
    errors: [failures.notFound, chatsOff, chatNeedsTelegram, chatConnected],
  }),
  /**
   * Sets from which level on members may come in. Who is in by a lower one is taken out. 400 in `fields.levelId`; 404: no such level of the
   * caller, or no chat (docs/rules.md#closed-chats).
   */
  saveChat: put('Membership/Chat', {
    summary: 'Change who may come into the closed chat',
    access: 'user',
    body: audience,
    answer: nothing,
    errors: [failures.notFound],
  }),
  /**
   * Disconnects the chat, or ends connecting one: the bot leaves it, lets nobody in and takes nobody out any more. 404: there is none
   * (docs/rules.md#closed-chats).
   */
  disconnectChat: del('Membership/Chat', {
    summary: 'Disconnect the closed chat',
    access: 'user',
    answer: nothing,
    errors: [failures.notFound],
  }),
  /**
   * The closed chat that a membership of the caller opens now. `isLinked`: whether the caller has linked Telegram. `link`: where the linked
   * account asks to come in, and the bot lets nobody else in by it; null without such an account, and while the bot cannot let anybody in.
   * 404: no such membership of the caller, or it opens no chat (docs/rules.md#closed-chats).
   */
  chatLink: get('Membership/ChatLink', {
    summary: 'The way into a closed chat',
    access: 'user',
    query: z.object({ membershipId: wireId }),
    answer: z.object({ title: z.string(), isLinked: z.boolean(), link: z.string().nullable() }),
    errors: [failures.notFound],
  }),
};

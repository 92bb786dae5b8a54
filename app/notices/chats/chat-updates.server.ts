import { z } from 'zod';
import type { MemberChats } from '#app/memberships/member-chats.server.ts';
import type { Tx } from '#base/db/db.server.ts';
import { bestLocale } from '#base/text/locales.ts';
import { chatWords } from './chat-words.server.ts';
import { findLinked } from './linked-store.server.ts';

const closedKinds = ['group', 'supergroup', 'channel'] as const;

const chat = z.object({
  id: z.int(),
  type: z.enum(closedKinds),
  title: z.string().default(''),
  username: z.string().optional(),
});

const from = z.object({ id: z.int(), language_code: z.string().optional() });

/** The updates of groups and channels that matter here; all others are left to others. */
const shape = z.union([
  z.object({
    my_chat_member: z.object({
      chat,
      from,
      new_chat_member: z.object({
        status: z.string(),
        can_invite_users: z.boolean().default(false),
        can_restrict_members: z.boolean().default(false),
      }),
    }),
  }),
  z.object({
    chat_join_request: z.object({
      chat,
      from,
      user_chat_id: z.int(),
      invite_link: z.object({ creator: z.object({ id: z.int() }) }).optional(),
    }),
  }),
  z.object({ message: z.object({ chat, migrate_to_chat_id: z.int() }) }),
]);

type ChatUpdate = z.output<typeof shape>;

/** The most letters of a title that are stored. */
const longestTitle = 128;

/** What the bot says in a private chat, after the commit. */
export interface ChatReply {
  readonly chatId: number;
  readonly text: string;
}

type BotMoved = Extract<ChatUpdate, { my_chat_member: unknown }>['my_chat_member'];

async function noteBot(tx: Tx, moved: BotMoved, chats: MemberChats): Promise<ChatReply | null> {
  const { chat: at, from: by, new_chat_member: bot } = moved;
  const isAdministrator = bot.status === 'administrator';
  const hasRights = isAdministrator && bot.can_invite_users && bot.can_restrict_members;
  const title = [...at.title].slice(0, longestTitle).join('');
  const linked = await findLinked(tx, by.id);
  const connecting = await chats.noteBot(
    tx,
    { telegramId: at.id, kind: at.type, title, hasRights },
    { personId: linked?.personId ?? null, isAdministrator, isPublic: at.username !== undefined },
  );
  if (connecting === null || linked === null) return null;
  const words = chatWords[linked.language];
  if (connecting === 'public') return { chatId: by.id, text: words.isPublic(title) };
  return { chatId: by.id, text: hasRights ? words.connected(title) : words.connectedIdle(title) };
}

/**
 * Handles an update of a group or a channel. Only what concerns closed chats has an effect: what the bot has become there, requests that came by its own
 * address, and a group that has become a supergroup.
 */
export async function handleChatUpdate(
  tx: Tx,
  update: unknown,
  { chats, botId }: { readonly chats: MemberChats; readonly botId: number },
): Promise<ChatReply | null> {
  const { data } = shape.safeParse(update);
  if (data === undefined) return null;
  if ('my_chat_member' in data) return noteBot(tx, data.my_chat_member, chats);
  if ('message' in data) {
    await chats.moveChat(tx, data.message.chat.id, data.message.migrate_to_chat_id);
    return null;
  }
  const { chat: at, from: by, user_chat_id: answerId, invite_link: link } = data.chat_join_request;
  // Whoever was asked in by an administrator's own address is theirs to decide.
  if (link?.creator.id !== botId) return null;
  const language = bestLocale([by.language_code ?? 'ru']);
  await chats.noteRequest(tx, at.id, { telegramId: by.id, answerId, language });
  return null;
}

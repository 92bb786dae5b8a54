import { Api, GrammyError } from 'grammy';
import type { BotOptions } from '../telegram/bot.server.ts';

/** What became of a question about a chat. A lost answer counts as a failure: the question is asked again. */
export type ChatAnswer<Result = true> =
  | { readonly kind: 'done'; readonly result: Result }
  /** Telegram asks to wait. */
  | { readonly kind: 'wait'; readonly seconds: number }
  | { readonly kind: 'failed' }
  /** The bot is not in the chat, or not its administrator with the rights it needs. */
  | { readonly kind: 'noRights' }
  /** The group has become a supergroup with this number. */
  | { readonly kind: 'moved'; readonly to: number }
  /** It will never be done. */
  | { readonly kind: 'refused' };

/** How an account stands in a chat. `banned`: by whomever. */
export type Presence = 'administrator' | 'member' | 'banned' | 'away';

/** The longest that one question takes, in seconds. */
export const questionSeconds = 10;

/** Those that Telegram gives a bot without the rights, or that is in the chat no more. */
const withoutRights =
  /not enough rights|need administrator rights|CHAT_ADMIN_REQUIRED|chat not found|CHANNEL_PRIVATE|bot is not a member|bot was kicked|have no rights|group chat was deactivated|PEER_ID_INVALID|member list is inaccessible/i;

/** Says nothing of the bot's rights. */
const withoutAccount = /user is deactivated|blocked by the user/i;

function answerOf(error: unknown): Exclude<ChatAnswer, { kind: 'done' }> {
  if (!(error instanceof GrammyError)) return { kind: 'failed' };
  const { error_code: code, description, parameters } = error;
  if (code === 429) return { kind: 'wait', seconds: parameters.retry_after ?? 1 };
  if (parameters.migrate_to_chat_id !== undefined) return { kind: 'moved', to: parameters.migrate_to_chat_id };
  if (code === 403 && withoutAccount.test(description)) return { kind: 'refused' };
  if (code === 403 || (code === 400 && withoutRights.test(description))) return { kind: 'noRights' };
  // A wrong token is the operator's fault: people wait for the right one.
  return { kind: code === 400 ? 'refused' : 'failed' };
}

async function asked<Result>(question: Promise<Result>): Promise<ChatAnswer<Result>> {
  try {
    return { kind: 'done', result: await question };
  } catch (error) {
    return answerOf(error);
  }
}

/** What the platform's bot does in closed chats. */
export type ChatBot = ReturnType<typeof createChatBot>;

/** Creates the client of the Bot API for closed chats. Nothing of it throws. */
export function createChatBot({ token, apiRoot }: BotOptions) {
  const api = new Api(token, { apiRoot, timeoutSeconds: questionSeconds });
  const id = Number(token.split(':')[0]);
  return {
    id,
    approve: (chat: number, account: number) => asked(api.approveChatJoinRequest(chat, account)),
    decline: (chat: number, account: number) => asked(api.declineChatJoinRequest(chat, account)),
    async presenceOf(chat: number, account: number): Promise<ChatAnswer<Presence>> {
      const answer = await asked(api.getChatMember(chat, account));
      if (answer.kind !== 'done') return answer;
      const { result: member } = answer;
      const of = (result: Presence) => ({ kind: 'done', result }) as const;
      if (member.status === 'creator' || member.status === 'administrator') return of('administrator');
      if (member.status === 'kicked') return of('banned');
      const isIn = member.status === 'member' || (member.status === 'restricted' && member.is_member);
      return of(isIn ? 'member' : 'away');
    },
    /** Whether the bot may let in and take out. */
    async hasRights(chat: number): Promise<ChatAnswer<boolean>> {
      const answer = await asked(api.getChatMember(chat, id));
      if (answer.kind !== 'done') return answer;
      const { result: member } = answer;
      const result = member.status === 'administrator' && member.can_invite_users && member.can_restrict_members;
      return { kind: 'done', result };
    },
    ban: (chat: number, account: number) => asked(api.banChatMember(chat, account)),
    /** Lets the account ask again; it does not come back by itself. */
    unban: (chat: number, account: number) => asked(api.unbanChatMember(chat, account, { only_if_banned: true })),
    /** The address at which people ask to come in. */
    async makeLink(chat: number): Promise<ChatAnswer<string>> {
      const answer = await asked(api.createChatInviteLink(chat, { creates_join_request: true }));
      return answer.kind === 'done' ? { kind: 'done', result: answer.result.invite_link } : answer;
    },
    leave: (chat: number) => asked(api.leaveChat(chat)),
    say: (chat: number, text: string) =>
      asked(api.sendMessage(chat, text, { link_preview_options: { is_disabled: true } })),
  };
}

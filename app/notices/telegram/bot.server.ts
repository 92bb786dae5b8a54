import { Api, GrammyError } from 'grammy';
import type { ChatOutcome, CodeInChat } from '#app/identity/code-chats.server.ts';
import type { Database } from '#base/db/db.server.ts';
import type { Locale } from '#base/text/locales.ts';
import type { NoticeWay } from '../outbox/notice-run.server.ts';
import { claimReceivers, type DueChat, type SendOutcome } from '../outbox/notice-store.server.ts';
import type { NoticeText } from '../words/notice-text.server.ts';
import { noticeWords } from '../words/notice-words.server.ts';
import type { BotFacts } from './bot-store.server.ts';
import { type ButtonAction, buttonActions, buttonData } from './button-data.server.ts';
import { noticeHtml } from './notice-html.server.ts';

/** A message and where it goes. */
export interface ChatMessage {
  readonly chatId: number;
  readonly language: Locale;
  readonly text: NoticeText;
  /** The notice whose donation the buttons act on; null: none. */
  readonly buttonsOf: string | null;
  readonly isMuted: boolean;
}

/** The updates that the bot asks for. */
const wantedUpdates = ['message', 'callback_query', 'my_chat_member', 'chat_join_request'] as const;

const sendSeconds = 10;

/** Milliseconds within which a message is sent and the result recorded. */
const longestSend = sendSeconds * 1_000 + 5_000;

/** A failure is Telegram's as a whole, hardly ever one of a chat: once it is back no chat is silent for longer than a minute. */
const retryPauses = [5, 15, 60] as const;

const pollSeconds = 25;

/** Whoever waits for a code waits for this long at most, then the next sender gets it. */
const codeMilliseconds = 2_500;

export interface BotOptions {
  readonly token: string;
  /** Origin of the Bot API. */
  readonly apiRoot: string;
}

/** What an error of the Bot API means for the message. A lost answer counts as a failure: the message is sent again. */
function outcomeOf(error: unknown): SendOutcome {
  if (!(error instanceof GrammyError)) return { kind: 'failed' };
  const { error_code: code, description, parameters } = error;
  if (code === 429) return { kind: 'failed', pauseSeconds: parameters.retry_after ?? 1 };
  if (code === 403 || (code === 400 && /chat not found|user is deactivated/i.test(description)))
    return { kind: 'gone' };
  // A wrong token is the operator's fault: the messages wait for the right one.
  return { kind: code >= 500 || code === 401 || code === 404 ? 'failed' : 'refused' };
}

type CodeFailure = Extract<ChatOutcome, { readonly reason: unknown }>['reason'];

/** Why a code did not reach a chat. `number`: the chat is gone. */
function reasonOf(error: unknown): CodeFailure {
  if (!(error instanceof GrammyError)) return 'unknown';
  const { error_code: code } = error;
  if (outcomeOf(error).kind === 'gone') return 'number';
  if (code === 401 || code === 404) return 'credentials';
  if (code === 429) return 'rateLimit';
  return code >= 500 ? 'unknown' : 'refused';
}

/** Telegram did not answer, or refused. The message names neither the token nor an address that holds it. */
export class TelegramFailure extends Error {
  override name = 'TelegramFailure';
}

async function asked<Result>(question: Promise<Result>): Promise<Result> {
  try {
    return await question;
  } catch (error) {
    const isRefused = error instanceof GrammyError;
    throw new TelegramFailure(isRefused ? `${error.error_code} ${error.description}` : 'there was no answer');
  }
}

function keyboardOf(noticeId: string, language: Locale, actions: readonly ButtonAction[]) {
  const words = noticeWords[language];
  return {
    inline_keyboard: [actions.map((action) => ({ text: words[action], callback_data: buttonData(action, noticeId) }))],
  };
}

/** The bot of the platform. */
export type Bot = ReturnType<typeof createBot>;

/** Creates the client of the Bot API. */
export function createBot({ token, apiRoot }: BotOptions) {
  const api = new Api(token, { apiRoot, timeoutSeconds: sendSeconds });
  // The client takes no signal of Node's own, so that the request itself gets it, and the time limit with it.
  const stoppable = (stopped: AbortSignal) => {
    const timeoutSeconds = pollSeconds + sendSeconds;
    const signal = AbortSignal.any([stopped, AbortSignal.timeout(timeoutSeconds * 1_000)]);
    return new Api(token, {
      apiRoot,
      timeoutSeconds,
      fetch: (url: string, init: RequestInit) => fetch(url, { ...init, signal }),
    });
  };
  const hasty = new Api(token, {
    apiRoot,
    fetch: (url: string, init: RequestInit) => fetch(url, { ...init, signal: AbortSignal.timeout(codeMilliseconds) }),
  });
  return {
    id: Number(token.split(':')[0]),
    async facts(): Promise<BotFacts> {
      const { username, has_main_web_app: hasMiniApp } = await asked(api.getMe());
      // Bot API servers from before Mini Apps leave it out.
      return { userName: username, hasMiniApp: hasMiniApp === true };
    },
    /** Sends a message; never fails. */
    async send({ chatId, language, text, buttonsOf, isMuted }: ChatMessage): Promise<SendOutcome> {
      try {
        await api.sendMessage(chatId, noticeHtml(text), {
          parse_mode: 'HTML',
          disable_notification: isMuted,
          link_preview_options: { is_disabled: true },
          ...(buttonsOf !== null && { reply_markup: keyboardOf(buttonsOf, language, buttonActions) }),
        });
        return { kind: 'sent' };
      } catch (error) {
        return outcomeOf(error);
      }
    },
    /** Answers in a chat, without formatting. */
    async say(chatId: number, text: string): Promise<void> {
      await asked(api.sendMessage(chatId, text, { link_preview_options: { is_disabled: true } }));
    },
    /** The same with a button that sends the phone of whoever presses it. */
    async askContact(chatId: number, text: string, button: string): Promise<void> {
      const keyboard = [[{ text: button, request_contact: true }]];
      const markup = { keyboard, resize_keyboard: true, one_time_keyboard: true };
      await asked(api.sendMessage(chatId, text, { reply_markup: markup }));
    },
    /** The same, and takes that button away. */
    async endContact(chatId: number, text: string): Promise<void> {
      await asked(api.sendMessage(chatId, text, { reply_markup: { remove_keyboard: true } }));
    },
    /** Writes a code that can be copied by a tap and not be passed on; never fails. */
    async writeCode(chatId: number, { before, code, after }: CodeInChat): Promise<ChatOutcome> {
      try {
        const { message_id: id } = await hasty.sendMessage(chatId, `${before}${code}${after}`, {
          entities: [{ type: 'code', offset: before.length, length: code.length }],
          protect_content: true,
          link_preview_options: { is_disabled: true },
        });
        return { reference: String(id) };
      } catch (error) {
        return { reason: reasonOf(error) };
      }
    },
    /** The same with a button that opens a page of the site inside Telegram, which takes only https. */
    async offerPage(
      chatId: number,
      text: string,
      page: { readonly title: string; readonly url: string },
    ): Promise<void> {
      const keyboard = { inline_keyboard: [[{ text: page.title, web_app: { url: page.url } }]] };
      await asked(api.sendMessage(chatId, text, { reply_markup: keyboard }));
    },
    /**
     * Makes the menu button open a page of the site, unless the operator has set another one or commands that it would hide. Returns whether
     * it does now.
     */
    async offerMenu(title: string, url: string): Promise<boolean> {
      const button = await asked(api.getChatMenuButton());
      if (button.type === 'web_app') return button.web_app.url === url;
      // Telegram reports `commands` for a bot that nobody has set up, too.
      if (button.type === 'commands' && (await asked(api.getMyCommands())).length > 0) return false;
      await asked(api.setChatMenuButton({ menu_button: { type: 'web_app', text: title, web_app: { url } } }));
      return true;
    },
    /** Shows a short text to whoever pressed a button. */
    async answerPress(pressId: string, text: string): Promise<void> {
      await asked(api.answerCallbackQuery(pressId, { text }));
    },
    /** Leaves only these buttons below a message. */
    async leaveButtons(
      at: { readonly chatId: number; readonly messageId: number },
      noticeId: string,
      { language, actions }: { readonly language: Locale; readonly actions: readonly ButtonAction[] },
    ): Promise<void> {
      const keyboard = actions.length === 0 ? { inline_keyboard: [] } : keyboardOf(noticeId, language, actions);
      await asked(api.editMessageReplyMarkup(at.chatId, at.messageId, { reply_markup: keyboard }));
    },
    /** Waits for updates from a number on. */
    async updates(from: number, signal: AbortSignal): Promise<readonly unknown[]> {
      const question = { offset: from, timeout: pollSeconds, allowed_updates: wantedUpdates };
      return asked(stoppable(signal).getUpdates(question));
    },
    async stopWebhook(signal: AbortSignal): Promise<void> {
      await asked(stoppable(signal).deleteWebhook());
    },
    async startWebhook(url: string, secret: string): Promise<void> {
      await asked(api.setWebhook(url, { secret_token: secret, allowed_updates: wantedUpdates }));
    },
  };
}

/** How messages reach chats. `publicUrl`: of the site, whose pages links lead to. */
export function telegramWay(db: Database, bot: Bot, publicUrl: string): NoticeWay<DueChat> {
  return {
    longestSend,
    botId: bot.id,
    retryPauses,
    claim: (most) => claimReceivers(db, most, bot.id),
    send: ({ chatId, language }, { fact, text, buttonsOf, isMuted }) => {
      const link = 'path' in fact ? [`${publicUrl}${fact.path}`] : [];
      const { title, lines } = text;
      return bot.send({ chatId, language, text: { title, lines: [...lines, ...link] }, buttonsOf, isMuted });
    },
  };
}

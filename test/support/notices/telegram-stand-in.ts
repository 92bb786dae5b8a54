import { createServer, type ServerResponse } from 'node:http';
import { z } from 'zod';
import { TelegramChats } from './telegram-chats.ts';

export const testBot = {
  token: '700100200:AAtest-token-of-the-stand-in_0123456789',
  userName: 'opora_test_bot',
} as const;

interface Button {
  readonly text: string;
  /** Of an act of the bot. */
  readonly callback_data?: string | undefined;
  /** Opens a page inside Telegram. */
  readonly web_app?: { readonly url: string } | undefined;
}

/** The button beside the field for messages. */
type MenuButton =
  | { readonly type: 'commands' | 'default' }
  | { readonly type: 'web_app'; readonly text: string; readonly web_app: { readonly url: string } };

interface SentMessage {
  readonly messageId: number;
  readonly chatId: number;
  readonly text: string;
  readonly isHtml: boolean;
  readonly isSilent: boolean;
  readonly isProtected: boolean;
  /** The parts that a tap copies. */
  readonly copied: readonly string[];
  /** `asked`: a button below the field sends the phone; `gone`: it is taken away. */
  readonly contactButton: 'asked' | 'gone' | null;
  buttons: readonly Button[];
  readonly at: number;
}

/** How the next messages to a chat end. `lost`: the message arrives, its answer does not; `silent`: no answer ever comes. */
type ChatMood =
  | { readonly kind: 'well' | 'lost' | 'outage' | 'blocked' | 'malformed' | 'silent' }
  | { readonly kind: 'flood'; readonly retryAfter: number };

const page = z.object({ url: z.string() });

const button = z.object({ text: z.string(), callback_data: z.string().optional(), web_app: page.optional() });

const body = z.looseObject({
  chat_id: z.coerce.number().optional(),
  text: z.string().optional(),
  parse_mode: z.string().optional(),
  disable_notification: z.boolean().optional(),
  message_id: z.int().optional(),
  user_id: z.int().optional(),
  creates_join_request: z.boolean().optional(),
  offset: z.int().optional(),
  timeout: z.number().optional(),
  url: z.string().optional(),
  secret_token: z.string().optional(),
  callback_query_id: z.string().optional(),
  menu_button: z.object({ type: z.literal('web_app'), text: z.string(), web_app: page }).optional(),
  protect_content: z.boolean().optional(),
  entities: z.array(z.object({ type: z.string(), offset: z.int(), length: z.int() })).optional(),
  reply_markup: z
    .object({
      inline_keyboard: z.array(z.array(button)).optional(),
      keyboard: z.array(z.array(z.object({ text: z.string(), request_contact: z.literal(true) }))).optional(),
      remove_keyboard: z.literal(true).optional(),
    })
    .optional(),
});

type Body = z.output<typeof body>;

interface Refusal {
  readonly status: number;
  readonly description: string;
  readonly parameters?: Readonly<Record<string, number>>;
}

const refusals = {
  blocked: { status: 403, description: 'Forbidden: bot was blocked by the user' },
  outage: { status: 502, description: 'Bad Gateway' },
  malformed: { status: 400, description: "Bad Request: can't parse entities" },
} as const satisfies Readonly<Record<string, Refusal>>;

/** Only the tags that Telegram knows, and every other sign escaped. */
const wellFormed = /^(?:[^<>&]|<\/?[bi]>|&(?:lt|gt|amp);)*$/;

/** The Bot API as its documentation describes it (https://core.telegram.org/bots/api), as far as the product uses it. */
class TelegramStandIn {
  readonly sent: SentMessage[] = [];
  readonly refusedChats: number[] = [];
  /** Texts shown to whoever pressed a button. */
  readonly answers: string[] = [];
  readonly webhooks: { readonly url: string; readonly secret: string }[] = [];
  menu: MenuButton = { type: 'commands' };
  /** Names of commands that the operator has given the bot. */
  commands: readonly string[] = [];
  hasMiniApp = false;
  mayJoinGroups = true;
  /** Questions for updates that were open at the same time, at most. */
  mostPolls = 0;
  url = '';
  /** Groups and channels. */
  readonly chats = new TelegramChats(Number(testBot.token.split(':')[0]));
  readonly #moods = new Map<number, ChatMood>();
  #updates: { readonly update_id: number }[] = [];
  readonly #server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString();
      this.#answer(request.url ?? '', body.parse(text === '' ? {} : JSON.parse(text)), response);
    });
  });
  #polls = 0;
  #wake: (() => void)[] = [];
  #lastId = 1_000;

  async open(): Promise<this> {
    await new Promise<void>((ready) => this.#server.listen(0, '127.0.0.1', ready));
    const at = this.#server.address();
    this.url = `http://127.0.0.1:${typeof at === 'object' && at !== null ? at.port : 0}`;
    return this;
  }

  get variables(): Readonly<Record<string, string>> {
    return { TELEGRAM_BOT_TOKEN: testBot.token, TELEGRAM_API_URL: this.url };
  }

  /** A mood of `flood` or `lost` ends with the next message, all others last. */
  set(chatId: number, mood: ChatMood): void {
    this.#moods.set(chatId, mood);
  }

  to(chatId: number): readonly SentMessage[] {
    return this.sent.filter((message) => message.chatId === chatId);
  }

  /** Numbers updates from another number on, as Telegram does after a week without any. */
  numberFrom(id: number): void {
    this.#lastId = id;
    for (const wake of this.#wake.splice(0)) wake();
  }

  say(chatId: number, text: string, language = 'ru', userName = `user${chatId}`) {
    const from = { id: chatId, first_name: 'Дилноза', username: userName, language_code: language };
    return this.#add({ message: { message_id: this.#next(), chat: { id: chatId, type: 'private' }, from, text } });
  }

  /** Somebody sends a contact; `user`: whose it is, by default the own one. `more`: other parts of the message. */
  contact(
    chatId: number,
    phone: string,
    { user = chatId, ...more }: { readonly user?: number; readonly [part: string]: unknown } = {},
  ) {
    const from = { id: chatId, first_name: 'Дилноза', username: `user${chatId}`, language_code: 'ru' };
    const contact = { phone_number: phone, first_name: 'Дилноза', user_id: user };
    return this.#add({
      message: { message_id: this.#next(), chat: { id: chatId, type: 'private' }, from, contact, ...more },
    });
  }

  /** Somebody presses a button below a message. */
  press(chatId: number, messageId: number, data: string) {
    const message = { message_id: messageId, chat: { id: chatId, type: 'private' } };
    const from = { id: chatId, first_name: 'Дилноза', language_code: 'ru' };
    return this.#add({ callback_query: { id: String(this.#next()), from, data, message } });
  }

  /** The bot becomes something in a group or channel, by somebody. */
  setBot(
    chat: { readonly id: number; readonly type: string; readonly title?: string; readonly username?: string },
    by: number,
    bot: { readonly status: string; readonly can_invite_users?: boolean; readonly can_restrict_members?: boolean },
  ) {
    const from = { id: by, first_name: 'Дилноза', language_code: 'ru' };
    return this.#add({ my_chat_member: { chat, from, new_chat_member: bot } });
  }

  /** Somebody asks to come into a group or channel, by the address of the bot. */
  askIn(
    chat: { readonly id: number; readonly type: string },
    by: number,
    linkOf = Number(testBot.token.split(':')[0]),
  ) {
    this.chats.of(chat.id).requests.add(by);
    const from = { id: by, first_name: 'Азиз', language_code: 'ru' };
    const link = { invite_link: 'https://t.me/+stand_in', creator: { id: linkOf } };
    return this.#add({ chat_join_request: { chat, from, user_chat_id: by, date: 0, invite_link: link } });
  }

  /** A group becomes a supergroup. */
  migrate(from: number, to: number) {
    this.chats.move(from, to);
    return this.#add({
      message: { message_id: this.#next(), chat: { id: from, type: 'group', title: 'Чат' }, migrate_to_chat_id: to },
    });
  }

  block(chatId: number) {
    const chat = { id: chatId, type: 'private' };
    return this.#add({ my_chat_member: { chat, new_chat_member: { status: 'kicked' } } });
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((closed) => this.#server.close(closed));
  }

  #next(): number {
    this.#lastId += 1;
    return this.#lastId;
  }

  #add(update: object) {
    const made = { update_id: this.#next(), ...update };
    this.#updates.push(made);
    for (const wake of this.#wake.splice(0)) wake();
    return made;
  }

  #answer(path: string, asked: Body, response: ServerResponse): void {
    const done = (result: unknown) => response.writeHead(200).end(JSON.stringify({ ok: true, result }));
    const refuse = ({ status, ...more }: Refusal) =>
      response.writeHead(status).end(JSON.stringify({ ok: false, error_code: status, ...more }));
    const [, bot, method = ''] = path.split('/');
    if (bot !== `bot${testBot.token}`) refuse({ status: 401, description: 'Unauthorized' });
    else if (this.#answerOfChat(method, asked, response, { done, refuse })) return;
    else if (method === 'getUpdates') this.#poll(asked, response, done);
    else if (method === 'sendMessage') this.#send(asked, response, { done, refuse });
    else if (method === 'getMe') {
      done({
        id: 700100200,
        is_bot: true,
        first_name: 'Opora',
        username: testBot.userName,
        has_main_web_app: this.hasMiniApp,
        can_join_groups: this.mayJoinGroups,
      });
    } else if (method === 'getChatMenuButton') done(this.menu);
    else if (method === 'getMyCommands') {
      done(this.commands.map((command) => ({ command, description: command })));
    } else if (method === 'getChat') {
      if (this.#moods.get(asked.chat_id ?? 0)?.kind === 'blocked') refuse(refusals.blocked);
      else done({ id: asked.chat_id, type: 'channel', title: 'Команда' });
    } else done(this.#note(method, asked));
  }

  /** False: the question is about no group or channel. */
  #answerOfChat(
    method: string,
    asked: Body,
    response: ServerResponse,
    { done, refuse }: { done: (result: unknown) => void; refuse: (refusal: Refusal) => void },
  ): boolean {
    const outcome = this.chats.answer(method, asked);
    if (outcome === null) return false;
    if (outcome.kind === 'refused') refuse(outcome.refusal);
    else if (outcome.kind === 'lost') response.destroy();
    else done(outcome.result);
    return true;
  }

  /** Records a question that is always answered with yes. */
  #note(method: string, asked: Body): true {
    if (method === 'setWebhook') this.webhooks.push({ url: asked.url ?? '', secret: asked.secret_token ?? '' });
    if (method === 'setChatMenuButton' && asked.menu_button) this.menu = asked.menu_button;
    if (method === 'answerCallbackQuery') this.answers.push(asked.text ?? '');
    const message = this.sent.find(({ messageId }) => messageId === asked.message_id);
    if (method === 'editMessageReplyMarkup' && message) {
      message.buttons = asked.reply_markup?.inline_keyboard?.flat() ?? [];
    }
    return true;
  }

  #poll({ offset = 0, timeout = 0 }: Body, response: ServerResponse, done: (result: unknown) => void): void {
    // Whoever asks from a number on has got all before it.
    this.#updates = this.#updates.filter(({ update_id: id }) => id >= offset);
    const due = () => this.#updates.filter(({ update_id: id }) => id >= offset);
    if (due().length > 0) {
      done(due());
      return;
    }
    this.#polls += 1;
    this.mostPolls = Math.max(this.mostPolls, this.#polls);
    let timer: ReturnType<typeof setTimeout>;
    const end = () => {
      clearTimeout(timer);
      this.#wake = this.#wake.filter((wake) => wake !== end);
      if (!response.writableEnded && !response.destroyed) done(due());
    };
    timer = setTimeout(end, timeout * 1_000);
    this.#wake.push(end);
    response.on('close', () => {
      this.#polls -= 1;
      end();
    });
  }

  /** Answers like Telegram, or as the mood of the chat says. */
  #send(
    {
      chat_id: chatId = 0,
      text = '',
      parse_mode: mode,
      disable_notification: isSilent = false,
      reply_markup: markup,
      protect_content: isProtected = false,
      entities = [],
    }: Body,
    response: ServerResponse,
    { done, refuse }: { done: (result: unknown) => void; refuse: (refusal: Refusal) => void },
  ): void {
    const mood = this.#moods.get(chatId) ?? { kind: 'well' };
    if (mood.kind === 'flood') {
      this.#moods.delete(chatId);
      const { retryAfter } = mood;
      const description = `Too Many Requests: retry after ${retryAfter}`;
      refuse({ status: 429, description, parameters: { retry_after: retryAfter } });
      return;
    }
    if (mood.kind === 'silent') return;
    if (mood.kind === 'blocked' || mood.kind === 'outage') {
      this.refusedChats.push(chatId);
      refuse(refusals[mood.kind]);
      return;
    }
    const isHtml = mode === 'HTML';
    if (mood.kind === 'malformed' || (isHtml && !wellFormed.test(text)) || text.length > 4_096) {
      refuse(refusals.malformed);
      return;
    }
    const messageId = this.#next();
    const buttons = markup?.inline_keyboard?.flat() ?? [];
    const copied = entities
      .filter(({ type }) => type === 'code')
      .map(({ offset, length }) => text.slice(offset, offset + length));
    const contactButton = markup?.keyboard ? 'asked' : markup?.remove_keyboard ? 'gone' : null;
    this.sent.push({
      messageId,
      chatId,
      text,
      isHtml,
      isSilent,
      isProtected,
      copied,
      contactButton,
      buttons,
      at: Date.now(),
    });
    if (mood.kind === 'lost') {
      this.#moods.delete(chatId);
      response.destroy();
      return;
    }
    done({ message_id: messageId, chat: { id: chatId, type: 'private' }, date: 0, text });
  }
}

export type { TelegramStandIn };

/** Starts it on a free port of this machine. */
export async function startTelegram(): Promise<TelegramStandIn> {
  return new TelegramStandIn().open();
}

let lastChat = 5_000;

/** A chat that no other test has. */
export function newChat(): number {
  lastChat += 1;
  return lastChat;
}

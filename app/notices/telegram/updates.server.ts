import { z } from 'zod';
import type { CountryProfile } from '#app/country.ts';
import { findCreatorByName, userNameOf } from '#app/creators/creators.server.ts';
import { displayNameOf } from '#app/creators/public-user.ts';
import { isUserName } from '#app/creators/user-name.ts';
import type { Budget, Limits } from '#base/calls/rate-limit.server.ts';
import type { Database, Tx } from '#base/db/db.server.ts';
import { bestLocale, type Locale } from '#base/text/locales.ts';
import type { DonationActs } from '../donation-acts.server.ts';
import { launchPath, startName, startOfUser, userOfStart } from '../mini-app-address.ts';
import { askForPhone, contactParts, phoneStart, takeContact } from '../phone/confirm-phone.server.ts';
import { endPhoneOfChat } from '../phone/phone-store.server.ts';
import { noticeWords } from '../words/notice-words.server.ts';
import { phoneWords } from '../words/phone-words.server.ts';
import type { Bot } from './bot.server.ts';
import { takeUpdate } from './bot-store.server.ts';
import { parseButton } from './button-data.server.ts';
import { type PressAnswer, press } from './buttons.server.ts';
import { linkChat, unlinkChat } from './link-store.server.ts';

const chat = z.object({ id: z.int(), type: z.string() });
const from = z.object({
  id: z.int(),
  username: z.string().optional(),
  first_name: z.string(),
  language_code: z.string().optional(),
});

/** The parts of an update that matter here; everything else is ignored. */
const updateShape = z.object({
  update_id: z.int(),
  message: z.object({ chat, from: from.optional(), text: z.string().optional(), ...contactParts }).optional(),
  callback_query: z
    .object({
      id: z.string(),
      from,
      data: z.string().optional(),
      message: z.object({ message_id: z.int(), chat }).optional(),
    })
    .optional(),
  my_chat_member: z
    .object({ chat, from: z.object({ id: z.int() }).optional(), new_chat_member: z.object({ status: z.string() }) })
    .optional(),
});

type Update = z.output<typeof updateShape>;

const numbered = z.object({ update_id: z.int() });

/** Answers in one chat, so that nobody spends what Telegram allows for everybody. */
const answering: Budget = {
  name: 'telegram-answer',
  points: 20,
  seconds: 60,
  message: 'Не больше 20 отправок в минуту. Подождите немного',
};

/** An answer, sent after the commit; a lost one has no consequences. */
type Reply = (bot: Bot) => Promise<void>;

const localeOf = (person: Pick<z.output<typeof from>, 'language_code'> | undefined): Locale =>
  bestLocale([person?.language_code ?? 'ru']);

const longestName = 64;

/** A button that opens the page of a creator inside Telegram, or its address where Telegram takes no button; null: there is no such creator. */
async function offerCreator(
  tx: Tx,
  start: string,
  { chatId, language, publicUrl }: { readonly chatId: number; readonly language: Locale; readonly publicUrl: string },
): Promise<Reply | null> {
  const name = userOfStart(start);
  const creator = isUserName(name) ? await findCreatorByName(tx, name) : null;
  if (creator === null || creator.isBlocked) return null;
  const { userName } = creator;
  const { pageOf, openPage } = noticeWords[language];
  const text = pageOf(displayNameOf(creator));
  if (!publicUrl.startsWith('https:')) return (bot) => bot.say(chatId, `${text}\n${publicUrl}/${userName}`);
  const url = `${publicUrl}${launchPath}?${startName}=${startOfUser(userName)}`;
  return (bot) => bot.offerPage(chatId, text, { title: openPage, url });
}

async function start(tx: Tx, code: string, message: NonNullable<Update['message']>): Promise<Reply> {
  const language = localeOf(message.from);
  const chatId = message.chat.id;
  if (code === '') return (bot) => bot.say(chatId, `${noticeWords[language].welcome}\n\n${phoneWords[language].hint}`);
  const { username, first_name: firstName = '' } = message.from ?? {};
  const name = (username === undefined ? firstName : `@${username}`).slice(0, longestName);
  const linked = await linkChat(tx, { code, chatId, name });
  if (linked === null) return (bot) => bot.say(chatId, noticeWords[language].codeExpired);
  const { left, opensAccount } = linked;
  const userName = (await userNameOf(tx, linked.personId)) ?? '';
  const words = noticeWords[linked.language];
  return async (bot) => {
    const { hintLinked } = phoneWords[linked.language];
    // Only a chat that logs in can confirm the phone of the account.
    await bot.say(
      chatId,
      opensAccount ? `${words.linked(userName)}\n\n${hintLinked}` : words.linkedForMessages(userName),
    );
    // Whoever reads there learns of it even where somebody else has done it.
    if (left !== null) await bot.say(left.chatId, noticeWords[left.language].movedAway(userName));
  };
}

type Handling = Pick<UpdateOptions, 'acts' | 'publicUrl' | 'bot' | 'country'>;

/** Unlinks a chat, and ends the codes that come there. */
async function stop(tx: Tx, chatId: number, asked: Locale): Promise<string> {
  const language = await unlinkChat(tx, chatId);
  const { notLinked, unlinked } = noticeWords[language ?? asked];
  const { ended } = phoneWords[language ?? asked];
  if (!(await endPhoneOfChat(tx, chatId))) return language === null ? notLinked : unlinked;
  return language === null ? ended : `${unlinked}\n\n${ended}`;
}

/** Answers the commands and the contact of a private chat; other texts and groups are ignored. */
async function handleMessage(
  tx: Tx,
  message: NonNullable<Update['message']>,
  { publicUrl, bot: { id: botId }, country }: Handling,
): Promise<Reply | null> {
  if (message.chat.type !== 'private') return null;
  const chatId = message.chat.id;
  const language = localeOf(message.from);
  if (message.contact !== undefined) return takeContact(tx, message, { language, botId, country });
  const [, command = '', argument = ''] = /^\/(\w+)(?:@\w+)?(?:\s+(\S+))?/.exec(message.text ?? '') ?? [];
  const say =
    (text: string): Reply =>
    (bot) =>
      bot.say(chatId, text);
  if (command === 'phone' || (command === 'start' && argument === phoneStart)) {
    return askForPhone(tx, { chatId, language });
  }
  if (command === 'start') {
    const offer = await offerCreator(tx, argument, { chatId, language, publicUrl });
    return offer ?? start(tx, argument, message);
  }
  return command === 'stop' ? say(await stop(tx, chatId, language)) : null;
}

async function handlePress(
  tx: Tx,
  { id, data = '', message, from: person }: NonNullable<Update['callback_query']>,
  acts: DonationActs,
): Promise<Reply | null> {
  const button = parseButton(data);
  if (button === null || message === undefined) return null;
  const at = { chatId: message.chat.id, messageId: message.message_id };
  const answer: PressAnswer = await press(tx, acts, { chatId: at.chatId, ...button }, localeOf(person));
  const { text, language, left } = answer;
  return async (bot) => {
    await bot.answerPress(id, text);
    if (left !== null) await bot.leaveButtons(at, button.noticeId, { language, actions: left });
  };
}

async function handle(tx: Tx, update: Update, handling: Handling): Promise<Reply | null> {
  const { message, callback_query: pressed, my_chat_member: member } = update;
  if (message) return handleMessage(tx, message, handling);
  if (pressed) return handlePress(tx, pressed, handling.acts);
  // The bot was blocked.
  if (member?.new_chat_member.status === 'kicked') await stop(tx, member.chat.id, 'ru');
  return null;
}

const chatOf = ({ message, callback_query: pressed, my_chat_member: member }: Update) =>
  (message ?? pressed?.message)?.chat.id ?? member?.from?.id;

/** Handles updates of the bot, each once, whichever way and however often it comes. */
export type HandleUpdate = (update: unknown) => Promise<void>;

interface UpdateOptions {
  readonly db: Database;
  readonly limits: Pick<Limits, 'note'>;
  readonly bot: Bot;
  readonly acts: DonationActs;
  readonly publicUrl: string;
  readonly country: Pick<CountryProfile, 'phonePattern' | 'phoneMask'>;
  /** Handles what concerns closed chats. Returns what the bot says then; null: nothing. */
  handleChat(tx: Tx, update: unknown): Promise<{ readonly chatId: number; readonly text: string } | null>;
}

/** Creates the handler of updates. It throws where the effect could not be stored, so that the update is handled again. */
export function createUpdateHandler(options: UpdateOptions): HandleUpdate {
  const { db, limits, bot, handleChat } = options;
  const answer = async (reply: Reply, update: Update) => {
    const chatId = chatOf(update);
    if (chatId !== undefined && (await limits.note(answering, String(chatId), 1)) > 0) await reply(bot);
  };
  return async (sent) => {
    const { data: number } = numbered.safeParse(sent);
    if (number === undefined) return;
    const { data: update } = updateShape.safeParse(sent);
    // What is not understood is taken too: the poller asks for what follows what was taken.
    const reply = await db.transaction(async (tx) => {
      const isNew = await takeUpdate(tx, bot.id, number.update_id);
      if (!isNew || update === undefined) return null;
      const said = await handleChat(tx, sent);
      return said ? (to: Bot) => to.say(said.chatId, said.text) : handle(tx, update, options);
    });
    if (reply !== null && update !== undefined) await answer(reply, update).catch(() => undefined);
  };
}

import { z } from 'zod';
import type { CountryProfile } from '#app/country.ts';
import type { Tx } from '#base/db/db.server.ts';
import type { Locale } from '#base/text/locales.ts';
import { normalisePhone } from '#base/text/phone.ts';
import { lockHolders } from '../receivers-store.server.ts';
import { phoneWords } from '../words/phone-words.server.ts';
import { accountOfPhone, languageOfChat, lockConfirmations, storePhone } from './phone-store.server.ts';

/** What `t.me/<bot>?start=` names to be asked for the phone. No user name begins like this, and no code is as short. */
export const phoneStart = '_phone';

/** The parts of a message that say whose phone it brings. */
export const contactParts = {
  contact: z.object({ phone_number: z.string(), user_id: z.int().optional() }).optional(),
  forward_origin: z.unknown().optional(),
  forward_date: z.unknown().optional(),
  via_bot: z.unknown().optional(),
};

const contactMessage = z.object({
  chat: z.object({ id: z.int() }),
  from: z.object({ id: z.int() }).optional(),
  ...contactParts,
});

type ContactMessage = z.output<typeof contactMessage>;

/** What the bot does here. */
interface PhoneBot {
  askContact(chatId: number, text: string, button: string): Promise<void>;
  endContact(chatId: number, text: string): Promise<void>;
}

type PhoneReply = (bot: PhoneBot) => Promise<void>;

interface Asked {
  readonly chatId: number;
  /** Of the sender's Telegram; a linked chat has its own. */
  readonly language: Locale;
}

const wordsIn = async (tx: Tx, { chatId, language }: Asked) =>
  phoneWords[(await languageOfChat(tx, chatId)) ?? language];

/** Shows the button that sends the sender's own phone. */
export async function askForPhone(tx: Tx, asked: Asked): Promise<PhoneReply> {
  const { ask, send } = await wordsIn(tx, asked);
  return (bot) => bot.askContact(asked.chatId, ask, send);
}

/** Telegram vouches for the phone of its own user only, and only in a message that this user has sent. */
function ownPhone({ chat, from, contact, ...passedOn }: ContactMessage): string | null {
  const isOwn = contact !== undefined && from?.id === chat.id && contact.user_id === from.id;
  const isFirstHand = [passedOn.forward_origin, passedOn.forward_date, passedOn.via_bot].every(
    (sign) => sign === undefined,
  );
  return isOwn && isFirstHand ? normalisePhone(contact.phone_number) : null;
}

interface Site {
  readonly botId: number;
  readonly country: Pick<CountryProfile, 'phonePattern' | 'phoneMask'>;
}

/** Takes the contact of a private chat: codes for its phone come there from then on, or the answer says why not. */
export async function takeContact(
  tx: Tx,
  message: ContactMessage,
  { language, botId, country }: Site & { readonly language: Locale },
): Promise<PhoneReply> {
  const chatId = message.chat.id;
  const words = await wordsIn(tx, { chatId, language });
  const phone = ownPhone(message);
  if (phone === null) return (bot) => bot.askContact(chatId, words.notOwn, words.send);
  const end =
    (text: string): PhoneReply =>
    (bot) =>
      bot.endContact(chatId, text);
  if (!country.phonePattern.test(phone)) return end(words.notHere(country.phoneMask.replaceAll('#', '_')));
  // Whoever ends a link holds its person, so that no confirmation outlives the link that allows it.
  await lockHolders(tx, { chatId });
  await lockConfirmations(tx, phone);
  const account = await accountOfPhone(tx, { phone, chatId, botId });
  if (account?.isStaff) return end(words.bySmsOnly);
  if (account !== null && !account.isAsked) return end(account.isLinked ? words.askFirst : words.linkFirst);
  await storePhone(tx, { phone, botId, chatId, personId: account?.personId ?? null });
  return end(words.confirmed);
}

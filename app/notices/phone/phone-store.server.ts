import { type Queryable, statement, type Tx } from '#base/db/db.server.ts';
import type { Locale } from '#base/text/locales.ts';

/** After this time a phone is confirmed again: by then it may be somebody else's. */
export const confirmedDays = 180;

const live = `t.confirmed_at > now() - interval '${confirmedDays} days'`;

/** The account of the phone must be the one that it had, and nobody's of the staff. */
const target = statement<{ chatId: number }>(`
  select t.chat_id as "chatId" from telegram_phone t left join person p on p.phone = t.phone
  where t.phone = $1 and t.bot_id = $2 and ${live} and t.person_id is not distinct from p.id and (p.id is null or p.role = 'user')`);

/** The chat with a bot that gets the codes of a phone; null: none. */
export async function chatOfPhone(db: Queryable, phone: string, botId: number): Promise<number | null> {
  return (await db.run(target, [phone, botId]))[0]?.chatId ?? null;
}

const lock = statement(`select pg_advisory_xact_lock(hashtextextended('telegram phone', 0))`);

const hold = statement('select from telegram_phone where phone = $1 for update');

/**
 * Lets one confirmation at a time be stored, since two may be of the same phone, or of the same chat, and waits for whoever ends that of
 * the phone.
 */
export async function lockConfirmations(tx: Tx, phone: string): Promise<void> {
  await tx.run(lock, []);
  await tx.run(hold, [phone]);
}

interface AccountOfPhone extends Record<string, unknown> {
  readonly personId: string;
  readonly isStaff: boolean;
  /** The chat can open it. */
  readonly isLinked: boolean;
  /** It gets its codes already, or its owner has asked for that on the site. */
  readonly isAsked: boolean;
}

const standing = statement<AccountOfPhone>(`
  select p.id as "personId", p.role <> 'user' as "isStaff",
    exists (select from notice_receiver r where r.chat_id = $2 and r.person_id = p.id and r.opens_account) as "isLinked",
    exists (select from notice_receiver r where r.chat_id = $2 and r.person_id = p.id and r.opens_account and r.codes_until > now())
      or exists (select from telegram_phone t where t.phone = p.phone and t.chat_id = $2 and t.bot_id = $3 and t.person_id = p.id and ${live})
      as "isAsked"
  from person p where p.phone = $1`);

/** Of the account that a phone has, as it stands to a chat; null: none. */
export async function accountOfPhone(
  tx: Tx,
  { phone, chatId, botId }: { readonly phone: string; readonly chatId: number; readonly botId: number },
): Promise<AccountOfPhone | null> {
  return (await tx.run(standing, [phone, chatId, botId]))[0] ?? null;
}

/** For so long a chat may confirm the phone once its owner has asked for that. */
const askedMinutes = 15;

const letConfirm = statement<{ id: string }>(`
  update notice_receiver set codes_until = now() + interval '${askedMinutes} minutes'
  where person_id = $1 and via = 'telegram' and opens_account
    and exists (select from person p where p.id = $1 and p.role = 'user')
  returning id`);

/** Lets the linked chat of a person confirm the phone soon; false: none may. */
export async function letChatConfirm(tx: Tx, personId: string): Promise<boolean> {
  return (await tx.run(letConfirm, [personId])).length > 0;
}

const clear = statement('delete from telegram_phone where chat_id = $1 and phone <> $2');

const put = statement(`
  insert into telegram_phone (phone, bot_id, chat_id, person_id) values ($1, $2, $3, $4)
  on conflict (phone) do update set bot_id = excluded.bot_id, chat_id = excluded.chat_id, person_id = excluded.person_id, confirmed_at = now()`);

/** Stores a confirmation; what the phone or the chat had before ends. The row of the phone stays one: whoever ends it at this moment finds it. */
export async function storePhone(
  tx: Tx,
  of: { readonly phone: string; readonly botId: number; readonly chatId: number; readonly personId: string | null },
): Promise<void> {
  await tx.run(clear, [of.chatId, of.phone]);
  await tx.run(put, [of.phone, of.botId, of.chatId, of.personId]);
}

const adopt = statement(`
  update telegram_phone set person_id = (select id from person where phone = $1)
  where phone = $1 and chat_id = $2 and person_id is null`);

/** Stores the account that a phone got by a code in a chat. */
export async function adoptAccount(tx: Tx, phone: string, chatId: number): Promise<void> {
  await tx.run(adopt, [phone, chatId]);
}

const endUnlinked = statement(`
  delete from telegram_phone t where t.phone = $1 and not exists (
    select from notice_receiver r join person p on p.id = r.person_id
    where p.phone = t.phone and r.chat_id = t.chat_id and r.opens_account)`);

/** Ends the codes of a phone in a chat that cannot open its account. */
export async function endUnlinkedPhone(tx: Tx, phone: string): Promise<void> {
  await tx.run(endUnlinked, [phone]);
}

const endOf = statement('delete from telegram_phone where phone = $1');

export async function endPhone(tx: Tx, phone: string): Promise<void> {
  await tx.run(endOf, [phone]);
}

const endIn = statement<{ phone: string }>('delete from telegram_phone where chat_id = $1 returning phone');

/** Ends the codes in a chat; false: there came none. */
export async function endPhoneOfChat(db: Queryable, chatId: number): Promise<boolean> {
  return (await db.run(endIn, [chatId])).length > 0;
}

const endFor = statement<{ phone: string }>('delete from telegram_phone where person_id = $1 returning phone');

/** Ends the codes of a person's account in chats; false: there came none. */
export async function endPhoneOfPerson(tx: Tx, personId: string): Promise<boolean> {
  return (await tx.run(endFor, [personId])).length > 0;
}

const endBeside = statement(`
  delete from telegram_phone where (chat_id = $1 and person_id is distinct from $2) or (person_id = $2 and chat_id <> $1)`);

/** Leaves a chat that is being linked no codes of others, nor the codes of its person to another chat. */
export async function endOtherPhones(tx: Tx, chatId: number, personId: string): Promise<void> {
  await tx.run(endBeside, [chatId, personId]);
}

const own = statement<{ confirmedAt: Date | null; isLinked: boolean }>(`
  select t.confirmed_at as "confirmedAt",
    exists (select from notice_receiver r where r.person_id = p.id and r.via = 'telegram' and r.opens_account) as "isLinked"
  from person p left join telegram_phone t on t.phone = p.phone and t.person_id = p.id and t.bot_id = $2 and ${live}
  where p.id = $1 and p.role = 'user'`);

/** When the phone of a person was confirmed, and whether a chat of theirs may confirm it; null: of the staff. */
export async function readOwnPhone(
  db: Queryable,
  personId: string,
  botId: number,
): Promise<{ readonly confirmedAt: Date | null; readonly isLinked: boolean } | null> {
  return (await db.run(own, [personId, botId]))[0] ?? null;
}

const language = statement<{ language: Locale }>('select language from notice_receiver where chat_id = $1');

/** The language of a linked chat; null: it is not linked. */
export async function languageOfChat(db: Queryable, chatId: number): Promise<Locale | null> {
  return (await db.run(language, [chatId]))[0]?.language ?? null;
}

const sweep = statement(`delete from telegram_phone where confirmed_at < now() - interval '${confirmedDays} days'`);

/** Deletes confirmations that have lapsed. */
export async function forgetPhones(db: Queryable): Promise<void> {
  await db.run(sweep, []);
}

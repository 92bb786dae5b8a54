import { type Queryable, statement, type Tx } from '#base/db/db.server.ts';
import { launchSeconds } from './init-data.server.ts';

const holder = statement<{ personId: string }>(
  'select person_id as "personId" from notice_receiver where chat_id = $1 and opens_account',
);

const heldLink = statement(
  'select from notice_receiver where chat_id = $1 and person_id = $2 and opens_account for key share',
);

const take = statement<{ hash: Buffer }>(
  'insert into telegram_entry (hash) values ($1) on conflict (hash) do nothing returning hash',
);

const forget = statement(
  `delete from telegram_entry where entered_at < now() - interval '${2 * launchSeconds} seconds'`,
);

/** Whose account a chat opens; null: nobody's. */
export async function findHolder(db: Queryable, chatId: number): Promise<string | null> {
  return (await db.run(holder, [chatId]))[0]?.personId ?? null;
}

/** Keeps the link of a chat to a person until the transaction ends; false where it is gone. */
export async function holdLink(tx: Tx, chatId: number, personId: string): Promise<boolean> {
  return (await tx.run(heldLink, [chatId, personId])).length > 0;
}

/** Takes a launch, so that it opens no second session; false where it was taken before. */
export async function takeEntry(tx: Tx, hash: Buffer): Promise<boolean> {
  return (await tx.run(take, [hash])).length > 0;
}

/** Forgets launches that are too old to be repeated. */
export async function forgetEntries(db: Queryable): Promise<void> {
  await db.run(forget, []);
}

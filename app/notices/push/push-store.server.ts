import { statement, type Tx } from '#base/db/db.server.ts';
import type { Locale } from '#base/text/locales.ts';
import { listedTopics } from '../notice-topics.ts';
import { pushSenderId } from '../outbox/notice-store.server.ts';

/** The key pair as it is stored. `sealed`: the private key; null: it comes from the environment. */
export interface StoredKeys extends Record<string, unknown> {
  readonly publicKey: string;
  readonly sealed: Buffer | null;
}

/** What a browser gives away when it subscribes. */
export interface Subscription {
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
}

/** A person has at most so many browsers; the oldest makes room. */
const mostBrowsers = 10;

const putKeys = statement<StoredKeys>(`
  insert into push_sender (id, public_key, private_key) values ($1, $2, $3)
  on conflict (id) do update set public_key = push_sender.public_key
  returning public_key as "publicKey", private_key as sealed`);

const replaceKeys = statement('update push_sender set public_key = $2, private_key = $3 where id = $1');

const removeBrowsers = statement(`delete from notice_receiver where via = 'push'`);

const lock = statement(`select pg_advisory_xact_lock(hashtextextended('push:' || $1, 0))`);

const remove = statement('delete from notice_receiver where endpoint = $1 and person_id <> $2');

const removeOldest = statement(`
  delete from notice_receiver where id in (
    select id from notice_receiver where person_id = $1 and via = 'push' and endpoint <> $2
    order by created_at desc, id desc offset ${mostBrowsers - 1})`);

const add = statement<{ id: string }>(`
  insert into notice_receiver (person_id, via, endpoint, p256dh, auth, name, topics, language)
  values ($1, 'push', $2, $3, $4, $5, $6, $7)
  on conflict (endpoint) do update set
    p256dh = excluded.p256dh, auth = excluded.auth, name = excluded.name, language = excluded.language
  returning id`);

/** Stores a key pair unless there is one, locks its row and returns what is stored. */
export async function storeKeys(tx: Tx, { publicKey, sealed }: StoredKeys): Promise<StoredKeys> {
  const [stored] = await tx.run(putKeys, [pushSenderId, publicKey, sealed]);
  if (stored === undefined) throw new Error('the keys are not there');
  return stored;
}

/** Replaces the key pair. What browsers have subscribed to with the old one is worth nothing any more. */
export async function exchangeKeys(tx: Tx, { publicKey, sealed }: StoredKeys): Promise<void> {
  await tx.run(replaceKeys, [pushSenderId, publicKey, sealed]);
  await tx.run(removeBrowsers, []);
}

/** Adds a browser of a person, once however often it is sent; it is nobody else's any more. Returns its id. */
export async function addBrowser(
  tx: Tx,
  personId: string,
  { endpoint, p256dh, auth, name, language }: Subscription & { readonly name: string; readonly language: Locale },
): Promise<string> {
  // Two accounts may claim one browser at the same moment, and one person may add several.
  for (const key of [endpoint, personId]) await tx.run(lock, [key]);
  await tx.run(remove, [endpoint, personId]);
  await tx.run(removeOldest, [personId, endpoint]);
  const [added] = await tx.run(add, [personId, endpoint, p256dh, auth, name, listedTopics, language]);
  if (added === undefined) throw new Error('the browser is not there');
  return added.id;
}

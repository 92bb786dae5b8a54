import { type Database, type Queryable, statement } from '#base/db/db.server.ts';

/** A sent text, still encrypted. */
export interface OutboxRow {
  readonly content: Buffer;
  readonly sentAt: Date;
}

const insert = statement(`
  insert into outbox_message (id, phone, content) values ($1, $2, $3)`);

/** Stores a text. */
export async function insertOutboxMessage(
  db: Queryable,
  message: { id: string; phone: string; content: Buffer },
): Promise<void> {
  await db.run(insert, [message.id, message.phone, message.content]);
}

const newest = statement<OutboxRow>(`
  select content, sent_at as "sentAt" from outbox_message where phone = $1 order by id desc limit 50`);

/** The last 50 texts to a phone, newest first. */
export async function listOutboxMessages(db: Queryable, phone: string): Promise<OutboxRow[]> {
  return db.run(newest, [phone]);
}

const sweep = statement(`delete from outbox_message where sent_at < now() - interval '1 day'`);

/** Deletes texts older than a day. */
export async function sweepOutbox(db: Database): Promise<void> {
  await db.run(sweep, []);
}

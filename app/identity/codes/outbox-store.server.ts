import { sql } from 'drizzle-orm';
import type { Database, Queryable } from '#base/db/db.server.ts';

/** A sent text, still encrypted. */
export interface OutboxRow extends Record<string, unknown> {
  readonly content: Buffer;
  readonly sent_at: Date;
}

/** Stores a text. */
export async function insertOutboxMessage(
  db: Queryable,
  message: { id: string; phone: string; content: Buffer },
): Promise<void> {
  await db.execute(sql`
    insert into outbox_message (id, phone, content) values (${message.id}, ${message.phone}, ${message.content})`);
}

/** The last 50 texts to a phone, newest first. */
export async function listOutboxMessages(db: Queryable, phone: string): Promise<OutboxRow[]> {
  const found = await db.execute<OutboxRow>(sql`
    select content, sent_at from outbox_message where phone = ${phone} order by id desc limit 50`);
  return found.rows;
}

/** Deletes texts older than a day. */
export async function sweepOutbox(db: Database): Promise<void> {
  await db.execute(sql`delete from outbox_message where sent_at < now() - interval '1 day'`);
}

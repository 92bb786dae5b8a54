import { type Database, statement } from '#base/db/db.server.ts';
import type { DeliveryState } from './message-sender.server.ts';

const note = statement(`
  update sms_sent set sender = $2, reference = $3, delivery = 'sent' where id = $1`);

/** Stores by whom a message was sent. */
export async function noteSent(db: Database, id: string, sender: string, reference: string): Promise<void> {
  await db.run(note, [id, sender, reference]);
}

/** A message whose sender may be asked now. */
interface AskableMessage {
  readonly sender: string;
  readonly reference: string;
}

const take = statement<{ sender: string | null; reference: string | null }>(`
  update sms_sent set asked_at = clock_timestamp()
  where id = $1 and delivery in ('sent', 'delivered') and sent_at > clock_timestamp() - interval '10 minutes'
    and (asked_at is null or asked_at < clock_timestamp() - interval '3 seconds')
  returning sender, reference`);

/** Returns the message if its sender was not asked within 3 seconds; of several processes one gets it. */
export async function takeQuestion(db: Database, id: string): Promise<AskableMessage | null> {
  const [row] = await db.run(take, [id]);
  if (row === undefined || row.sender === null || row.reference === null) return null;
  return { sender: row.sender, reference: row.reference };
}

const store = statement(`update sms_sent set delivery = $2 where id = $1`);

/** Stores what became of a message. */
export async function storeDelivery(db: Database, id: string, delivery: DeliveryState): Promise<void> {
  await db.run(store, [id, delivery]);
}

const read = statement<{ delivery: DeliveryState | null }>(`select delivery from sms_sent where id = $1`);

/** What is known of a message; null if it is unknown or its sender cannot be asked. */
export async function readDelivery(db: Database, id: string): Promise<DeliveryState | null> {
  const [row] = await db.run(read, [id]);
  return row?.delivery ?? null;
}

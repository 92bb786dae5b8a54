import { statement, type Tx } from '#base/db/db.server.ts';
import type { Locale } from '#base/text/locales.ts';
import type { ButtonAction } from './button-data.server.ts';

/** A donation whose button was pressed in the chat that got the message. */
export interface PressedNotice extends Record<string, unknown> {
  readonly personId: string;
  readonly language: Locale;
  /** The payId. */
  readonly subject: string;
  /** What was pressed before. */
  readonly pressed: ButtonAction[];
}

const lock = statement<PressedNotice>(`
  select r.person_id as "personId", r.language, n.subject, n.pressed
  from notice n join notice_receiver r on r.id = n.receiver_id
  where n.id = $1 and r.chat_id = $2 and n.topic = 'donation' for update of n`);

const note = statement('update notice set pressed = pressed || $2::text where id = $1');

/** Locks the notice of a button; null where the chat did not get it, or is not linked any more. */
export async function lockPressed(tx: Tx, noticeId: string, chatId: number): Promise<PressedNotice | null> {
  return (await tx.run(lock, [noticeId, chatId]))[0] ?? null;
}

/** Records that a button was pressed. */
export async function notePress(tx: Tx, noticeId: string, action: ButtonAction): Promise<void> {
  await tx.run(note, [noticeId, action]);
}

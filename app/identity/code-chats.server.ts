import type { Queryable, Tx } from '#base/db/db.server.ts';
import type { FailureReason } from './senders/message-sender.server.ts';

/** What a chat is written. The code stands apart, so that a tap copies it. */
export interface CodeInChat {
  readonly before: string;
  readonly code: string;
  readonly after: string;
}

/** The answer of a chat: a reference of the message, or why there is none. */
export type ChatOutcome = { readonly reference: string } | { readonly reason: FailureReason };

/** Chats in which phones were confirmed with the platform's bot; another area keeps them. */
export interface CodeChats {
  /** The chat that gets the codes of a phone; null: none. */
  chatOf(db: Queryable, phone: string): Promise<number | null>;
  /** Answers within 3 seconds and never throws. */
  write(chatId: number, text: CodeInChat): Promise<ChatOutcome>;
  /** A phone got its account by a code in a chat, which gets its codes from then on, too. */
  gotAccount(tx: Tx, proof: { readonly phone: string; readonly chatId: number }): Promise<void>;
  /** A code that went another way was right: a chat that cannot open the account anyway gets no more codes. */
  provedElsewhere(tx: Tx, phone: string): Promise<void>;
  /** No chat gets the codes of a phone any more. */
  end(tx: Tx, phone: string): Promise<void>;
}

import type { Logger } from 'pino';
import type { Database } from '#base/db/db.server.ts';
import type { ChatOutcome, CodeChats, CodeInChat } from '../code-chats.server.ts';
import type { CodeMeter, CodeSending, TraceableMessage } from './code-sending.server.ts';
import { type CodeMessage, SendFailure } from './message-sender.server.ts';

/** A code on its way. */
interface SentByWay {
  /** Null if nothing more will be known of it. */
  readonly sent: TraceableMessage | null;
  /** The chat that it went to; null: another way. */
  readonly chatId: number | null;
}

interface CodeToSend {
  readonly message: CodeMessage;
  readonly inChat: CodeInChat;
  /** No chat gets the second factor of the staff. */
  readonly mayUseChat: boolean;
  /** A code of the phone still waits: whoever asks again may have lost the chat that it went to. */
  readonly isAgain: boolean;
}

/** Sends a code. Rejects if no way was open. */
export type SendByWays = (code: CodeToSend) => Promise<SentByWay>;

/** Asks the chat of a phone first, then the senders (docs/decisions/0084-codes-in-the-chat-that-confirmed-the-phone.md). `chats`: null where there are none. */
export function createCodeWays(options: {
  readonly db: Database;
  readonly chats: () => CodeChats | null;
  readonly sending: CodeSending;
  readonly meter: Pick<CodeMeter, 'tried'>;
  readonly log: Logger;
}): SendByWays {
  const { db, chats, sending, meter, log } = options;

  function count(outcome: ChatOutcome): string | null {
    if ('reference' in outcome) {
      meter.tried('telegram-bot', 'accepted');
      return outcome.reference;
    }
    meter.tried('telegram-bot', outcome.reason);
    const err = new SendFailure('telegram-bot', outcome.reason, 'the chat was not reached');
    log.warn({ err }, 'a sender of codes failed, the next one is asked');
    return null;
  }

  async function chatOf(phone: string): Promise<number | null> {
    try {
      return (await chats()?.chatOf(db, phone)) ?? null;
    } catch (err) {
      log.warn({ err }, 'a sender of codes failed, the next one is asked');
      return null;
    }
  }

  return async ({ message, inChat, mayUseChat, isAgain }) => {
    const chatId = mayUseChat ? await chatOf(message.phone) : null;
    const isBySms = isAgain && sending.hasSms;
    const outcome = chatId !== null && !isBySms ? await chats()?.write(chatId, inChat) : undefined;
    const reference = outcome === undefined ? null : count(outcome);
    if (reference !== null) return { sent: { sender: 'telegram-bot', channel: 'telegram', reference }, chatId };
    return { sent: await sending.send(message, { smsFirst: chatId !== null && isBySms }), chatId: null };
  };
}

import { randomInt, timingSafeEqual } from 'node:crypto';
import type { Logger } from 'pino';
import { failures } from '#base/calls/errors.ts';
import type { Database, Queryable, Tx } from '#base/db/db.server.ts';
import type { Locale } from '#base/text/locales.ts';
import { codeExpired, smsUnavailable, wrongCode } from '../identity-failures.ts';
import { type Asker, originOfTry } from '../origins/origin-of-try.server.ts';
import { keyedHash, type SecretKeys } from '../secret-keys.server.ts';
import type { CodeSending } from '../senders/code-sending.server.ts';
import type { SendByWays } from '../senders/code-ways.server.ts';
import type { Channel, DeliveryState } from '../senders/message-sender.server.ts';
import { noteSent, readDelivery, storeDelivery, takeQuestion } from '../senders/sent-messages-store.server.ts';
import { codeInChat, codeText } from './code-text.server.ts';
import { markSmsFailed, requireSmsBudget, type SmsBudget, takeFromSmsBudget } from './sms-budget-store.server.ts';
import {
  type CodePurpose,
  consumeCode,
  countCodeTry,
  noteChat,
  storeCode,
  type TriedCode,
} from './sms-codes-store.server.ts';

/** The answer of every call that sends a code; it is the same for known and unknown phones. */
export interface CodeSent {
  readonly codeSent: true;
  readonly resendIn: number;
  /** Absent where nothing more will be known than that an SMS was handed over. */
  readonly message?: { readonly id: string; readonly channel: Channel };
}

/** The name of the site, which the texts begin with. */
export type SiteName = (db: Queryable) => Promise<string>;

const codeSent = { codeSent: true, resendIn: 60 } as const;

/** The phone a code is sent to and who asked for it. */
interface CodeRequest extends Asker {
  readonly phone: string;
  readonly purpose: CodePurpose;
  /** The language of the text. */
  readonly locale: Locale;
  /** Stored with an admin's code until the code is entered. */
  readonly remember?: boolean;
}

type RoomRequest = Pick<CodeRequest, 'phone' | 'purpose' | keyof Asker>;

/** Sends codes to phones and checks them (docs/rules.md#codes). */
export interface PhoneCodes {
  /** Throws `TooManyRequests` if `send` would; sends nothing. */
  requireRoom(request: RoomRequest): Promise<void>;
  /**
   * Sends a new code, which replaces the last one that the network asked for. `alongside` runs in the transaction that stores the code.
   * Throws `TooManyRequests`, `SmsUnavailable`.
   */
  send(request: CodeRequest, alongside?: (tx: Tx) => Promise<void>): Promise<CodeSent>;
  /** What became of the message of a code. Throws `NotFound`. */
  deliveryOf(messageId: string): Promise<DeliveryState>;
  /** Returns a correct code without using it up. Throws `WrongCode`, `CodeExpired`. */
  check(phone: string, purpose: CodePurpose, code: string, network: string): Promise<TriedCode>;
  /** Uses up a correct code. Throws `CodeExpired` if another request used it first. */
  consume(tx: Tx, phone: string, purpose: CodePurpose, code: TriedCode): Promise<void>;
}

export function createPhoneCodes(options: {
  db: Database;
  keys: SecretKeys;
  sending: Pick<CodeSending, 'deliveryOf'>;
  sendByWays: SendByWays;
  /** Null: no budgets, for load tests. */
  budget: SmsBudget | null;
  /** The address of the site; its host appears in the texts. */
  publicUrl: string;
  siteName: SiteName;
  log: Logger;
}): PhoneCodes {
  const { db, keys, sending, sendByWays, budget, publicUrl, siteName, log } = options;
  const host = new URL(publicUrl).hostname;
  async function askedFor({ phone, purpose, network, browserTokens }: RoomRequest) {
    const { origin } = await originOfTry({ db, keys }, phone, { network, browserTokens });
    return { phone, purpose, network, origin };
  }
  return {
    requireRoom: async (request) => requireSmsBudget(db, await askedFor(request), budget),
    async send({ phone, purpose, network, browserTokens, locale, remember = false }, alongside) {
      const code = randomInt(1_000_000).toString().padStart(6, '0');
      const asked = await askedFor({ phone, purpose, network, browserTokens });
      await requireSmsBudget(db, asked, budget);
      const { id, isAgain } = await db.transaction(async (tx) => {
        const messageId = await takeFromSmsBudget(tx, asked, budget);
        const hash = keyedHash(keys.current.smsCode, phone, purpose, code);
        // Holds the person before the code of the second factor, in the order of docs/decisions/0042-deletions-wait-for-calls.md.
        await alongside?.(tx);
        const stored = await storeCode(tx, { id: messageId, phone, purpose, network, hash, remember });
        return { id: messageId, isAgain: stored.isAgain };
      });
      const words = { site: await siteName(db), purpose, code, locale, host };
      const { sent, chatId } = await sendByWays({
        message: { id, phone, text: codeText(words), code },
        inChat: codeInChat(words),
        mayUseChat: purpose === 'phone',
        isAgain,
      }).catch(async (error) => {
        log.error({ err: error }, 'a code was not sent');
        await markSmsFailed(db, id);
        throw smsUnavailable();
      });
      if (sent === null) return codeSent;
      try {
        if (chatId !== null) await noteChat(db, id, chatId);
        await noteSent(db, id, sent.sender, sent.reference);
      } catch (error) {
        // The code is on its way all the same; only its delivery cannot be asked.
        log.warn({ err: error }, 'the sender of a code was not stored');
        return codeSent;
      }
      return { ...codeSent, message: { id, channel: sent.channel } };
    },
    async deliveryOf(messageId) {
      const message = await takeQuestion(db, messageId);
      if (message !== null) {
        // A sender that does not answer now is asked again by the next question.
        const state = await sending.deliveryOf(message.sender, message.reference).catch(() => null);
        if (state !== null) await storeDelivery(db, messageId, state);
      }
      const known = await readDelivery(db, messageId);
      if (known === null) throw failures.notFound();
      return known;
    },
    async check(phone, purpose, code, network) {
      const tried = await countCodeTry(db, { phone, purpose, network });
      if (tried.length === 0) throw codeExpired();
      const hashes = keys.all.map((one) => keyedHash(one.smsCode, phone, purpose, code));
      const right = tried.find(({ hash }) => hashes.some((one) => timingSafeEqual(one, hash)));
      if (right !== undefined) return right;
      throw wrongCode({ details: { attemptsLeft: Math.max(...tried.map(({ triesLeft }) => triesLeft)) } });
    },
    async consume(tx, phone, purpose, code) {
      if (!(await consumeCode(tx, phone, purpose, code.id))) throw codeExpired();
    },
  };
}

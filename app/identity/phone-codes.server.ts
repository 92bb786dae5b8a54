import { randomInt, timingSafeEqual } from 'node:crypto';
import type { Logger } from 'pino';
import type { Database, Tx } from '#base/db.server.ts';
import { codeExpired, smsUnavailable, wrongCode } from './identity-failures.ts';
import { keyedHash, type SecretKeys } from './secret-keys.server.ts';
import { networkOf } from './sessions.server.ts';
import { markSmsFailed, requireSmsBudget, type SmsBudget, takeFromSmsBudget } from './sms-budget-store.server.ts';
import { type CodePurpose, consumeCode, countCodeTry, storeCode, type TriedCode } from './sms-codes-store.server.ts';
import type { SmsGateway } from './sms-gateway.server.ts';

/** Answer of every call that sends a code: the same whatever the phone is. */
export const codeSent = { codeSent: true, resendIn: 60 } as const;

/** Where a code goes and who asked for it. */
interface CodeRequest {
  readonly phone: string;
  readonly purpose: CodePurpose;
  readonly address: string;
  /** Kept with the code of an admin's login until the code comes back. */
  readonly remember?: boolean;
}

/** Sends codes to phones and checks what comes back (contract, section 2). */
export interface PhoneCodes {
  /** Throws `TooManyRequests` where `send` would, without sending. */
  requireRoom(request: Pick<CodeRequest, 'phone' | 'purpose' | 'address'>): Promise<void>;
  /** Sends a new code, which takes the place of the last one. Throws `TooManyRequests`, `SmsUnavailable`. */
  send(request: CodeRequest, alongside?: (tx: Tx) => Promise<void>): Promise<void>;
  /** A right code, not yet used up. Throws `WrongCode`, `CodeExpired`. */
  check(phone: string, purpose: CodePurpose, code: string): Promise<TriedCode>;
  /** Uses a right code up. Throws `CodeExpired` where another request was first. */
  consume(tx: Tx, phone: string, purpose: CodePurpose, code: TriedCode): Promise<void>;
}

const words: Readonly<Record<CodePurpose, string>> = { phone: 'код', admin: 'код входа в управление' };

/** The last line is what lets a browser fill the code in by itself on this site only. */
const textOf = (purpose: CodePurpose, code: string, host: string) =>
  `Opora: ${words[purpose]} ${code}. Никому его не сообщайте\n\n@${host} #${code}`;

export function createPhoneCodes(options: {
  db: Database;
  keys: SecretKeys;
  gateway: SmsGateway;
  /** Null: no budgets, for load tests. */
  budget: SmsBudget | null;
  /** The site's address: its host stands in the texts. */
  publicUrl: string;
  log: Logger;
}): PhoneCodes {
  const { db, keys, gateway, budget, publicUrl, log } = options;
  const host = new URL(publicUrl).hostname;
  function requireRoom({ phone, purpose, address }: Pick<CodeRequest, 'phone' | 'purpose' | 'address'>): Promise<void> {
    return requireSmsBudget(db, { phone, purpose, network: networkOf(address) }, budget);
  }
  return {
    requireRoom,
    async send({ phone, purpose, address, remember = false }, alongside) {
      const code = randomInt(1_000_000).toString().padStart(6, '0');
      await requireRoom({ phone, purpose, address });
      const id = await db.transaction(async (tx) => {
        const counted = await takeFromSmsBudget(tx, { phone, purpose, network: networkOf(address) }, budget);
        const hash = keyedHash(keys.current.smsCode, phone, purpose, code);
        await storeCode(tx, { phone, purpose, hash, remember });
        await alongside?.(tx);
        return counted;
      });
      try {
        await gateway.send({ id, phone, text: textOf(purpose, code, host), code });
      } catch (error) {
        log.error({ err: error }, 'an SMS was not sent');
        await markSmsFailed(db, id);
        throw smsUnavailable.because();
      }
    },
    async check(phone, purpose, code) {
      const tried = await countCodeTry(db, phone, purpose);
      if (tried === null) throw codeExpired.because();
      const isRight = keys.all.some((one) => timingSafeEqual(keyedHash(one.smsCode, phone, purpose, code), tried.hash));
      if (isRight) return tried;
      throw wrongCode.because({ details: { attemptsLeft: tried.triesLeft } });
    },
    async consume(tx, phone, purpose, code) {
      if (!(await consumeCode(tx, phone, purpose, code.id))) throw codeExpired.because();
    },
  };
}

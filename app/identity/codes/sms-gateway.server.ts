import { setTimeout as pause } from 'node:timers/promises';

/** A text to one phone. */
interface SmsMessage {
  /** The same for every attempt to send it. */
  readonly id: string;
  /** Normalised: digits only. */
  readonly phone: string;
  readonly text: string;
  /** The code that the text holds. */
  readonly code: string;
}

/** Sends texts to phones. Rejects if a text was not accepted. */
export interface SmsGateway {
  send(message: SmsMessage): Promise<void>;
}

const timeLimitMilliseconds = 2_500;
const pausesMilliseconds = [200, 600] as const;

/** The gateway refused for a reason that a retry does not change. */
class RefusedByGateway extends Error {}

async function attempt(url: string, { id, phone, text }: SmsMessage): Promise<void> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': id },
    body: JSON.stringify({ phone, text }),
    redirect: 'error',
    signal: AbortSignal.timeout(timeLimitMilliseconds),
  });
  await response.body?.cancel();
  if (response.ok) return;
  const message = `the SMS gateway answered ${response.status}`;
  throw response.status < 500 && response.status !== 429 ? new RefusedByGateway(message) : new Error(message);
}

/** A gateway that accepts `POST {phone, text}` as JSON at `SMS_URL`. Makes up to three attempts within 9 s. */
export function createHttpGateway(url: string): SmsGateway {
  return {
    async send(message) {
      for (const next of [...pausesMilliseconds, null]) {
        try {
          return await attempt(url, message);
        } catch (error) {
          if (next === null || error instanceof RefusedByGateway) throw error;
          await pause(next);
        }
      }
    },
  };
}

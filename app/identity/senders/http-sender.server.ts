import { setTimeout as pause } from 'node:timers/promises';
import { askService, type Deadline, failureOf } from './ask-service.server.ts';
import { type CodeMessage, type MessageSender, SendFailure } from './message-sender.server.ts';

const pausesMilliseconds = [200, 600] as const;

/**
 * A gateway of the operator's own, which accepts `POST {phone, text}` as JSON. Makes up to three attempts, which `idempotency-key` makes one
 * message.
 */
export function createHttpSender({ url, deadline }: { url: string; deadline: Deadline }): MessageSender {
  async function attempt({ id, phone, text }: CodeMessage) {
    const signal = deadline();
    const answer = await askService('http', { url, headers: { 'idempotency-key': id }, json: { phone, text }, signal });
    if (answer.status < 200 || answer.status > 299) throw failureOf('http', answer);
    return { reference: id };
  }
  const isPassing = (error: unknown) =>
    error instanceof SendFailure && ['unreachable', 'unknown', 'rateLimit'].includes(error.reason);
  return {
    name: 'http',
    channel: 'sms',
    async send(message) {
      for (const next of pausesMilliseconds) {
        try {
          return await attempt(message);
        } catch (error) {
          if (!isPassing(error)) throw error;
          await pause(next);
        }
      }
      return attempt(message);
    },
  };
}

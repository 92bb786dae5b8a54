import { z } from 'zod';
import { askService, basicAuthorization, type Deadline, failureOf, type ServiceAnswer } from './ask-service.server.ts';
import type { DeliveryState, FailureReason, MessageSender } from './message-sender.server.ts';

interface TwilioSettings {
  readonly url: string;
  readonly accountSid: string;
  readonly authToken: string;
  /** A number, or the id of a messaging service. */
  readonly from: string;
  readonly deadline: Deadline;
}

const message = z.object({ sid: z.string().min(1), status: z.string() });
const balance = z.object({ balance: z.coerce.number() });
const refusal = z.object({ code: z.number() });

/** Codes of https://www.twilio.com/docs/api/errors; every other one is judged by the status of the answer. */
const reasons: Readonly<Record<number, FailureReason>> = {
  20003: 'credentials',
  20005: 'balance',
  20429: 'rateLimit',
  21211: 'number',
  21408: 'number',
  21610: 'number',
  21614: 'number',
};

const states: Readonly<Record<string, DeliveryState>> = {
  delivered: 'delivered',
  read: 'read',
  undelivered: 'failed',
  failed: 'failed',
  canceled: 'failed',
};

function reasonOf({ status, body }: ServiceAnswer): FailureReason | null {
  const said = refusal.safeParse(body);
  return status < 500 && said.success ? (reasons[said.data.code] ?? null) : null;
}

/**
 * Twilio (https://www.twilio.com/docs/messaging/api/message-resource). Four fields of its HTTP interface are used; its package would bring a
 * client for every product of the service.
 */
export function createTwilio({ url, accountSid, authToken, from, deadline }: TwilioSettings): MessageSender {
  const account = `${url}/2010-04-01/Accounts/${encodeURIComponent(accountSid)}`;
  const headers = basicAuthorization(accountSid, authToken);
  const origin: Readonly<Record<string, string>> = from.startsWith('MG')
    ? { MessagingServiceSid: from }
    : { From: from };
  return {
    name: 'twilio',
    channel: 'sms',
    async send({ phone, text }) {
      const form = { To: `+${phone}`, Body: text, ...origin };
      const signal = deadline();
      const answer = await askService('twilio', { url: `${account}/Messages.json`, headers, form, signal });
      const parsed = message.safeParse(answer.body);
      if (answer.status === 201 && parsed.success) return { reference: parsed.data.sid };
      throw failureOf('twilio', answer, reasonOf(answer));
    },
    async deliveryOf(reference) {
      const question = `${account}/Messages/${encodeURIComponent(reference)}.json`;
      const signal = deadline();
      const answer = await askService('twilio', { url: question, headers, signal });
      const parsed = message.safeParse(answer.body);
      if (answer.status !== 200 || !parsed.success) throw failureOf('twilio', answer, reasonOf(answer));
      return states[parsed.data.status] ?? 'sent';
    },
    async readBalance() {
      const signal = deadline();
      const answer = await askService('twilio', { url: `${account}/Balance.json`, headers, signal });
      const parsed = balance.safeParse(answer.body);
      if (answer.status !== 200 || !parsed.success) throw failureOf('twilio', answer, reasonOf(answer));
      return parsed.data.balance;
    },
  };
}

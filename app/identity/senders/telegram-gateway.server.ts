import { z } from 'zod';
import { askService, type Deadline, failureOf } from './ask-service.server.ts';
import { type DeliveryState, type FailureReason, type MessageSender, SendFailure } from './message-sender.server.ts';

interface TelegramGatewaySettings {
  readonly url: string;
  readonly token: string;
  /** The user name of a verified channel. */
  readonly from: string | undefined;
  readonly deadline: Deadline;
}

const requestStatus = z.object({
  request_id: z.string().min(1),
  request_cost: z.number().optional(),
  remaining_balance: z.number().optional(),
  delivery_status: z.object({ status: z.string() }).optional(),
});

const envelope = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true), result: requestStatus }),
  z.object({ ok: z.literal(false), error: z.string() }),
]);

type RequestStatus = z.infer<typeof requestStatus>;

/** Telegram deletes a message that nobody has read when its code expires (docs/rules.md#codes). */
const lifeSeconds = 300;

const states: Readonly<Record<string, DeliveryState>> = {
  delivered: 'delivered',
  read: 'read',
  expired: 'failed',
  revoked: 'failed',
};

function reasonOf(error: string): FailureReason {
  if (error.startsWith('ACCESS_TOKEN_')) return 'credentials';
  if (error.startsWith('BALANCE_')) return 'balance';
  if (error.startsWith('FLOOD_')) return 'rateLimit';
  return error.startsWith('PHONE_NUMBER_') ? 'number' : 'refused';
}

/**
 * Telegram Gateway (https://core.telegram.org/gateway/api). `checkSendAbility` says before anything is sent whether the phone has Telegram, and
 * its `request_id` allows one message at most: after an outage the service can be asked whether that was sent.
 */
export function createTelegramGateway({ url, token, from, deadline }: TelegramGatewaySettings): MessageSender {
  async function ask(method: string, json: unknown): Promise<RequestStatus> {
    const answer = await askService('telegram-gateway', {
      url: `${url}/${method}`,
      headers: { authorization: `Bearer ${token}` },
      json,
      signal: deadline(),
    });
    const parsed = envelope.safeParse(answer.body);
    if (!parsed.success || answer.status >= 500) throw failureOf('telegram-gateway', answer);
    if (parsed.data.ok) return parsed.data.result;
    throw failureOf('telegram-gateway', answer, reasonOf(parsed.data.error));
  }

  const askStatus = (requestId: string) => ask('checkVerificationStatus', { request_id: requestId });

  async function openRequest(phone: string): Promise<RequestStatus> {
    try {
      return await ask('checkSendAbility', { phone_number: phone });
    } catch (error) {
      if (!(error instanceof SendFailure) || error.reason !== 'unknown') throw error;
      throw new SendFailure('telegram-gateway', 'unreachable', 'no answer about the phone', error);
    }
  }

  async function sendOnce(requestId: string, phone: string, code: string): Promise<void> {
    const sender = from === undefined ? {} : { sender_username: from };
    try {
      await ask('sendVerificationMessage', {
        request_id: requestId,
        phone_number: phone,
        code,
        ttl: lifeSeconds,
        ...sender,
      });
    } catch (error) {
      if (!(error instanceof SendFailure) || error.reason !== 'unknown') throw error;
      const status = await askStatus(requestId).catch(() => null);
      if (status?.delivery_status === undefined) throw error;
    }
  }

  return {
    name: 'telegram-gateway',
    channel: 'telegram',
    async send({ phone, code }) {
      const number = `+${phone}`;
      const request = await openRequest(number);
      await sendOnce(request.request_id, number, code);
      const { request_id: reference, request_cost: price = 0, remaining_balance: balance = null } = request;
      return { reference, bill: { price, balance } };
    },
    async deliveryOf(reference) {
      const { delivery_status: delivery } = await askStatus(reference);
      return states[delivery?.status ?? ''] ?? 'sent';
    },
  };
}

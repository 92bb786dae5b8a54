import { z } from 'zod';
import { askService, type Deadline, failureOf, type ServiceAnswer } from './ask-service.server.ts';
import { type DeliveryState, type FailureReason, type MessageSender, SendFailure } from './message-sender.server.ts';

interface EskizSettings {
  readonly url: string;
  readonly email: string;
  readonly password: string;
  readonly from: string;
  readonly deadline: Deadline;
}

const loggedIn = z.object({ data: z.object({ token: z.string().min(1) }) });
const accepted = z.object({ id: z.union([z.string().min(1), z.number()]).transform(String) });
const delivery = z.object({ data: z.object({ status: z.string() }) });
const balance = z.object({ data: z.object({ balance: z.coerce.number() }) });
/** `message`: a sentence, or sentences by the parameter at fault. */
const refusal = z.object({ message: z.union([z.string(), z.record(z.string(), z.unknown())]) });

const states: Readonly<Record<string, DeliveryState>> = {
  DELIVRD: 'delivered',
  DELIVERED: 'delivered',
  UNDELIV: 'failed',
  EXPIRED: 'failed',
  REJECTD: 'failed',
  DELETED: 'failed',
};

function reasonOf({ status, body }: ServiceAnswer): FailureReason | null {
  const said = refusal.safeParse(body);
  if (!said.success || status < 400 || status > 499) return null;
  const { message } = said.data;
  if (typeof message !== 'string') return 'mobile_phone' in message ? 'number' : null;
  return /balance|баланс|mablag/i.test(message) ? 'balance' : null;
}

/**
 * Eskiz.uz (https://documenter.getpostman.com/view/663428/RzfmES4z). Its token lasts 30 days: a 401 means that it has ended, so that nothing
 * was sent, and the question is asked once more with a new one.
 */
export function createEskiz({ url, email, password, from, deadline }: EskizSettings): MessageSender {
  let token: Promise<string> | null = null;

  async function logIn(signal: AbortSignal): Promise<string> {
    const answer = await askService('eskiz', { url: `${url}/api/auth/login`, form: { email, password }, signal });
    const parsed = loggedIn.safeParse(answer.body);
    if (answer.status !== 200 || !parsed.success) throw failureOf('eskiz', answer);
    return parsed.data.data.token;
  }

  /** The token that all messages share. Whatever fails here, no message was sent. */
  async function tokenOf(signal: AbortSignal): Promise<string> {
    token ??= logIn(signal);
    const current = token;
    try {
      return await current;
    } catch (error) {
      if (token === current) token = null;
      if (!(error instanceof SendFailure) || error.reason !== 'unknown') throw error;
      throw new SendFailure('eskiz', 'unreachable', 'no login', error);
    }
  }

  async function ask(path: string, signal: AbortSignal, form?: Readonly<Record<string, string>>) {
    const question = async () => {
      const bearer = await tokenOf(signal);
      const headers = { authorization: `Bearer ${bearer}` };
      const answer = await askService('eskiz', { url: `${url}${path}`, headers, signal, ...(form && { form }) });
      return { bearer, answer };
    };
    const { bearer, answer } = await question();
    if (answer.status !== 401) return answer;
    // Another message may have renewed it meanwhile.
    if ((await token?.catch(() => null)) === bearer) token = null;
    return (await question()).answer;
  }

  return {
    name: 'eskiz',
    channel: 'sms',
    async send({ phone, text }) {
      const form = { mobile_phone: phone, message: text, from };
      const answer = await ask('/api/message/sms/send', deadline(), form);
      const parsed = accepted.safeParse(answer.body);
      if (answer.status === 200 && parsed.success) return { reference: parsed.data.id };
      throw failureOf('eskiz', answer, reasonOf(answer));
    },
    async deliveryOf(reference) {
      const path = `/api/message/sms/status_by_id/${encodeURIComponent(reference)}`;
      const answer = await ask(path, deadline());
      const parsed = delivery.safeParse(answer.body);
      if (answer.status !== 200 || !parsed.success) throw failureOf('eskiz', answer);
      return states[parsed.data.data.status.toUpperCase()] ?? 'sent';
    },
    async readBalance() {
      const answer = await ask('/api/user/get-limit', deadline());
      const parsed = balance.safeParse(answer.body);
      if (answer.status !== 200 || !parsed.success) throw failureOf('eskiz', answer);
      return parsed.data.data.balance;
    },
  };
}

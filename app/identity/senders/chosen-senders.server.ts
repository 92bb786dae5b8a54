import type { MessageSettings, SenderName } from '#base/config/message-environment.server.ts';
import type { Deadline } from './ask-service.server.ts';
import { createEskiz } from './eskiz.server.ts';
import { createHttpSender } from './http-sender.server.ts';
import type { MessageSender } from './message-sender.server.ts';
import { createPlaymobile } from './playmobile.server.ts';
import { createTelegramGateway } from './telegram-gateway.server.ts';
import { createTwilio } from './twilio.server.ts';

/** Milliseconds for an answer; the gateway of the operator is asked up to three times. */
const limitOf = (name: SenderName) => (name === 'http' ? 2_500 : 5_000);

/** `readConfig` has refused a sender without its variables. */
const set = (value: string | undefined) => value ?? '';

const makers: Readonly<Record<SenderName, (settings: MessageSettings, deadline: Deadline) => MessageSender>> = {
  eskiz: (of, deadline) =>
    createEskiz({
      url: of.ESKIZ_URL,
      email: set(of.ESKIZ_EMAIL),
      password: set(of.ESKIZ_PASSWORD),
      from: of.ESKIZ_FROM,
      deadline,
    }),
  playmobile: (of, deadline) =>
    createPlaymobile({
      url: of.PLAYMOBILE_URL,
      login: set(of.PLAYMOBILE_LOGIN),
      password: set(of.PLAYMOBILE_PASSWORD),
      from: of.PLAYMOBILE_FROM,
      deadline,
    }),
  'telegram-gateway': (of, deadline) =>
    createTelegramGateway({
      url: of.TELEGRAM_GATEWAY_URL,
      token: set(of.TELEGRAM_GATEWAY_TOKEN),
      from: of.TELEGRAM_GATEWAY_FROM,
      deadline,
    }),
  twilio: (of, deadline) =>
    createTwilio({
      url: of.TWILIO_URL,
      accountSid: set(of.TWILIO_ACCOUNT_SID),
      authToken: set(of.TWILIO_AUTH_TOKEN),
      from: set(of.TWILIO_FROM),
      deadline,
    }),
  http: (of, deadline) => createHttpSender({ url: set(of.SMS_URL), deadline }),
};

/** The senders of `SMS`, in its order. `deadline`: for tests. */
export function createSenders(settings: MessageSettings, deadline?: Deadline): MessageSender[] {
  return settings.SMS.map((name) => makers[name](settings, deadline ?? (() => AbortSignal.timeout(limitOf(name)))));
}

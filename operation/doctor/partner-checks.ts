import { randomUUID } from 'node:crypto';
import { type FailureReason, type MessageSender, SendFailure } from '#app/identity/senders/message-sender.server.ts';
import { isUnknownPayment, ProviderRefusal } from '#app/payments/payment-system.server.ts';
import { createGateway } from '#app/payments/systems/gateway/gateway-client.server.ts';
import type { MessageSettings, SenderName } from '#base/config/message-environment.server.ts';
import type { Check } from './examine.ts';

const answerMilliseconds = 10_000;

/** Asks the payment gateway about a payment that cannot exist. */
export function checkGateway(url: string, secret: string): Check {
  return async () => {
    const gateway = createGateway({ url, secret, callbackUrl: '', timeoutMs: answerMilliseconds });
    try {
      await gateway.ask(randomUUID());
    } catch (error) {
      if (isUnknownPayment(error)) return `the payment gateway at ${url} accepts our secret`;
      if (error instanceof ProviderRefusal && error.status === 401) {
        throw new Error('PAYMENT_SECRET: the payment gateway refuses it: agree on one with the provider');
      }
    }
    throw new Error(
      `PAYMENT_URL: no payment gateway answers at ${url} as agreed: correct the address, or ask the provider`,
    );
  };
}

async function reach(name: string, url: string): Promise<string> {
  const signal = AbortSignal.timeout(answerMilliseconds);
  const { status } = await fetch(url, { method: 'OPTIONS', signal, redirect: 'manual' }).catch((error: unknown) => {
    throw new Error(`${name}: nothing answers at ${url}: start it, or correct the address`, { cause: error });
  });
  if (status < 500) return `${url} answers`;
  throw new Error(`${name}: ${url} answers ${status}: ask the service`);
}

const remedies: Readonly<Record<FailureReason, string>> = {
  credentials: 'correct its login and password, or its token',
  balance: 'pay into its account',
  rateLimit: 'try again in some minutes',
  unreachable: 'look at the network, or correct its address',
  number: 'ask the service',
  refused: 'ask the service',
  unknown: 'try again, then ask the service',
};

/** Asks a sender for its balance, or connects to it where it does not report that. It sends nothing. */
export function checkSender(sender: MessageSender, settings: MessageSettings): Check {
  const { name } = sender;
  const urls: Readonly<Record<SenderName, string | undefined>> = {
    eskiz: settings.ESKIZ_URL,
    playmobile: settings.PLAYMOBILE_URL,
    'telegram-gateway': settings.TELEGRAM_GATEWAY_URL,
    twilio: settings.TWILIO_URL,
    http: settings.SMS_URL,
  };
  return async () => {
    if (sender.readBalance === undefined) return reach(name, urls[name] ?? '');
    const balance = await sender.readBalance().catch((error: unknown) => {
      const remedy = error instanceof SendFailure ? remedies[error.reason] : remedies.unknown;
      throw new Error(`${error instanceof Error ? error.message : name}: ${remedy}`, { cause: error });
    });
    if (balance > 0) return `${name} accepts us, balance ${balance}`;
    throw new Error(`${name}: nothing is left on the account: ${remedies.balance}`);
  };
}

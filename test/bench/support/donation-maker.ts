import { createHmac } from 'node:crypto';
import { Agent, request } from 'node:http';
import { idOf } from '#test/bench/growth/ids.ts';
import { paymentSecret } from '#test/bench/tokens.ts';

const agent = new Agent({ keepAlive: true, maxSockets: 64 });

/** Returns the data of the envelope. Throws if the answer is not 200. */
export function send(url: string, body: string, headers: Readonly<Record<string, string>> = {}): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const sent = request(
      url,
      {
        agent,
        method: 'POST',
        headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body), ...headers },
      },
      (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (part: string) => {
          text += part;
        });
        response.on('end', () => {
          if (response.statusCode === 200) resolve(JSON.parse(text).data);
          else reject(new Error(`${url} answers ${response.statusCode}: ${text}`));
        });
      },
    );
    sent.on('error', reject).end(body);
  });
}

export function textOf(value: unknown, name: string): string {
  const found = typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
  if (typeof found !== 'string') throw new Error(`the answer has no ${name}`);
  return found;
}

/** The provider's signed message that a payment is paid. */
export function paidCallback({
  paymentUrl,
  reference,
  amount,
}: {
  paymentUrl: string;
  reference: string;
  amount: number;
}) {
  const body = {
    eventId: `event-${reference}`,
    id: paymentUrl.split('/').at(-1),
    reference,
    status: 'paid',
    amount,
    occurredAt: new Date().toISOString(),
  };
  const at = Math.floor(Date.now() / 1000);
  const signature = createHmac('sha256', paymentSecret)
    .update(`${at}.${JSON.stringify(body)}`)
    .digest('hex');
  return { body, headers: { 'x-signature': `t=${at},v1=${signature}` } };
}

export async function sendPaid(app: string, payment: Parameters<typeof paidCallback>[0]): Promise<void> {
  const { body, headers } = paidCallback(payment);
  await send(`${app}/api/Payment/Callback`, JSON.stringify(body), headers);
}

export interface OpenDonation {
  readonly payId: string;
  /** Sends the signed callback; resolves with the answer. */
  pay(): Promise<void>;
}

let made = 0;

/** Makes a donation of 50,000 to a creator, with a message, and opens its payment. */
export async function openDonation(app: string, creator: number): Promise<OpenDonation> {
  made += 1;
  const body = {
    projectId: idOf.project(creator),
    amount: 50_000,
    name: `Даритель ${made % 500}`,
    message: `Спасибо за эфир номер ${made}`,
    isAnonymous: false,
  };
  const answer = await send(`${app}/api/ProjectPay/Create`, JSON.stringify(body));
  const payment = { paymentUrl: textOf(answer, 'paymentUrl'), reference: textOf(answer, 'payId'), amount: 5_000_000 };
  return { payId: payment.reference, pay: () => sendPaid(app, payment) };
}

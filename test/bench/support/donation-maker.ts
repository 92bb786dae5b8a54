import { createHmac } from 'node:crypto';
import { Agent, request } from 'node:http';
import { projectIdOf } from '#test/bench/world.ts';

/** The secret that the provider's callbacks are signed with here. */
export const paymentSecret = 'secret-of-the-measurements';

const agent = new Agent({ keepAlive: true, maxSockets: 64 });

/** What came back: the envelope's data. Throws where the answer is not 200. */
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

/** A text member of an answer. */
export function textOf(value: unknown, name: string): string {
  const found = typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
  if (typeof found !== 'string') throw new Error(`the answer has no ${name}`);
  return found;
}

/** A donation that waits for the provider's word. */
export interface OpenDonation {
  readonly payId: string;
  /** Sends the signed word that it is paid; resolves with the answer. */
  pay(): Promise<void>;
}

let made = 0;

/** Makes a donation of 50,000 to a creator, with a message, and opens its payment. */
export async function openDonation(app: string, creator: number): Promise<OpenDonation> {
  made += 1;
  const body = {
    ...{ projectId: projectIdOf(creator), amount: 50_000, name: `Даритель ${made % 500}` },
    ...{ message: `Спасибо за эфир номер ${made}`, isAnonymous: false },
  };
  const answer = await send(`${app}/api/ProjectPay/Create`, JSON.stringify(body));
  const payId = textOf(answer, 'payId');
  const paid = JSON.stringify({
    ...{ eventId: `event-${payId}`, id: textOf(answer, 'paymentUrl').split('/').at(-1), reference: payId },
    ...{ status: 'paid', amount: 5_000_000, occurredAt: new Date().toISOString() },
  });
  return {
    payId,
    async pay() {
      const at = Math.floor(Date.now() / 1000);
      const signature = createHmac('sha256', paymentSecret).update(`${at}.${paid}`).digest('hex');
      await send(`${app}/api/Payment/Callback`, paid, { 'x-signature': `t=${at},v1=${signature}` });
    },
  };
}

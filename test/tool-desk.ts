import { createServer } from 'node:http';
import { vi } from 'vitest';
import { z } from 'zod';
import { cardBody, cards } from './money-house.ts';
import type { SignedIn } from './sign-in.ts';
import type { TestApp } from './start-app.ts';

/** A message as a creator's own program hears it. */
interface Heard {
  readonly event: string;
  readonly delivery: string;
  readonly signature: string;
  readonly body: string;
}

/** A creator's own program: hears messages and answers what the test wants. */
export interface Receiver {
  readonly address: string;
  readonly heard: Heard[];
  /** Statuses of the next answers; 200 where none is left. */
  readonly answers: number[];
  close(): Promise<void>;
}

export async function openReceiver(): Promise<Receiver> {
  const heard: Heard[] = [];
  const answers: number[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (piece) => {
      body += String(piece);
    });
    request.on('end', () => {
      const header = (name: string) => String(request.headers[name] ?? '');
      heard.push({
        event: header('x-opora-event'),
        delivery: header('x-opora-delivery'),
        signature: header('x-opora-signature'),
        body,
      });
      response.writeHead(answers.shift() ?? 200, { location: 'http://127.0.0.1:1/' }).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const at = server.address();
  const port = typeof at === 'object' && at !== null ? at.port : 0;
  return {
    address: `http://127.0.0.1:${port}/hook`,
    heard,
    answers,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const withToken = z.object({ data: z.object({ id: z.string(), token: z.string() }) });
const withSecret = z.object({ data: z.object({ id: z.string(), secret: z.string() }) });
const gift = z.object({
  data: z.object({ payId: z.string(), paymentId: z.string(), paymentUrl: z.string(), proof: z.string() }),
});
const log = z.object({
  data: z.object({
    count: z.number(),
    items: z.array(
      z.object({
        id: z.string(),
        event: z.string(),
        state: z.string(),
        attempts: z.number(),
        lastStatus: z.number().nullable(),
        nextAt: z.string().nullable(),
      }),
    ),
  }),
});

/** A new key of somebody for the read API. */
export async function makeToken(app: TestApp, person: SignedIn, scopes: readonly string[]): Promise<string> {
  const answer = await app.api('POST Integration/CreateToken', { body: { name: 'OBS', scopes } }, person);
  return withToken.parse(answer.body).data.token;
}

/** A new address of somebody that is told of events. */
export async function makeWebhook(app: TestApp, person: SignedIn, url: string, events: readonly string[]) {
  const answer = await app.api('POST Integration/CreateWebhook', { body: { url, events } }, person);
  return withSecret.parse(answer.body).data;
}

/** What was sent to an address. */
export async function readWebhookLog(app: TestApp, person: SignedIn, webhookId: string) {
  return log.parse((await app.api('GET Integration/Deliveries', { query: { webhookId } }, person)).body).data;
}

/** A gift and what shows whose it is. */
export interface GivenGift {
  readonly payId: string;
  readonly proof: string;
}

/** A gift that is paid with a card that needs no code; its payId. */
export async function givePaidTo(app: TestApp, creator: SignedIn, more: object = {}): Promise<string> {
  return (await giveProven(app, creator, more)).payId;
}

/** The same with all that the donor's browser is told. */
export async function giveProven(app: TestApp, { projectId }: SignedIn, more: object = {}, donor?: SignedIn) {
  const body = { projectId, amount: 10_000, name: 'Анна', message: 'Сука, привет!', ...more };
  const made = gift.parse((await app.api('POST ProjectPay/Create', { body }, donor)).body).data;
  const { payId, paymentUrl } = made;
  const headers = { 'content-type': 'application/json' };
  await fetch(paymentUrl, { method: 'PATCH', headers, body: JSON.stringify(cardBody(cards.noCode)) });
  const isPaid = async () =>
    JSON.stringify((await app.api('GET ProjectPay/Status', { query: { payId } })).body).includes('"Paid"');
  await vi.waitUntil(isPaid, { timeout: 10_000, interval: 50 });
  return made;
}

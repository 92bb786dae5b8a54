import { createServer } from 'node:http';
import { vi } from 'vitest';
import { z } from 'zod';
import { cardBody, cards } from '#test/support/money/money-fixture.ts';
import type { SignedIn } from './sign-in.ts';
import type { TestApp } from './start-app.ts';

interface ReceivedMessage {
  readonly event: string;
  readonly delivery: string;
  readonly signature: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** A webhook receiver that records messages and sends the answers of a test. */
export interface Receiver {
  readonly address: string;
  readonly received: ReceivedMessage[];
  /** The statuses of the next answers; 200 where none is left. */
  readonly answers: number[];
  close(): Promise<void>;
}

export async function openReceiver(): Promise<Receiver> {
  const received: ReceivedMessage[] = [];
  const answers: number[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (piece) => {
      body += String(piece);
    });
    request.on('end', () => {
      const header = (name: string) => String(request.headers[name] ?? '');
      received.push({
        event: header('x-opora-event'),
        delivery: header('x-opora-delivery'),
        signature: header('x-opora-signature'),
        headers: Object.fromEntries(Object.keys(request.headers).map((name) => [name, header(name)])),
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
    received,
    answers,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const withToken = z.object({ data: z.object({ id: z.string(), token: z.string() }) });
const withSecret = z.object({ data: z.object({ id: z.string(), secret: z.string() }) });
const donation = z.object({
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

export async function makeToken(app: TestApp, person: SignedIn, scopes: readonly string[]): Promise<string> {
  const answer = await app.api('POST Integration/CreateToken', { body: { name: 'OBS', scopes } }, person);
  return withToken.parse(answer.body).data.token;
}

export async function makeWebhook(app: TestApp, person: SignedIn, url: string, events: readonly string[]) {
  const answer = await app.api('POST Integration/CreateWebhook', { body: { url, events } }, person);
  return withSecret.parse(answer.body).data;
}

export async function readWebhookLog(app: TestApp, person: SignedIn, webhookId: string) {
  return log.parse((await app.api('GET Integration/Deliveries', { query: { webhookId } }, person)).body).data;
}

export interface GivenDonation {
  readonly payId: string;
  readonly proof: string;
}

/** Pays a donation with a card that needs no code; returns its payId. */
export async function givePaidTo(app: TestApp, creator: SignedIn, more: object = {}): Promise<string> {
  return (await giveProven(app, creator, more)).payId;
}

/** The same with everything that the donor's browser gets. */
export async function giveProven(app: TestApp, { projectId }: SignedIn, more: object = {}, donor?: SignedIn) {
  const body = { projectId, amount: 10_000, name: 'Анна', message: 'Сука, привет!', ...more };
  return payOpened(app, await app.api('POST ProjectPay/Create', { body }, donor));
}

export async function payOpened(app: TestApp, opened: { readonly body: unknown }) {
  const made = donation.parse(opened.body).data;
  const { payId, paymentUrl } = made;
  const headers = { 'content-type': 'application/json' };
  await fetch(paymentUrl, { method: 'PATCH', headers, body: JSON.stringify(cardBody(cards.noCode)) });
  const isPaid = async () =>
    JSON.stringify((await app.api('GET ProjectPay/Status', { query: { payId } })).body).includes('"Paid"');
  await vi.waitUntil(isPaid, { timeout: 10_000, interval: 50 });
  return made;
}

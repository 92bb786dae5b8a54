import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';

/**
 * How Telegram is found. `returning`: messages are taken and answered late, and the answer to the first one of each chat is lost.
 */
type Mood = 'well' | 'refusing' | 'hanging' | 'badGateway' | 'flood' | 'returning';

/** A message that Telegram has taken. */
export interface Delivery {
  readonly chatId: number;
  readonly text: string;
  readonly isSilent: boolean;
  readonly at: number;
  /** Null: no answer has reached the server. */
  answeredAt: number | null;
  /** The server was killed before it can have recorded the answer. */
  isUnrecorded: boolean;
}

const message = z.object({
  chat_id: z.coerce.number(),
  text: z.string(),
  disable_notification: z.boolean().optional(),
});

/** Milliseconds after which Telegram answers while it comes back. */
const lateAnswer = 400;

const nginx = '<html>\r\n<head><title>502 Bad Gateway</title></head>\r\n<body>nginx</body>\r\n</html>\r\n';

/** Ways to Telegram, one for each server, through which it can be away. */
class TelegramDoors {
  readonly deliveries: Delivery[] = [];
  /** When messages came to Telegram, whatever became of them. */
  readonly arrivals: { readonly chatId: number; readonly at: number }[] = [];
  /** Until when Telegram has asked to wait. */
  readonly floods: { readonly at: number; readonly until: number }[] = [];
  readonly counts = { hung: 0, badGateways: 0, floods: 0, lost: 0 };
  /** Seconds that a flooded Telegram asks for. */
  retryAfter = 1;
  /** The server that has asked for updates last; null: none since it was forgotten. */
  lastAsker: number | null = null;
  urls: readonly string[] = [];
  readonly #origin: string;
  readonly #servers: readonly Server[];
  /** Messages of each server that have no answer yet. */
  readonly #underWay: number[];
  readonly #lostOnce = new Set<number>();
  #ports: readonly number[] = [];
  #mood: Mood = 'well';

  constructor(origin: string, count: number) {
    this.#origin = origin;
    this.#underWay = Array.from({ length: count }, () => 0);
    this.#servers = this.#underWay.map((_, door) =>
      createServer((request, response) => {
        response.on('error', () => undefined);
        void this.#answer(door, request, response).catch(() => response.destroy());
      }),
    );
  }

  async open(): Promise<this> {
    await this.#listen();
    this.#ports = this.#servers.map((server) => {
      const at = server.address();
      return typeof at === 'object' && at !== null ? at.port : 0;
    });
    this.urls = this.#ports.map((port) => `http://127.0.0.1:${port}`);
    return this;
  }

  underWay(door: number): number {
    return this.#underWay[door] ?? 0;
  }

  async set(mood: Mood): Promise<void> {
    const before = this.#mood;
    this.#mood = mood;
    if (mood === 'refusing') await this.close();
    else if (before === 'refusing') await this.#listen();
  }

  /** Notes that a server was killed just now, while these chats were written to. */
  noteKill(chatIds: readonly number[]): void {
    for (const chatId of chatIds) {
      const last = this.deliveries.findLast((one) => one.chatId === chatId);
      if (last && Date.now() - last.at < 2_000) last.isUnrecorded = true;
    }
  }

  async close(): Promise<void> {
    const closed = this.#servers.map(async (server) => {
      if (!server.listening) return;
      const end = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await end;
    });
    await Promise.all(closed);
  }

  async #listen(): Promise<void> {
    for (const [door, server] of this.#servers.entries()) {
      server.listen(this.#ports[door] ?? 0, '127.0.0.1');
      await once(server, 'listening');
    }
  }

  async #answer(door: number, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url ?? '';
    const body = await text(request);
    const method = path.split('/').at(-1);
    if (method === 'getUpdates') this.lastAsker = door;
    const said = method === 'sendMessage' ? message.parse(JSON.parse(body)) : null;
    if (said) this.arrivals.push({ chatId: said.chat_id, at: Date.now() });
    const mood = this.#mood;
    if (mood !== 'well' && mood !== 'returning')
      return this.#refuse(door, mood, { response, isMessage: said !== null });
    if (said) return this.#take(door, { said, path, body, isLate: mood === 'returning' }, response);
    const ended = new AbortController();
    response.on('close', () => ended.abort());
    await this.#pass(path, body, { response, signal: ended.signal });
  }

  #refuse(
    door: number,
    mood: Exclude<Mood, 'well' | 'returning'>,
    { response, isMessage }: { readonly response: ServerResponse; readonly isMessage: boolean },
  ): void {
    const one = isMessage ? 1 : 0;
    switch (mood) {
      case 'refusing':
        response.destroy();
        return;
      case 'hanging':
        this.counts.hung += one;
        this.#follow(door, one, response);
        return;
      case 'badGateway':
        this.counts.badGateways += one;
        response.writeHead(502, { 'content-type': 'text/html' }).end(nginx);
        return;
      case 'flood': {
        this.counts.floods += one;
        if (isMessage) this.floods.push({ at: Date.now(), until: Date.now() + this.retryAfter * 1_000 });
        const description = `Too Many Requests: retry after ${this.retryAfter}`;
        const refusal = { ok: false, error_code: 429, description, parameters: { retry_after: this.retryAfter } };
        response.writeHead(429, { 'content-type': 'application/json' }).end(JSON.stringify(refusal));
        return;
      }
    }
  }

  #follow(door: number, count: number, response: ServerResponse): void {
    this.#underWay[door] = this.underWay(door) + count;
    response.on('close', () => {
      this.#underWay[door] = this.underWay(door) - count;
    });
  }

  /** Telegram takes the message, whether its answer arrives or not. */
  async #take(
    door: number,
    asked: { said: z.output<typeof message>; path: string; body: string; isLate: boolean },
    response: ServerResponse,
  ): Promise<void> {
    const { said, path, body, isLate } = asked;
    const chatId = said.chat_id;
    this.#follow(door, 1, response);
    const delivery: Delivery = {
      chatId,
      text: said.text,
      isSilent: said.disable_notification === true,
      at: Date.now(),
      answeredAt: null,
      isUnrecorded: false,
    };
    this.deliveries.push(delivery);
    const before = async () => {
      if (isLate) await pause(lateAnswer);
      if (isLate && !this.#lostOnce.has(chatId)) {
        this.#lostOnce.add(chatId);
        this.counts.lost += 1;
        response.destroy();
      }
      if (!response.destroyed) delivery.answeredAt = Date.now();
    };
    await this.#pass(path, body, { response, before });
  }

  async #pass(
    path: string,
    body: string,
    {
      response,
      signal,
      before,
    }: { readonly response: ServerResponse; readonly signal?: AbortSignal; readonly before?: () => Promise<void> },
  ): Promise<void> {
    const headers = { 'content-type': 'application/json' };
    const asked = { method: 'POST', headers, body, ...(signal && { signal }) };
    const answer = await fetch(`${this.#origin}${path}`, asked);
    const result = await answer.text();
    await before?.();
    if (!response.destroyed) response.writeHead(answer.status, headers).end(result);
  }
}

export type { TelegramDoors };

/** Opens so many ways to what listens at `origin`. */
export async function openTelegramDoors(origin: string, count: number): Promise<TelegramDoors> {
  return new TelegramDoors(origin, count).open();
}

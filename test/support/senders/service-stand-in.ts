import { createServer, type IncomingMessage } from 'node:http';
import type { SenderName } from '#base/config/message-environment.server.ts';

/** How a stand-in answers the question that sends a message. `lost`: it sends the message and never answers. */
export type Mood = 'well' | 'number' | 'balance' | 'rateLimit' | 'outage' | 'slow' | 'lost' | 'garbage';

export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

export interface Reply {
  readonly status: number;
  readonly body?: unknown;
}

export interface TakenMessage {
  readonly phone: string;
  readonly content: string;
}

/** What a service answers, by its public documentation. */
export interface Service {
  readonly name: SenderName;
  variables(url: string): Readonly<Record<string, string>>;
  /** Variables whose credentials it refuses. */
  readonly wrongCredentials: Readonly<Record<string, string>>;
  /** Everything that must never be logged. */
  readonly secrets: readonly string[];
  isSending(asked: Asked): boolean;
  answer(asked: Asked, mood: Mood, taken: TakenMessage[]): Reply;
}

export interface StandIn {
  readonly url: string;
  mood: Mood;
  readonly taken: readonly TakenMessage[];
  readonly asked: readonly Asked[];
  /** Called when a question arrives that is never answered. */
  onSilence: () => void;
  close(): Promise<void>;
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

/** Starts a service on a free port of this machine. */
export async function startStandIn(service: Service): Promise<StandIn> {
  const taken: TakenMessage[] = [];
  const questions: Asked[] = [];
  const server = createServer(async (request, response) => {
    const { method = '', url: path = '', headers } = request;
    const asked = { method, path, headers, body: await readBody(request) };
    questions.push(asked);
    const mood = service.isSending(asked) ? standIn.mood : 'well';
    if (mood === 'lost') service.answer(asked, 'well', taken);
    if (mood === 'slow' || mood === 'lost') return standIn.onSilence();
    if (mood === 'outage') return response.writeHead(503).end('<h1>503</h1>');
    if (mood === 'garbage') return response.writeHead(502).end('<h1>');
    const { status, body } = service.answer(asked, mood, taken);
    return response
      .writeHead(status, { 'content-type': 'application/json' })
      .end(body === undefined ? '' : JSON.stringify(body));
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const standIn: StandIn = {
    url: `http://127.0.0.1:${port}`,
    mood: 'well',
    taken,
    asked: questions,
    onSilence: () => undefined,
    async close() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
  return standIn;
}

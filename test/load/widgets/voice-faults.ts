import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { silentMp3, toneWav } from '#test/support/voice-service.ts';

/** How one request of the server for a voice is answered. */
interface Answer {
  readonly name: string;
  give(response: ServerResponse): void | Promise<void>;
}

/** Where a redirect leads: nothing may be asked there. */
const inside = '/inside';

/** An MP3, which the server passes on as it is, while its own voice is a WAV: so it is known who has spoken. */
const right: Answer = {
  name: 'right',
  give: (response) => void response.writeHead(200, { 'content-type': 'audio/mpeg' }).end(silentMp3()),
};

const silence: Answer = { name: 'nothing', give: () => undefined };

const half: Answer = {
  name: 'half a sound',
  give: (response) => void response.writeHead(200, { 'content-type': 'audio/wav' }).write(toneWav().subarray(0, 9_000)),
};

const reset: Answer = { name: 'reset', give: (response) => void response.socket?.resetAndDestroy() };

/** As fast as it is read, until the server has had enough. */
const endless: Answer = {
  name: 'endless',
  async give(response) {
    const { signal } = closingOf(response);
    response.writeHead(200, { 'content-type': 'audio/ogg' });
    const piece = Buffer.alloc(65_536, 'OggS');
    while (!response.destroyed) {
      if (!response.write(piece)) await once(response, 'drain', { signal }).catch(() => undefined);
    }
  },
};

function closingOf(response: ServerResponse): AbortController {
  const closing = new AbortController();
  response.once('close', () => closing.abort());
  return closing;
}

const content = (name: string, type: string, body: string | Buffer, status = 200): Answer => ({
  name,
  give: (response) => void response.writeHead(status, { 'content-type': type }).end(body),
});

const rubbish: readonly Answer[] = [
  content('page', 'text/html', '<!doctype html><h1>Voice</h1>'),
  content('ten bytes', 'audio/mpeg', Buffer.alloc(10, 0xff)),
  content('text called a sound', 'audio/wav', '{"error":"quota"}'),
  content('status 500', 'text/plain', 'out of memory', 500),
  {
    name: 'redirect',
    give: (response) =>
      void response.writeHead(307, { location: `http://${response.req.headers.host}${inside}` }).end(),
  },
];

/** The answers of a service, in turn. */
export type Answers = readonly [Answer, ...Answer[]];

/** Every second answer is right: never three failures in a row, so the server goes on asking. */
const everySecond = (answers: readonly Answer[]): Answers => [right, ...answers.flatMap((answer) => [answer, right])];

/** What befalls a voice service, by its name: its answers, which begin anew after the last; null: it does not listen. */
type Faults = Readonly<Record<string, Answers | null>>;

/** After these the server asks it as before. */
export const passingFaults: Faults = {
  'answers with rubbish every second time': everySecond(rubbish),
  'sends a sound without an end every second time': everySecond([endless]),
};

export const resettingService: Answers = [reset];

/** After these the server leaves it alone for a while. */
export const lastingFaults: Faults = {
  'hangs before its answer': [silence],
  'hangs in the middle of a sound': [half],
  'resets its connections': resettingService,
  'refuses connections': null,
  'hangs every second time': everySecond([silence]),
};

export const wellService: Answers = [right];

/** Right, but after 300 ms. */
export const slowService: Answers = [
  {
    name: 'slow',
    async give(response) {
      await pause(300);
      await right.give(response);
    },
  },
];

/** A voice service at one address whose answers change. */
export interface FaultyVoice {
  readonly url: string;
  /** How often each answer was given since the last change. */
  readonly given: ReadonlyMap<string, number>;
  /** How often the address of the redirect was asked. */
  readonly askedInside: number;
  /** The most bytes that were taken of one answer. */
  readonly mostTaken: number;
  /** Null: it refuses connections from now on. Everything unanswered ends. */
  change(answers: Answers | null): Promise<void>;
  close(): Promise<void>;
}

async function stop(server: Server): Promise<void> {
  const closed = new Promise((resolve) => server.close(resolve));
  server.closeAllConnections();
  await closed;
}

export async function openFaultyVoice(): Promise<FaultyVoice> {
  let answers = wellService;
  let asked = 0;
  let askedInside = 0;
  let mostTaken = 0;
  const given = new Map<string, number>();
  const server = createServer((request, response) => {
    const { socket } = request;
    const before = socket.bytesWritten;
    response.once('close', () => {
      mostTaken = Math.max(mostTaken, socket.bytesWritten - before);
    });
    request.resume().once('end', () => {
      if (request.url === inside) askedInside += 1;
      const { name, give } = answers[asked % answers.length] ?? right;
      asked += 1;
      given.set(name, (given.get(name) ?? 0) + 1);
      void give(response);
    });
  });
  const listen = (port: number) => new Promise<void>((ready) => server.listen(port, '127.0.0.1', ready));
  await listen(0);
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}/speak`,
    given,
    get askedInside() {
      return askedInside;
    },
    get mostTaken() {
      return mostTaken;
    },
    async change(next) {
      server.closeAllConnections();
      given.clear();
      asked = 0;
      mostTaken = 0;
      askedInside = 0;
      if (next === null) return stop(server);
      answers = next;
      if (!server.listening) await listen(port);
    },
    close: () => (server.listening ? stop(server) : Promise.resolve()),
  };
}

import type { ServerResponse } from 'node:http';
import type { FastifyReply } from 'fastify';

/** One server-sent event. */
interface StreamedEvent {
  readonly event: string;
  readonly data: unknown;
  /** The number that `Last-Event-ID` gives back after a reconnect. */
  readonly id?: number;
}

/** Events as they are sent, the same bytes for every stream that gets them. */
export type EncodedEvents = Buffer;

/** Encodes events, once for all streams. */
export function encodeEvents(...events: readonly StreamedEvent[]): EncodedEvents {
  const texts = events.map(
    ({ event, data, id }) =>
      `${id === undefined ? '' : `id: ${id}\n`}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`,
  );
  return Buffer.from(texts.join(''));
}

/** An open answer of server-sent events. */
export interface EventStream {
  send(events: EncodedEvents): void;
  /** Ends the stream; the client may reconnect. */
  end(): void;
  /** Calls `listener` once when either side closes the stream. */
  onClose(listener: () => void): void;
}

const heartbeatMilliseconds = 15_000;
/** Below the promised 30 seconds, because it is checked only at heartbeats. */
const stalledMilliseconds = 25_000;
const bufferLimit = 1_000_000;
/** How long a stream that ends has for what is still on its way. */
const endMilliseconds = 1_000;

const opening = Buffer.from('retry: 1000\n\n');
const heartbeat = Buffer.from(': here\n\n');

/** All open streams of this process. Sends heartbeats, drops stalled streams, and ends all when the server stops. */
export class EventStreams {
  readonly #open = new Set<OpenStream>();
  readonly #heartbeat: NodeJS.Timeout;

  constructor() {
    this.#heartbeat = setInterval(() => {
      for (const stream of this.#open) stream.beat();
    }, heartbeatMilliseconds).unref();
  }

  get size(): number {
    return this.#open.size;
  }

  open(reply: FastifyReply): EventStream {
    reply.hijack();
    const { raw } = reply;
    // The answer ends with its connection: in chunks each stream would need buffers of its own for each event.
    raw.removeHeader('transfer-encoding');
    raw.writeHead(200, {
      ...Object.fromEntries(Object.entries(reply.getHeaders()).filter(([, value]) => value !== undefined)),
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
      connection: 'close',
    });
    // Sent by themselves, the headers are stored as one string instead of one for each part.
    raw.flushHeaders();
    raw.write(opening);
    const stream = new OpenStream(raw);
    this.#open.add(stream);
    stream.onClose(() => this.#open.delete(stream));
    return stream;
  }

  /** Ends every stream and stops the heartbeats. */
  close(): void {
    clearInterval(this.#heartbeat);
    for (const stream of this.#open) stream.end();
  }
}

class OpenStream implements EventStream {
  readonly #raw: ServerResponse;
  #fullSince: number | null = null;

  constructor(raw: ServerResponse) {
    this.#raw = raw;
    raw.on('drain', () => {
      this.#fullSince = null;
    });
    raw.on('error', () => raw.destroy());
  }

  send(events: EncodedEvents): void {
    this.#write(events);
  }

  /** Sends a comment line, so that proxies do not close the stream, or drops a stalled one. */
  beat(): void {
    const isStalled =
      this.#fullSince !== null && Date.now() - this.#fullSince > stalledMilliseconds - heartbeatMilliseconds;
    if (isStalled) this.#raw.destroy();
    else this.#write(heartbeat);
  }

  end(): void {
    this.#raw.end();
    setTimeout(() => this.#raw.destroy(), endMilliseconds).unref();
  }

  onClose(listener: () => void): void {
    // A client that disconnected earlier emits no further `close`.
    if (this.#raw.destroyed) listener();
    else this.#raw.once('close', listener);
  }

  #write(bytes: Buffer): void {
    if (this.#raw.writableEnded || this.#raw.destroyed) return;
    const isTaken = this.#raw.write(bytes);
    if (!isTaken) this.#fullSince ??= Date.now();
    if (this.#raw.writableLength > bufferLimit) this.#raw.destroy();
  }
}

import type { ServerResponse } from 'node:http';
import type { FastifyReply } from 'fastify';

/** One server-sent event. */
interface StreamedEvent {
  readonly event: string;
  readonly data: unknown;
  /** The number that `Last-Event-ID` gives back after a reconnect. */
  readonly id?: number;
}

/** An open answer of server-sent events. */
export interface EventStream {
  send(event: StreamedEvent): void;
  /** Ends the stream; the reader may come back. */
  end(): void;
  /** Called once when the reader is gone, by whichever side. */
  onClose(listener: () => void): void;
}

const heartbeatMilliseconds = 15_000;
/** Below the 30 seconds that are promised: they are counted from one heartbeat to another. */
const stalledMilliseconds = 25_000;
const bufferLimit = 1_000_000;

/** All open streams of this process: they get heartbeats, stalled ones are dropped, and they end first when the server stops. */
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
    raw.writeHead(200, {
      ...Object.fromEntries(Object.entries(reply.getHeaders()).filter(([, value]) => value !== undefined)),
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
    });
    raw.write('retry: 1000\n\n');
    const stream = new OpenStream(raw);
    this.#open.add(stream);
    stream.onClose(() => this.#open.delete(stream));
    return stream;
  }

  /** Ends every stream and takes no more heartbeats. */
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

  send({ event, data, id }: StreamedEvent): void {
    this.#write(`${id === undefined ? '' : `id: ${id}\n`}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
  }

  /** A comment line that keeps proxies from closing the stream, and the moment to drop a reader that takes nothing. */
  beat(): void {
    const isStalled =
      this.#fullSince !== null && Date.now() - this.#fullSince > stalledMilliseconds - heartbeatMilliseconds;
    if (isStalled) this.#raw.destroy();
    else this.#write(': here\n\n');
  }

  end(): void {
    this.#raw.end();
    setTimeout(() => this.#raw.destroy(), 1_000).unref();
  }

  onClose(listener: () => void): void {
    this.#raw.once('close', listener);
  }

  #write(text: string): void {
    if (this.#raw.writableEnded || this.#raw.destroyed) return;
    const isTaken = this.#raw.write(text);
    if (!isTaken) this.#fullSince ??= Date.now();
    if (this.#raw.writableLength > bufferLimit) this.#raw.destroy();
  }
}

import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** A page's event stream, read at the socket so that reading can stop. */
export interface OpenStream {
  readonly projectId: string;
  /** Events whose number did not follow the number before. */
  readonly gaps: number;
  readonly events: number;
  readonly isEnded: boolean;
  /** Stops reading; the data of the server fills the buffers on the way. */
  stall(): void;
  close(): void;
}

const line = /^id: (\d+)$/gm;

class SocketStream implements OpenStream {
  readonly projectId: string;
  readonly #socket: Socket;
  #rest = '';
  #last: number | null = null;
  gaps = 0;
  events = 0;
  isEnded = false;

  constructor(projectId: string, socket: Socket) {
    this.projectId = projectId;
    this.#socket = socket;
    socket.setEncoding('utf8');
    socket.on('data', (piece: string) => this.#read(piece));
    socket.on('error', () => undefined);
    socket.on('close', () => {
      this.isEnded = true;
    });
  }

  #read(piece: string): void {
    const text = this.#rest + piece;
    const end = text.lastIndexOf('\n') + 1;
    this.#rest = text.slice(end);
    for (const [, id] of text.slice(0, end).matchAll(line)) {
      // The number of a log entry is a quarter of the id: an event that begins a stream or belongs to an entry carries the number before.
      const number = Math.floor(Number(id) / 4);
      if (this.#last !== null && number !== this.#last && number !== this.#last + 1) this.gaps += 1;
      if (number !== this.#last) this.events += 1;
      this.#last = number;
    }
  }

  stall(): void {
    this.#socket.pause();
  }

  close(): void {
    this.#socket.destroy();
  }
}

/** Opens a page's stream; resolves with its first bytes. */
export async function openStream(port: number, page: { projectId: string; key: string; source: string }) {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  const stream = new SocketStream(page.projectId, socket);
  await once(socket, 'connect');
  const path = `/api/Widget/Events?key=${page.key}&source=${page.source}`;
  socket.write(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAccept: text/event-stream\r\n\r\n`);
  await once(socket, 'data');
  return stream;
}

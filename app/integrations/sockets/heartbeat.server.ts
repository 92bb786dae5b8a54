import type { WebSocket } from 'ws';

const heartbeatMilliseconds = 15_000;

/** Pings all sockets, and ends those that have not answered since the last time. */
export class Heartbeat {
  readonly #silent = new WeakSet<WebSocket>();
  readonly #timer: NodeJS.Timeout;

  constructor(sockets: ReadonlySet<WebSocket>) {
    this.#timer = setInterval(() => {
      for (const socket of sockets) this.#beat(socket);
    }, heartbeatMilliseconds).unref();
  }

  watch(socket: WebSocket): void {
    socket.on('pong', () => this.#silent.delete(socket));
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  #beat(socket: WebSocket): void {
    if (this.#silent.has(socket)) {
      socket.terminate();
      return;
    }
    this.#silent.add(socket);
    socket.ping();
  }
}

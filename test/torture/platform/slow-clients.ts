import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

const dripMilliseconds = 400;

/** What a slow client sends first, and what it then sends byte by byte. */
const kinds: readonly { readonly first: string; readonly drip: string; readonly reads: boolean }[] = [
  { first: 'GET /api/User/List HTTP/1.1\r\nHost: a\r\nX-Slow: ', drip: 'a', reads: true },
  {
    first:
      'POST /api/ProjectPay/Create HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 9000\r\n\r\n{"message":"',
    drip: 'a',
    reads: true,
  },
  // Sends requests repeatedly and never reads an answer.
  { first: '', drip: 'GET /api/User/List?Take=50 HTTP/1.1\r\nHost: a\r\n\r\n', reads: false },
];

export interface SlowClients {
  /** How many connections are open now. */
  readonly open: number;
  /** How often the server has closed one. */
  readonly cut: number;
  close(): void;
}

/** Opens connections that send a little at a time. A connection that the server closes is opened again. */
export function openSlowClients(port: number, count: number): SlowClients {
  const sockets = new Set<Socket>();
  const state = { isOver: false, cut: 0 };
  const run = async (index: number) => {
    const kind = kinds[index % kinds.length];
    await pause(Math.random() * dripMilliseconds);
    while (kind && !state.isOver) {
      const socket = connect({ port, host: '127.0.0.1' });
      socket.on('error', () => undefined);
      if (kind.reads) socket.resume();
      sockets.add(socket);
      socket.write(kind.first);
      while (!socket.destroyed && !socket.readableEnded && !state.isOver) {
        await pause(dripMilliseconds);
        if (socket.writable) socket.write(kind.drip);
      }
      socket.destroy();
      sockets.delete(socket);
      if (!state.isOver) state.cut += 1;
    }
  };
  for (let index = 0; index < count; index += 1) void run(index);
  return {
    get open() {
      return sockets.size;
    },
    get cut() {
      return state.cut;
    },
    close() {
      state.isOver = true;
      for (const socket of sockets) socket.destroy();
    },
  };
}

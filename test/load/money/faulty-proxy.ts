import { connect, type Socket } from 'node:net';
import { openLineBy } from '#test/support/network/line.ts';

/** Shares (0 to 1) of the answers that each fault hits. */
export interface ProxyFaults {
  /** The connection is closed instead. */
  cut: number;
  /** The answer is lost; the connection is closed a second later. */
  drop: number;
  /** The answer comes up to `delayMs` later. */
  delay: number;
  delayMs: number;
}

export interface FaultyProxy {
  readonly url: string;
  /** Can be changed at any time. */
  readonly faults: ProxyFaults;
  /** How often each fault has happened. */
  readonly counts: { cut: number; dropped: number; delayed: number };
  close(): Promise<void>;
}

export const harmless: ProxyFaults = { cut: 0, drop: 0, delay: 0, delayMs: 0 };

/** Its multiples spread evenly: a fault that hits one of 100 answers is met within 300, where by chance it could stay away. */
const goldenPart = (Math.sqrt(5) - 1) / 2;

/** Starts a bad network between clients and a server: requests arrive, answers may be lost. */
export async function openFaultyProxy(port: number, given: Partial<ProxyFaults> = {}): Promise<FaultyProxy> {
  const faults = { ...harmless, ...given };
  const counts = { cut: 0, dropped: 0, delayed: 0 };
  let lot = Math.random();
  const answer = (piece: Buffer, client: Socket, server: Socket) => {
    lot = (lot + goldenPart) % 1;
    if (lot < faults.cut) {
      counts.cut += 1;
      client.destroy();
    } else if (lot < faults.cut + faults.drop) {
      counts.dropped += 1;
      server.pause();
      setTimeout(() => client.destroy(), 1_000);
    } else if (lot < faults.cut + faults.drop + faults.delay) {
      counts.delayed += 1;
      server.pause();
      setTimeout(() => {
        client.write(piece);
        server.resume();
      }, Math.random() * faults.delayMs);
    } else client.write(piece);
  };
  const line = await openLineBy(`http://127.0.0.1:${port}`, (client) => {
    const server = connect({ port, host: '127.0.0.1', noDelay: true });
    client.setNoDelay().pipe(server);
    server.on('data', (piece: Buffer) => answer(piece, client, server));
    return server;
  });
  return { url: new URL(line.url).origin, faults, counts, close: line.close };
}

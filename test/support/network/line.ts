import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';

/** A proxy in front of a database or a server, which a test can break. */
export interface Line {
  /** The address through the proxy. */
  readonly url: string;
  /** Passes nothing more on open connections and does not close them, as when a host dies. New connections work. */
  silence(): void;
  /** Ends all connections and refuses new ones, as a server that is stopped does. */
  cut(): Promise<void>;
  restore(): Promise<void>;
  close(): Promise<void>;
}

async function listen(server: Server, port: number): Promise<number> {
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the line has no port');
  return address.port;
}

/** Starts a proxy in front of what listens at `address`, whose port is PostgreSQL's unless it names one. */
export function openLine(address: string): Promise<Line> {
  const { hostname, port } = new URL(address);
  return openLineBy(address, (client) => {
    const far = connect({ port: Number(port || 5432), host: hostname });
    client.pipe(far).pipe(client);
    return far;
  });
}

/** The same with another way to pass things on: `join` returns the connection to the far end. */
export async function openLineBy(address: string, join: (client: Socket) => Socket): Promise<Line> {
  const open = new Set<Socket>();
  const server = createServer((client) => {
    const far = join(client);
    for (const socket of [client, far]) {
      open.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        open.delete(socket);
        client.destroy();
        far.destroy();
      });
    }
  });
  const port = await listen(server, 0);
  const url = new URL(address);
  url.hostname = '127.0.0.1';
  url.port = String(port);
  const cut = async () => {
    if (!server.listening) return;
    const closed = once(server, 'close');
    server.close();
    for (const socket of open) socket.destroy();
    await closed;
  };
  const silence = () => {
    for (const socket of open) socket.unpipe().on('data', () => undefined);
  };
  return { url: url.toString(), silence, cut, restore: async () => void (await listen(server, port)), close: cut };
}

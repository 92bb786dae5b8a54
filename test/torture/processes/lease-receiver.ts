import { randomInt } from 'node:crypto';
import { createServer } from 'node:http';

/** A creator's program that is slow, so that processes are stopped while they wait for it, and fails now and then. */
export interface SlowReceiver {
  readonly url: string;
  /** How often each message came. */
  readonly attempts: ReadonlyMap<string, number>;
  close(): Promise<void>;
}

export async function openSlowReceiver(): Promise<SlowReceiver> {
  const attempts = new Map<string, number>();
  const server = createServer((request, response) => {
    const message = String(request.headers['x-opora-delivery'] ?? '');
    const attempt = (attempts.get(message) ?? 0) + 1;
    attempts.set(message, attempt);
    const status = attempt === 1 && randomInt(10) === 0 ? 500 : 200;
    request.resume();
    setTimeout(() => response.writeHead(status).end(), randomInt(20, 700));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const at = server.address();
  const port = typeof at === 'object' && at !== null ? at.port : 0;
  return {
    url: `http://127.0.0.1:${port}/hook`,
    attempts,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

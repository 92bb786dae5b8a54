import { once } from 'node:events';
import { createServer } from 'node:net';

// Below the ports that systems give to whoever names none. Two runs at once hardly choose the same one.
const first = 11_000;
const count = 4_000;

/** Those of this process, which are not in use yet perhaps. */
const chosen = new Set<number>();

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  try {
    await once(server.listen(port, '127.0.0.1'), 'listening');
  } catch {
    return false;
  }
  server.close();
  await once(server, 'close');
  return true;
}

/** A port that nobody listens on, for a program that is started with its port. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = first + Math.floor(Math.random() * count);
    if (chosen.has(port) || !(await isFree(port))) continue;
    chosen.add(port);
    return port;
  }
}

import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const pollMilliseconds = 40;

/** The address of a socket that serves as the lock: the kernel frees it when its holder dies. */
function addressOf(name: string): string {
  const key = `opora-${createHash('sha256').update(name).digest('hex').slice(0, 24)}`;
  if (process.platform === 'linux') return `\0${key}`;
  if (process.platform === 'win32') return `\\\\.\\pipe\\${key}`;
  return join(tmpdir(), `${key}.lock`);
}

function errorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error ? String(error.code) : undefined;
}

function listen(address: string): Promise<Server | null> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy());
    server.once('error', (error) => (errorCode(error) === 'EADDRINUSE' ? resolve(null) : reject(error)));
    server.listen(address, () => resolve(server));
  });
}

/** Removes the socket file of a killed process (macOS), which refuses connections. */
async function removeStaleSocket(address: string): Promise<void> {
  if (!address.startsWith('/')) return;
  const isStale = await new Promise<boolean>((resolve) => {
    const socket = connect(address, () => resolve(false));
    socket.once('error', (error) => resolve(errorCode(error) === 'ECONNREFUSED'));
    socket.once('connect', () => socket.destroy());
  });
  if (isStale) await rm(address, { force: true });
}

/**
 * Runs `work` under a lock that all processes of this machine share by its name; waits for it at most `timeoutMs` (default 5 minutes).
 * A killed holder frees the lock at once.
 */
export async function withProcessLock<Result>(
  name: string,
  work: () => Promise<Result>,
  timeoutMs = 300_000,
): Promise<Result> {
  const address = addressOf(name);
  const giveUpAt = Date.now() + timeoutMs;
  for (;;) {
    const held = await listen(address);
    if (held !== null) {
      try {
        return await work();
      } finally {
        await new Promise((resolve) => held.close(resolve));
      }
    }
    if (Date.now() > giveUpAt) throw new Error(`another process has held the lock «${name}» for too long`);
    await removeStaleSocket(address);
    await pause(pollMilliseconds);
  }
}

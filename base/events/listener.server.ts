import { setTimeout as pause } from 'node:timers/promises';
import type { Client } from 'pg';
import type { Logger } from 'pino';
import { PrimaryClient } from '#base/db/primary-client.server.ts';

/** Receives the notifications (PostgreSQL's NOTIFY) of all server processes. */
export interface Listener {
  /** Calls `listener` with the payload of each notification of a channel. */
  on(channel: string, listener: (payload: string) => void): void;
  /** Calls `listener` whenever the connection is lost or restored; notifications in between were missed. */
  onConnection(listener: (isConnected: boolean) => void): void;
  readonly isConnected: boolean;
  close(): Promise<void>;
}

const firstPauseMilliseconds = 100;
const longestPauseMilliseconds = 3_000;

/**
 * Opens the one listening connection of a process. A lost connection is reopened, with growing pauses and without end; a query
 * every 3 s detects one that died silently.
 */
export async function openListener(options: { url: string; log: Logger }): Promise<Listener> {
  const listener = new ReconnectingListener(options.url, options.log);
  await listener.start();
  return listener;
}

class ReconnectingListener implements Listener {
  readonly #url: string;
  readonly #log: Logger;
  readonly #listeners = new Map<string, ((payload: string) => void)[]>();
  readonly #connectionListeners: ((isConnected: boolean) => void)[] = [];
  #client: Client | null = null;
  #isClosed = false;
  #probe: NodeJS.Timeout | undefined;

  constructor(url: string, log: Logger) {
    this.#url = url;
    this.#log = log;
  }

  get isConnected(): boolean {
    return this.#client !== null;
  }

  on(channel: string, listener: (payload: string) => void): void {
    const known = this.#listeners.get(channel);
    if (known) {
      known.push(listener);
      return;
    }
    this.#listeners.set(channel, [listener]);
    this.#client?.query(`listen "${channel}"`).catch(() => this.#lose());
  }

  onConnection(listener: (isConnected: boolean) => void): void {
    this.#connectionListeners.push(listener);
  }

  async start(): Promise<void> {
    await this.#connect();
    this.#probe = setInterval(() => this.#check(), 3_000).unref();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#probe);
    const client = this.#client;
    this.#client = null;
    await client?.end().catch(() => undefined);
  }

  async #connect(): Promise<void> {
    const client = new PrimaryClient({
      connectionString: this.#url,
      application_name: 'opora-listener',
      keepAlive: true,
      connectionTimeoutMillis: 5_000,
      query_timeout: 5_000,
    });
    client.on('error', () => this.#lose(client));
    client.on('end', () => this.#lose(client));
    client.on('notification', ({ channel, payload }) => {
      for (const listener of this.#listeners.get(channel) ?? []) listener(payload ?? '');
    });
    try {
      await client.connect();
      for (const channel of this.#listeners.keys()) await client.query(`listen "${channel}"`);
    } catch (error) {
      client.end().catch(() => undefined);
      throw error;
    }
    if (this.#isClosed) return client.end();
    this.#client = client;
    for (const listener of this.#connectionListeners) listener(true);
  }

  #check(): void {
    const client = this.#client;
    client?.query('select 1').catch(() => this.#lose(client));
  }

  #lose(client: Client | null = this.#client): void {
    if (client === null || client !== this.#client || this.#isClosed) return;
    this.#client = null;
    client.removeAllListeners('notification');
    client.end().catch(() => undefined);
    for (const listener of this.#connectionListeners) listener(false);
    this.#log.warn('the listening connection is lost, connecting again');
    this.#reconnect().catch((error: unknown) => this.#log.error({ err: error }, 'listening stopped'));
  }

  async #reconnect(): Promise<void> {
    for (let wait = firstPauseMilliseconds; !this.#isClosed; wait = Math.min(wait * 2, longestPauseMilliseconds)) {
      await pause(wait * (0.5 + Math.random()));
      try {
        await this.#connect();
        return;
      } catch (error) {
        this.#log.debug({ err: error }, 'no listening connection yet');
      }
    }
  }
}

import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import type { Logger } from 'pino';

/** Hears what every server process says through PostgreSQL's NOTIFY. */
export interface Listener {
  /** Calls back with the payload of each notification of a channel. */
  on(channel: string, heard: (payload: string) => void): void;
  /** Called each time the connection is lost, and each time it is there (again): in between, notifications were missed. */
  onConnection(changed: (isConnected: boolean) => void): void;
  readonly isConnected: boolean;
  close(): Promise<void>;
}

const firstPauseMilliseconds = 100;
const longestPauseMilliseconds = 3_000;

/**
 * Opens the one listening connection of a process. It is made again for ever with growing pauses when it is lost;
 * a query every 10 s finds out a connection that is dead without saying so.
 */
export async function openListener(options: { url: string; log: Logger }): Promise<Listener> {
  const listener = new ReconnectingListener(options.url, options.log);
  await listener.start();
  return listener;
}

class ReconnectingListener implements Listener {
  readonly #url: string;
  readonly #log: Logger;
  readonly #heard = new Map<string, ((payload: string) => void)[]>();
  readonly #changed: ((isConnected: boolean) => void)[] = [];
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

  on(channel: string, heard: (payload: string) => void): void {
    const known = this.#heard.get(channel);
    if (known) {
      known.push(heard);
      return;
    }
    this.#heard.set(channel, [heard]);
    this.#client?.query(`listen "${channel}"`).catch(() => this.#lose());
  }

  onConnection(changed: (isConnected: boolean) => void): void {
    this.#changed.push(changed);
  }

  async start(): Promise<void> {
    await this.#connect();
    this.#probe = setInterval(() => this.#check(), 10_000).unref();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#probe);
    const client = this.#client;
    this.#client = null;
    await client?.end().catch(() => undefined);
  }

  async #connect(): Promise<void> {
    const client = new Client({
      connectionString: this.#url,
      application_name: 'opora-listener',
      keepAlive: true,
      connectionTimeoutMillis: 5_000,
    });
    client.on('error', () => this.#lose(client));
    client.on('end', () => this.#lose(client));
    client.on('notification', ({ channel, payload }) => {
      for (const heard of this.#heard.get(channel) ?? []) heard(payload ?? '');
    });
    await client.connect();
    for (const channel of this.#heard.keys()) await client.query(`listen "${channel}"`);
    this.#client = client;
    for (const changed of this.#changed) changed(true);
  }

  #check(): void {
    const client = this.#client;
    if (client === null) return;
    const limit = setTimeout(() => this.#lose(client), 5_000).unref();
    client.query('select 1').then(
      () => clearTimeout(limit),
      () => this.#lose(client),
    );
  }

  #lose(client: Client | null = this.#client): void {
    if (client === null || client !== this.#client || this.#isClosed) return;
    this.#client = null;
    client.removeAllListeners('notification');
    client.end().catch(() => undefined);
    for (const changed of this.#changed) changed(false);
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

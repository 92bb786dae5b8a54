import { setTimeout as pause } from 'node:timers/promises';
import type { Client } from 'pg';
import type { Logger } from 'pino';
import { growingPauses } from '#base/db/growing-pauses.server.ts';
import { PrimaryClient } from '#base/db/primary-client.server.ts';

export interface LastingConnectionOptions {
  readonly url: string;
  readonly log: Logger;
  /** Shown in `pg_stat_activity`. */
  readonly applicationName: string;
  /** Makes a new connection ready for use. */
  prepare(client: Client): Promise<void>;
  /** Called whenever the connection is lost or there again. */
  onChange(isConnected: boolean): void;
}

const firstPauseMilliseconds = 100;
const longestPauseMilliseconds = 3_000;

/**
 * A connection of its own, beside the pool. If lost, it is reopened, with growing pauses and without end; a query every 3 s detects one that
 * died silently.
 */
export class LastingConnection {
  readonly #options: LastingConnectionOptions;
  #client: Client | null = null;
  #isClosed = false;
  #probe: NodeJS.Timeout | undefined;

  constructor(options: LastingConnectionOptions) {
    this.#options = options;
  }

  /** Null while there is no connection. */
  get client(): Client | null {
    return this.#client;
  }

  async open(): Promise<void> {
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

  /** Gives the connection up and opens another. */
  lose(client: Client | null = this.#client): void {
    if (client === null || client !== this.#client || this.#isClosed) return;
    const { log, applicationName, onChange } = this.#options;
    this.#client = null;
    client.removeAllListeners('notification');
    client.end().catch(() => undefined);
    onChange(false);
    log.warn({ applicationName }, 'a lasting database connection is lost, connecting again');
    this.#reconnect().catch((error: unknown) => log.error({ err: error, applicationName }, 'connecting again stopped'));
  }

  async #connect(): Promise<void> {
    const { url, applicationName, prepare, onChange } = this.#options;
    const client = new PrimaryClient({
      connectionString: url,
      application_name: applicationName,
      keepAlive: true,
      connectionTimeoutMillis: 5_000,
      query_timeout: 5_000,
      // Its users and the check every 3 s do not wait for each other.
      pipeline: true,
    });
    client.on('error', () => this.lose(client));
    client.on('end', () => this.lose(client));
    try {
      await client.connect();
      await prepare(client);
    } catch (error) {
      client.end().catch(() => undefined);
      throw error;
    }
    if (this.#isClosed) return client.end();
    this.#client = client;
    onChange(true);
  }

  #check(): void {
    const client = this.#client;
    client?.query('select 1').catch(() => this.lose(client));
  }

  async #reconnect(): Promise<void> {
    for (const wait of growingPauses(firstPauseMilliseconds, longestPauseMilliseconds)) {
      if (this.#isClosed) return;
      await pause(wait * (0.5 + Math.random()));
      try {
        await this.#connect();
        return;
      } catch (error) {
        this.#options.log.debug({ err: error }, 'no lasting database connection yet');
      }
    }
  }
}

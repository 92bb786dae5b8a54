import type { Client } from 'pg';
import type { Logger } from 'pino';
import { LastingConnection } from './lasting-connection.server.ts';

/** Receives the notifications (PostgreSQL's NOTIFY) of all server processes. */
export interface Listener {
  /** Calls `listener` with the payload of each notification of a channel. */
  on(channel: string, listener: (payload: string) => void): void;
  /** Calls `listener` whenever the connection is lost or restored; notifications in between were missed. */
  onConnection(listener: (isConnected: boolean) => void): void;
  readonly isConnected: boolean;
  close(): Promise<void>;
}

/** Opens the one listening connection of a process. */
export async function openListener(options: { url: string; log: Logger }): Promise<Listener> {
  const listener = new LastingListener(options);
  await listener.open();
  return listener;
}

class LastingListener implements Listener {
  readonly #connection: LastingConnection;
  readonly #listeners = new Map<string, ((payload: string) => void)[]>();
  readonly #connectionListeners: ((isConnected: boolean) => void)[] = [];

  constructor(options: { url: string; log: Logger }) {
    this.#connection = new LastingConnection({
      ...options,
      applicationName: 'opora-listener',
      prepare: (client) => this.#listen(client),
      onChange: (isConnected) => {
        for (const listener of this.#connectionListeners) listener(isConnected);
      },
    });
  }

  get isConnected(): boolean {
    return this.#connection.client !== null;
  }

  on(channel: string, listener: (payload: string) => void): void {
    const known = this.#listeners.get(channel);
    if (known) {
      known.push(listener);
      return;
    }
    this.#listeners.set(channel, [listener]);
    const { client } = this.#connection;
    client?.query(`listen "${channel}"`).catch(() => this.#connection.lose(client));
  }

  onConnection(listener: (isConnected: boolean) => void): void {
    this.#connectionListeners.push(listener);
  }

  open(): Promise<void> {
    return this.#connection.open();
  }

  close(): Promise<void> {
    return this.#connection.close();
  }

  async #listen(client: Client): Promise<void> {
    client.on('notification', ({ channel, payload }) => {
      for (const listener of this.#listeners.get(channel) ?? []) listener(payload ?? '');
    });
    for (const channel of this.#listeners.keys()) await client.query(`listen "${channel}"`);
  }
}

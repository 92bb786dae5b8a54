import { setImmediate as endOfTurn, setTimeout as pause } from 'node:timers/promises';
import type { Client } from 'pg';
import type { Logger } from 'pino';
import type { Database } from '#base/db/db.server.ts';
import { LastingConnection } from './lasting-connection.server.ts';

const pauseMilliseconds = 5;
const lookMilliseconds = 500;
const lookAtOnce = 1_000;

/** Rows that another sender has locked are sent by it, or found by a later look. */
const sendRows = (which: string) => `
  with due as (
    select ctid from hint where ${which} for update skip locked
  ), sent as (
    delete from hint where ctid = any (array(select ctid from due)) returning created_at, channel, payload
  )
  select pg_notify(channel, payload) from (select channel, payload from sent order by created_at) as in_order`;

const sendOf = { name: 'send-hints', text: sendRows('written = any ($1::xid8[])') };
const sendSince = {
  name: 'send-hints-since',
  text: sendRows(`written >= $1::xid8 order by written limit ${lookAtOnce}`),
};

export interface HintSenderOptions {
  readonly db: Database;
  /** Of the server itself, not of a pooler. */
  readonly url: string;
  readonly log: Logger;
  /** Rows that were committed so long ago are looked for again. Longer than a sender holds rows that it fails to send. Default 10,000. */
  readonly overlapMilliseconds?: number;
}

/** Sends the hints of committed transactions to every process. */
export interface HintSender {
  /** Sends what is due and closes the connection. */
  close(): Promise<void>;
}

/**
 * Opens the connection by which this process sends hints (rows of the table `hint`). Those of its own commits leave at once, or all together while the last ones
 * are under way; every half second it also sends those of processes that died before they could.
 */
export async function openHintSender(options: HintSenderOptions): Promise<HintSender> {
  const sender = new LastingSender(options);
  await sender.open();
  const ignore = options.db.onHint(({ written }) => sender.send(written));
  return {
    async close() {
      ignore();
      await sender.close();
    },
  };
}

class LastingSender implements HintSender {
  readonly #connection: LastingConnection;
  readonly #overlapMilliseconds: number;
  /** Numbers of committed transactions whose hints are due. */
  readonly #due = new Set<string>();
  #sending: Promise<void> | null = null;
  #looking: Promise<void> | null = null;
  #timer: NodeJS.Timeout | undefined;
  /** Every row of an earlier transaction is sent. */
  #since = '0';
  #next = { since: '0', at: 0 };

  constructor({ url, log, overlapMilliseconds = 10_000 }: HintSenderOptions) {
    this.#overlapMilliseconds = overlapMilliseconds;
    this.#connection = new LastingConnection({
      url,
      log,
      applicationName: 'opora-hints',
      prepare: async (client) => {
        // A hint is worth no flush: after a crash of the server there is nobody left who waits for it.
        await client.query('set synchronous_commit = off');
      },
      onChange: (isConnected) => {
        if (isConnected) this.#startOver();
      },
    });
  }

  async open(): Promise<void> {
    await this.#connection.open();
    this.#timer = setInterval(() => this.#look(), lookMilliseconds).unref();
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#sending;
    await this.#looking;
    await this.#connection.close();
  }

  send(written: string): void {
    this.#due.add(written);
    this.#sending ??= this.#sendAll().finally(() => {
      this.#sending = null;
    });
  }

  async #sendAll(): Promise<void> {
    // A transaction has often left several hints.
    await endOfTurn();
    while (this.#due.size > 0) {
      const began = performance.now();
      const numbers = [...this.#due];
      this.#due.clear();
      await this.#try((client) => client.query({ ...sendOf, values: [numbers] }));
      const rest = pauseMilliseconds - (performance.now() - began);
      if (rest > 0) await pause(rest);
    }
  }

  /** What it fails to send stays in the table for the next look. */
  async #try<Result>(ask: (client: Client) => Promise<Result>): Promise<Result | null> {
    const { client } = this.#connection;
    if (client === null) return null;
    return ask(client).catch(() => {
      this.#connection.lose(client);
      return null;
    });
  }

  /** The numbers of a promoted standby may be lower than those seen before. */
  #startOver(): void {
    this.#since = '0';
    this.#next = { since: '0', at: 0 };
    this.#look();
  }

  #look(): void {
    this.#looking ??= this.#sendForgotten().finally(() => {
      this.#looking = null;
    });
  }

  async #sendForgotten(): Promise<void> {
    if (performance.now() - this.#next.at > this.#overlapMilliseconds) {
      const found = await this.#try((client) =>
        client.query<{ oldest: string }>('select pg_snapshot_xmin(pg_current_snapshot())::text as oldest'),
      );
      const oldest = found?.rows[0]?.oldest;
      if (oldest === undefined) return;
      this.#since = this.#next.since;
      this.#next = { since: oldest, at: performance.now() };
    }
    for (;;) {
      const sent = await this.#try((client) => client.query({ ...sendSince, values: [this.#since] }));
      if (sent === null || sent.rows.length < lookAtOnce) return;
    }
  }
}

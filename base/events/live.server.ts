import type { Logger } from 'pino';
import { type Database, type Queryable, statement, type Tx } from '#base/db/db.server.ts';
import type { Listener } from './listener.server.ts';

const channel = 'live_event';
const largestNotification = 7_000;
const fetchAtOnce = 500;
const retryMilliseconds = 1_000;

/** An event of a stream, one object for all its subscribers. A stream's numbers have no gaps and follow the order of commits. */
export interface LiveEvent {
  readonly number: number;
  readonly kind: string;
  readonly payload: unknown;
}

const append = statement<{ number: number; message: string; written: string }>(`
  with counter as (
    insert into event_counter as known (stream, last) values ($1::uuid, 1)
    on conflict (stream) do update set last = known.last + 1
    returning last
  ), logged as (
    insert into event_log (stream, number, kind, payload)
    select $1::uuid, last, $2::text, $3::jsonb from counter
    returning number, json_build_object('stream', stream, 'number', number, 'kind', kind,
      'payload', case when octet_length(payload::text) < ${largestNotification} then payload end,
      'isWhole', octet_length(payload::text) < ${largestNotification})::text as message
  ), hinted as (
    insert into hint (channel, payload) select '${channel}', message from logged returning written::text as written
  )
  select number, message, written from logged, hinted`);

const newest = statement<{ last: number }>('select last from event_counter where stream = $1');

const eventsAfter = statement<LiveEvent>(`
  select number, kind, payload from event_log where stream = $1 and number > $2 order by number limit ${fetchAtOnce}`);

const sweep = statement(`delete from event_log where created_at < now() - interval '7 days'`);

/**
 * Appends an event to a stream in the transaction that causes it, and notifies every process after the commit. The stream's counter row stays
 * locked until then, so that numbers become visible in order. Returns the number.
 */
export async function appendEvent(tx: Tx, stream: string, kind: string, payload: unknown): Promise<number> {
  const [row] = await tx.run(append, [stream, kind, JSON.stringify(payload)]);
  if (row === undefined) throw new Error('the event got no number');
  tx.passHint({ written: row.written, channel, payload: row.message });
  return row.number;
}

interface LateEvent {
  readonly stream: string;
  readonly kind: string;
  readonly payload: unknown;
}

/** What each transaction appends at its end. */
const late = new WeakMap<Tx, LateEvent[]>();

const byStream = (a: LateEvent, b: LateEvent) => (a.stream < b.stream ? -1 : Number(a.stream > b.stream));

/**
 * Appends an event at the end of the transaction, those of several streams in the order of their ids. For streams of which a transaction may
 * tell before it locks other rows: their counters are locked after everything else.
 */
export function appendAtEnd(tx: Tx, stream: string, kind: string, payload: unknown): void {
  const event = { stream, kind, payload };
  const known = late.get(tx);
  if (known !== undefined) {
    known.push(event);
    return;
  }
  const events = [event];
  late.set(tx, events);
  tx.beforeCommit(async () => {
    for (const one of events.toSorted(byStream)) await appendEvent(tx, one.stream, one.kind, one.payload);
  });
}

/** The number of a stream's newest event; 0 if it has none. */
export async function lastEventNumber(db: Queryable, stream: string): Promise<number> {
  return (await db.run(newest, [stream]))[0]?.last ?? 0;
}

/** Deletes events that are too old to resume from. */
export async function sweepEvents(db: Queryable): Promise<void> {
  await db.run(sweep, []);
}

type Receive = (event: LiveEvent) => void;

interface Subscription {
  /** The number of the event that was delivered last. */
  cursor: number;
  readonly receive: Receive;
}

interface Stream {
  readonly subscriptions: Set<Subscription>;
  /** Set while events are read from the log; `isOutdated`: another read must follow. */
  reading: Promise<void> | null;
  isOutdated: boolean;
}

interface Notification extends LiveEvent {
  readonly stream: string;
  readonly isWhole: boolean;
}

/**
 * Delivers events to the subscribers of this process over one listening connection. A subscriber gets each event after its cursor
 * exactly once and in order, by notification or, after a gap, from the log.
 */
export class EventHub {
  readonly #db: Database;
  readonly #log: Logger;
  readonly #streams = new Map<string, Stream>();

  constructor(options: { db: Database; listener: Listener; log: Logger }) {
    this.#db = options.db;
    this.#log = options.log;
    options.listener.on(channel, (payload) => this.#onNotification(JSON.parse(payload)));
    options.db.onHint((hint) => {
      if (hint.channel === channel) this.#onNotification(JSON.parse(hint.payload));
    });
    options.listener.onConnection((isConnected) => {
      if (isConnected) for (const [id, stream] of this.#streams) this.#catchUp(id, stream);
    });
  }

  /**
   * Subscribes to a stream. `after` is the last number that the subscriber has seen; null: new events only. Resolves when the subscription
   * is active, with its starting cursor and the function that ends it.
   */
  async subscribe(
    id: string,
    after: number | null,
    receive: Receive,
  ): Promise<{ cursor: number; unsubscribe(): void }> {
    const last = await lastEventNumber(this.#db, id);
    const cursor = after === null ? last : Math.min(after, last);
    const subscription: Subscription = { cursor, receive };
    const stream = this.#streams.get(id) ?? { subscriptions: new Set(), reading: null, isOutdated: false };
    this.#streams.set(id, stream);
    stream.subscriptions.add(subscription);
    this.#catchUp(id, stream);
    return {
      cursor,
      unsubscribe: () => {
        stream.subscriptions.delete(subscription);
        if (stream.subscriptions.size === 0 && this.#streams.get(id) === stream) this.#streams.delete(id);
      },
    };
  }

  #onNotification({ stream: id, isWhole, number, kind, payload }: Notification): void {
    const stream = this.#streams.get(id);
    if (stream === undefined) return;
    const event: LiveEvent = { number, kind, payload };
    let hasGap = !isWhole;
    for (const subscription of stream.subscriptions) {
      if (isWhole && subscription.cursor === number - 1) this.#deliver(subscription, event);
      else if (subscription.cursor < number) hasGap = true;
    }
    if (hasGap) this.#catchUp(id, stream);
  }

  #deliver(subscription: Subscription, event: LiveEvent): void {
    if (event.number <= subscription.cursor) return;
    subscription.cursor = event.number;
    try {
      subscription.receive(event);
    } catch (error) {
      this.#log.error({ err: error }, 'a subscriber of live events failed');
    }
  }

  #catchUp(id: string, stream: Stream): void {
    if (stream.reading !== null) {
      stream.isOutdated = true;
      return;
    }
    stream.reading = this.#read(id, stream)
      .catch((error: unknown) => {
        this.#log.warn({ err: error }, 'reading live events failed, trying again');
        setTimeout(() => this.#catchUp(id, stream), retryMilliseconds).unref();
      })
      .finally(() => {
        stream.reading = null;
        if (stream.isOutdated) {
          stream.isOutdated = false;
          this.#catchUp(id, stream);
        }
      });
  }

  async #read(id: string, stream: Stream): Promise<void> {
    for (;;) {
      const after = Math.min(...[...stream.subscriptions].map(({ cursor }) => cursor));
      if (!Number.isFinite(after)) return;
      const events = await this.#db.run(eventsAfter, [id, after]);
      // Whoever came meanwhile may want earlier ones, which the next read brings.
      const reached = [...stream.subscriptions].filter(({ cursor }) => cursor >= after);
      for (const event of events) {
        for (const subscription of reached) {
          if (stream.subscriptions.has(subscription)) this.#deliver(subscription, event);
        }
      }
      if (events.length < fetchAtOnce) return;
    }
  }
}

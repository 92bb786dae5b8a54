import { z } from 'zod';
import type { Limits } from '#base/calls/rate-limit.server.ts';
import type { Queryable } from '#base/db/db.server.ts';
import type { EventHub, LiveEvent } from '#base/events/live.server.ts';
import { type Minor, toMain } from '#base/money/money.ts';
import { Errands } from '../sockets/errands.ts';
import type { SharedReads } from '../sockets/shared-reads.ts';
import { ownerOfKey, type StreamOwner } from './stream-key.server.ts';

/** A goal and what has come together for it. */
export interface StreamedGoal {
  readonly title: string;
  readonly amount: Minor;
  readonly collected: Minor;
  readonly percent: number;
  readonly members: { readonly now: number; readonly wanted: number } | null;
}

/** The dependencies of the stream. */
export interface StreamOptions {
  readonly db: Queryable;
  readonly hub: EventHub;
  readonly limits: Limits;
  /** ISO 4217. */
  readonly currencyCode: string;
  /** The goal of a project; null: none. */
  readGoal(projectId: string): Promise<StreamedGoal | null>;
}

/** What the streams of a key, or of a project, read together. */
export interface StreamReads {
  readonly owners: SharedReads<StreamOwner>;
  readonly goals: SharedReads<StreamedGoal | null>;
}

/** A message of the stream; `id`: the number of an event, or where the stream begins; the goal has none. */
export interface StreamMessage {
  readonly id?: number;
  readonly body: { readonly event: string; readonly createdAt?: string; readonly data: unknown };
}

/** The open connection to a program. */
interface StreamSink {
  send(message: StreamMessage): void;
  end(): void;
}

/** A subscription whose messages wait for `begin`. */
export interface EventFeed {
  begin(sink: StreamSink): void;
  /** Ends the subscription. */
  close(): void;
}

/** Opens a feed that takes one of the places of its key until it is closed. Throws `tooManyStreams`. */
export type OpenPlaced = (owner: StreamOwner, after: number | null) => Promise<EventFeed>;

/** The events of a project's own stream after which its goal may have changed. */
const ofGoal = new Set(['donation', 'statistics', 'settings']);

/** Those after which a key may be revoked or its owner blocked. */
const ofAccess = new Set(['cut', 'key-rotated', 'access']);

const sent = z.object({ event: z.string(), createdAt: z.string(), data: z.unknown() });

function messageOf({ number, payload }: LiveEvent): StreamMessage {
  // In this order, which the database does not keep.
  const { event, createdAt, data } = sent.parse(payload);
  return { id: number, body: { event, createdAt, data } };
}

/** Subscribes to the events of a person after a number, null: from now on, and to what changes the goal or ends the key. */
export async function openFeed(
  options: StreamOptions & { readonly reads: StreamReads },
  owner: StreamOwner,
  after: number | null,
): Promise<EventFeed> {
  const { db, hub, reads, currencyCode } = options;
  const { token, personId, projectId } = owner;
  const begun = Promise.withResolvers<StreamSink>();
  const early: LiveEvent[] = [];
  let receive = (event: LiveEvent): void => void early.push(event);
  const beginning = begun.promise.then(() => undefined);
  const errands = new Errands(beginning, () => void begun.promise.then((sink) => sink.end()));
  let lastGoal: string | null = null;

  async function check() {
    await reads.owners.read(token, () => ownerOfKey(db, token));
  }
  async function tellGoal() {
    const goal = await reads.goals.read(projectId, () => options.readGoal(projectId));
    const data = goal && {
      title: goal.title,
      amount: toMain(goal.amount),
      collected: toMain(goal.collected),
      currency: currencyCode,
      percent: goal.percent,
      members: goal.members,
    };
    const text = data && JSON.stringify(data);
    if (text === lastGoal) return;
    lastGoal = text;
    if (data !== null) (await begun.promise).send({ body: { event: 'goal', data } });
  }

  const events = await hub.subscribe(personId, after, (event) => receive(event));
  const rings = await hub
    .subscribe(projectId, null, ({ kind }) => {
      if (ofGoal.has(kind)) errands.run(tellGoal);
      else if (ofAccess.has(kind)) errands.run(check);
    })
    .catch((error: unknown) => {
      events.unsubscribe();
      throw error;
    });
  // What happened before the subscription has rung for nobody.
  errands.run(check);
  errands.run(tellGoal);
  return {
    begin(sink) {
      begun.resolve(sink);
      // A program whose connection breaks before its first event knows where to go on.
      sink.send({ id: events.cursor, body: { event: 'ready', data: {} } });
      receive = (event) => sink.send(messageOf(event));
      for (const event of early) receive(event);
    },
    close() {
      events.unsubscribe();
      rings.unsubscribe();
    },
  };
}

import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Limits } from '#base/calls/rate-limit.server.ts';
import type { Database, Tx } from '#base/db/db.server.ts';
import type { EventStreams } from '#base/events/event-stream.server.ts';
import type { CallsUnderWay } from '#base/process/calls-under-way.server.ts';
import type { DiskWatch } from '#base/process/disk-watch.server.ts';
import type { AuditNote, Caller } from './call-context.server.ts';

/** One line of the audit trail. */
export interface AuditEntry extends AuditNote {
  readonly caller: Pick<Caller, 'userId'>;
  /** `PUT Moderator/BlockUser` */
  readonly call: string;
  /** The input as it was sent, with amounts in main units. */
  readonly input: unknown;
}

/** The services that running calls needs. */
export interface CallServices {
  readonly db: Database;
  readonly limits: Limits;
  readonly streams: EventStreams;
  /** Returns the owner of a bearer token; null if it is invalid or its session has ended. */
  authenticate(token: string): Promise<Caller | null>;
  /**
   * Keeps the caller's session until the transaction ends: whoever deletes the person waits. Throws `Unauthorized` if it has ended. Part of
   * every transaction of a caller.
   */
  holdSession(tx: Tx, caller: Caller): Promise<void>;
  /** Writes a line of the audit trail in the transaction that makes the change. */
  audit(tx: Tx, entry: AuditEntry): Promise<void>;
  /** The cache of guest answers; null: nothing is cached. */
  readonly answers: AnswerCache | null;
  /** Whether the process is overloaded and refuses new calls (docs/rules.md#trouble). Default: never. */
  isOverloaded?(): boolean;
  /** Counts the calls that wait for their answers. */
  readonly underWay?: CallsUnderWay;
  /** Gets every error that a call ends with. */
  readonly disk?: Pick<DiskWatch, 'note'>;
}

/** Caches answers of guest calls until they expire or one of their tags is invalidated. */
export interface AnswerCache {
  answer(
    request: FastifyRequest,
    reply: FastifyReply,
    entry: { key: string; seconds: number; make: (tag: (...tags: string[]) => void) => Promise<string> },
  ): Promise<FastifyReply>;
  /** The answer for a page that is made from it, for a moment shared with other pages; `tag` gets its tags. It must not be changed. */
  inside(
    key: string,
    tag: (...tags: string[]) => void,
    read: (tag: (...tags: string[]) => void) => Promise<unknown>,
  ): Promise<unknown>;
}

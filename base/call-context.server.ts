import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Database, Queryable, Tx } from './db.server.ts';
import type { EventStream } from './event-stream.server.ts';
import type { Limits } from './rate-limit.server.ts';

/** Who makes a call, as its access token and session say. */
export interface Caller {
  readonly userId: string;
  readonly sessionId: string;
  readonly roles: readonly string[];
}

/** What an audited handler may add to the trail beyond the call's input. */
export interface AuditNote {
  /** The id of the person or thing that the call was about. */
  readonly subject?: string;
  readonly details?: Readonly<Record<string, unknown>>;
}

/** What a handler works with beside its input. */
export interface CallContext {
  /** The transaction of a writing call, else the pool. */
  readonly db: Queryable;
  /** Runs in the call's transaction, or in one of its own where the call says `transaction: 'own'` or only reads. */
  transaction<Result>(work: (tx: Tx) => Promise<Result>): Promise<Result>;
  /** The pool itself, for work that must outlive a rollback. */
  readonly database: Database;
  /** Null for a guest. */
  readonly caller: Caller | null;
  /** The caller's address, behind trusted proxies the real one. */
  readonly address: string;
  readonly limits: Limits;
  /** The id for what an idempotent call makes: the same for each try of one request; null without a key. */
  readonly idempotencySubject: string | null;
  /** Names what the answer of a cached call is made of; `dropCached` with the same tag drops the answer. */
  tag(...tags: string[]): void;
  /** Adds to the audit trail of this call. */
  note(note: AuditNote): void;
  /** Takes the answer over as a stream of server-sent events (calls of the form `events` only). */
  openEvents(): EventStream;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** The caller of a call whose access is at least `user`. */
export function callerOf(context: CallContext): Caller {
  if (context.caller === null)
    throw new Error('a call without a caller asked for one: its access must be at least user');
  return context.caller;
}

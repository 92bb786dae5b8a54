import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Limits } from '#base/calls/rate-limit.server.ts';
import type { Database, Queryable, Tx } from '#base/db/db.server.ts';
import type { EventStream } from '#base/events/event-stream.server.ts';

/** The logged-in person who makes a call. */
export interface Caller {
  readonly userId: string;
  readonly sessionId: string;
  readonly roles: readonly string[];
}

/** What an audited handler adds to the audit line beyond the call's input. */
export interface AuditNote {
  /** The id of the person or thing that the call acts on. */
  readonly subject?: string;
  readonly details?: Readonly<Record<string, unknown>>;
}

/** The context that a handler gets beside its input. */
export interface CallContext {
  /** The transaction of a writing call, otherwise the pool. */
  readonly db: Queryable;
  /**
   * Runs in the call's transaction, or in a new one for calls that read or declare `transaction: 'own'`. After `claim` it fails if
   * another attempt has taken the key.
   */
  transaction<Result>(work: (tx: Tx) => Promise<Result>): Promise<Result>;
  /** The pool, for work that must survive a rollback. */
  readonly database: Database;
  /** Null for a guest. */
  readonly caller: Caller | null;
  /** The caller's network (`base/process/network-of.ts`), resolved through trusted proxies. Limits count networks, never single addresses. */
  readonly network: string;
  readonly limits: Limits;
  /** Whether the request has an `Idempotency-Key`. */
  readonly isKeyed: boolean;
  /**
   * Claims the request's key in the transaction of the first effect, after all checks. Returns the id for the row that the call creates:
   * the same for each attempt of one request, a new one without a key.
   */
  claim(db: Queryable): Promise<string>;
  /**
   * Runs the last transaction of an idempotent call that opens its own: the result of `work` is the call's answer and is stored in the same
   * transaction. Fails if another attempt has taken the key.
   */
  conclude<Result>(work: (tx: Tx) => Promise<Result>): Promise<Result>;
  /** Tags the cached answer of this call; `dropCached` with the same tag invalidates it. */
  tag(...tags: string[]): void;
  /** Adds to the audit line of a call that is one transaction. */
  note(note: AuditNote): void;
  /** Writes the call's audit line in the transaction that makes the change. */
  record(tx: Tx, note: AuditNote): Promise<void>;
  /** Turns the answer into a stream of server-sent events (calls of the form `events` only). */
  openEvents(): EventStream;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** Returns the caller of a call whose access is at least `user`. */
export function callerOf(context: CallContext): Caller {
  if (context.caller === null) throw new Error('the call has no caller: its access must be at least user');
  return context.caller;
}

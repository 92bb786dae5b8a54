import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { DatabaseError, Pool, type PoolClient, type QueryResult, type QueryResultRow, types } from 'pg';
import type { Sql } from 'sql-template-tag';
import { commit } from './commit.server.ts';
import { hasMoved, isOutcomeUnknown } from './database-trouble.server.ts';
import { PrimaryClient } from './primary-client.server.ts';

/** A prepared statement, parsed and planned once per connection; made by `statement`. */
export interface Statement<Row extends QueryResultRow> {
  readonly name: string;
  readonly text: string;
  /** Never set; carries the type of the rows. */
  readonly row?: Row;
}

/** The pool or a transaction. */
export interface Queryable {
  /** Runs SQL. `bigint` is returned as a safe integer, `timestamptz` as a Date, `numeric` as a string. */
  execute<Row extends QueryResultRow = Record<string, unknown>>(query: Sql): Promise<QueryResult<Row>>;
  /** Runs a prepared statement, the cheapest way for frequent queries. */
  run<Row extends QueryResultRow>(statement: Statement<Row>, values: readonly unknown[]): Promise<Row[]>;
}

/** A transaction. Must not be used after the function that got it has ended. */
export interface Tx extends Queryable {
  /** Runs `work` after the commit, in order of registration, and never after a rollback. A failure is only logged. */
  afterCommit(work: () => void | Promise<void>): void;
}

interface TransactionOptions {
  /** Default: read committed. */
  readonly isolation?: 'repeatable read' | 'serializable';
  readonly readOnly?: boolean;
}

export interface Database extends Queryable {
  /**
   * Runs `work` in a transaction; an error rolls back. A deadlock, a serialization failure and a server that stops or has become
   * read-only run it again, up to 3 times, so that effects outside the database belong in `afterCommit`. Throws `OutcomeUnknown` if the
   * connection broke during the commit.
   */
  transaction<Result>(work: (tx: Tx) => Promise<Result>, options?: TransactionOptions): Promise<Result>;
  readonly pool: Pool;
  /** Whether a pooler in transaction mode is in between, which loses what a session remembers, such as prepared statements. */
  readonly isPooled: boolean;
  /** Waits for running queries, then closes all connections. */
  close(): Promise<void>;
}

export interface DatabaseOptions {
  /** May name several servers (`serversIn`); the one that accepts writes is used. */
  readonly url: string;
  /** See `Database`. Default false. */
  readonly isPooled?: boolean;
  /** Maximum number of connections. Default 20. */
  readonly max?: number;
  /** A longer statement is cancelled (SQLSTATE 57014). Default 8,000; 0: no limit. */
  readonly statementTimeoutMs?: number;
  /** Shown in `pg_stat_activity`. Default `opora`. */
  readonly applicationName?: string;
  readonly log?: (message: string, error: unknown) => void;
  /** Gets each error that ends a transaction. */
  readonly onError?: (error: unknown) => void;
}

const maxRetries = 3;

/** Time after `statement_timeout` in which the server's error must arrive; otherwise its host is considered dead. */
const silenceMilliseconds = 2_000;

function safeInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} of the database is beyond the safe integers`);
  return value;
}

types.setTypeParser(types.builtins.INT8, safeInteger);

/** Makes a prepared statement; parameters are `$1`, `$2`, … Call it once at module level, not per query. */
export function statement<Row extends QueryResultRow = Record<string, unknown>>(text: string): Statement<Row> {
  return { name: createHash('sha256').update(text).digest('base64url').slice(0, 24), text };
}

/** PostgreSQL's own error (`code`, `constraint`), also as the cause of another; null for other errors. */
export function databaseErrorOf(error: unknown): DatabaseError | null {
  for (let one = error; one instanceof Error; one = one.cause) {
    if (one instanceof DatabaseError) return one;
  }
  return null;
}

/** Whether the error is a unique violation (SQLSTATE 23505), of the given constraint or index if there is one. */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  const violation = databaseErrorOf(error);
  return violation?.code === '23505' && (constraint === undefined || violation.constraint === constraint);
}

function queryable(client: Pool | PoolClient, isPooled: boolean): Queryable {
  return {
    execute<Row extends QueryResultRow>({ text, values }: Sql): Promise<QueryResult<Row>> {
      return client.query<Row>(text, values);
    },
    async run<Row extends QueryResultRow>({ name, text }: Statement<Row>, values: readonly unknown[]): Promise<Row[]> {
      const { rows } = await client.query<Row>({ ...(!isPooled && { name }), text, values: [...values] });
      return rows;
    },
  };
}

const sendNotification = statement('select pg_notify($1, $2)');

/** Sends a notification on a channel when `db`'s transaction commits. The payload has at most 7,999 bytes. */
export async function notify(db: Queryable, channel: string, payload: string): Promise<void> {
  await db.run(sendNotification, [channel, payload]);
}

function beginOf({ isolation, readOnly }: TransactionOptions): string {
  return ['begin', isolation ? `isolation level ${isolation}` : '', readOnly ? 'read only' : '']
    .filter(Boolean)
    .join(' ');
}

type Hook = () => void | Promise<void>;

interface Attempt extends TransactionOptions {
  readonly isPooled: boolean;
}

async function runOnce<Result>(
  client: PoolClient,
  work: (tx: Tx) => Promise<Result>,
  options: Attempt,
): Promise<{ result: Result; hooks: Hook[] }> {
  const hooks: Hook[] = [];
  // Not awaited, so that it is sent together with the first statement. It fails only if the connection does, and says best why.
  const begun = client.query(beginOf(options));
  let first: unknown = null;
  begun.catch((error: unknown) => {
    first = error;
  });
  const afterCommit = (hook: Hook) => void hooks.push(hook);
  const result = await work(Object.assign(queryable(client, options.isPooled), { afterCommit })).catch(
    (error: unknown) => {
      throw first ?? error;
    },
  );
  await begun;
  await commit(client);
  return { result, hooks };
}

/** Rolls back and releases the connection, or discards it if that fails or if its server no longer is the one to write to. */
async function rollBack(client: PoolClient, error: unknown): Promise<void> {
  if (hasMoved(error)) {
    client.release(true);
    return;
  }
  try {
    await client.query('rollback');
    client.release();
  } catch {
    client.release(true);
  }
}

/** Milliseconds to wait before the transaction is run again; null: it must not be. */
function pauseBefore(retry: number, error: unknown, { readOnly }: TransactionOptions): number | null {
  const code = databaseErrorOf(error)?.code;
  if (retry > maxRetries || isOutcomeUnknown(error)) return null;
  if (code === '40001' || code === '40P01') return Math.random() * 10 * 2 ** retry;
  const isOwnFault = code === '25006' && readOnly === true;
  return hasMoved(error) && !isOwnFault ? (0.5 + Math.random()) * 40 * 3 ** retry : null;
}

function openPool(options: DatabaseOptions): Pool {
  const { url, max = 20, statementTimeoutMs = 8_000, applicationName = 'opora', log } = options;
  const pool = new Pool({
    Client: PrimaryClient,
    connectionString: url,
    max,
    application_name: applicationName,
    statement_timeout: statementTimeoutMs,
    ...(statementTimeoutMs > 0 && { query_timeout: statementTimeoutMs + silenceMilliseconds }),
    idle_in_transaction_session_timeout: 30_000,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    // Concurrent queries on one connection are sent without waiting for each other's results.
    pipeline: true,
    // Days begin at the same moment regardless of the server's time zone.
    options: '-c TimeZone=UTC',
  });
  pool.on('error', (error) => log?.('an idle database connection was lost', error));
  // Without these listeners, a connection that breaks between two statements of a transaction would end the process.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

/** Opens the pool. The first query makes the first connection. */
export function openDatabase(options: DatabaseOptions): Database {
  const { isPooled = false, log, onError } = options;
  const pool = openPool(options);

  async function attempt<Result>(work: (tx: Tx) => Promise<Result>, how: TransactionOptions): Promise<Result> {
    const client = await pool.connect();
    const { result, hooks } = await runOnce(client, work, { ...how, isPooled }).catch(async (error: unknown) => {
      await rollBack(client, error);
      onError?.(error);
      throw error;
    });
    client.release();
    for (const hook of hooks) {
      try {
        await hook();
      } catch (error) {
        log?.('work after a commit failed', error);
      }
    }
    return result;
  }

  return Object.assign(queryable(pool, isPooled), {
    pool,
    isPooled,
    close: () => pool.end(),
    async transaction<Result>(work: (tx: Tx) => Promise<Result>, how: TransactionOptions = {}): Promise<Result> {
      for (let retry = 1; ; retry++) {
        try {
          return await attempt(work, how);
        } catch (error) {
          const milliseconds = pauseBefore(retry, error, how);
          if (milliseconds === null) throw error;
          await pause(milliseconds);
        }
      }
    },
  });
}

import { createHash } from 'node:crypto';
import { Pool, type PoolClient, type QueryResult, type QueryResultRow, types } from 'pg';
import type { Sql } from 'sql-template-tag';
import { commit } from './commit.server.ts';
import { hasMoved, rerun } from './database-trouble.server.ts';
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

/** A notification whose row of the table `hint` becomes visible with a commit. */
export interface WrittenHint {
  /** The number of the transaction. */
  readonly written: string;
  readonly channel: string;
  readonly payload: string;
}

/** A transaction. Refuses statements after the function that got it has ended. */
export interface Tx extends Queryable {
  /** Runs `work` at the end of the transaction, in order of registration: for rows that are locked after all others. A failure rolls back. */
  beforeCommit(work: () => Promise<void>): void;
  /** Runs `work` after the commit, in order of registration, and never after a rollback. A failure is only logged. */
  afterCommit(work: () => void | Promise<void>): void;
  /** Hands a hint to the listeners of `onHint` after the commit. */
  passHint(hint: WrittenHint): void;
}

interface TransactionOptions {
  /** Default: read committed. */
  readonly isolation?: 'repeatable read' | 'serializable';
  readonly readOnly?: boolean;
}

export interface Database extends Queryable {
  /**
   * Runs `work` in a transaction; an error rolls back. A deadlock and a serialization failure run it again up to 3 times, a server that
   * stops or has become read-only for up to 5 s, so that effects outside the database belong in `afterCommit`. Throws `OutcomeUnknown` if
   * the connection broke during the commit.
   */
  transaction<Result>(work: (tx: Tx) => Promise<Result>, options?: TransactionOptions): Promise<Result>;
  /** Calls `listener` after the commit with each hint of a transaction of this process. Returns what ends it. */
  onHint(listener: (hint: WrittenHint) => void): () => void;
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

/** `check` throws where nothing may be sent any more. */
function queryable(client: Pool | PoolClient, isPooled: boolean, check = () => {}): Queryable {
  return {
    async execute<Row extends QueryResultRow>({ text, values }: Sql): Promise<QueryResult<Row>> {
      check();
      return client.query<Row>(text, values);
    },
    async run<Row extends QueryResultRow>({ name, text }: Statement<Row>, values: readonly unknown[]): Promise<Row[]> {
      check();
      const { rows } = await client.query<Row>({ ...(!isPooled && { name }), text, values: [...values] });
      return rows;
    },
  };
}

function beginOf({ isolation, readOnly }: TransactionOptions): string {
  return ['begin', isolation ? `isolation level ${isolation}` : '', readOnly ? 'read only' : '']
    .filter(Boolean)
    .join(' ');
}

type Hook = () => void | Promise<void>;

type Attempt = TransactionOptions & Pick<Database, 'isPooled'> & Pick<Tx, 'passHint'>;

async function runOnce<Result>(
  client: PoolClient,
  work: (tx: Tx) => Promise<Result>,
  options: Attempt,
): Promise<{ result: Result; hooks: Hook[] }> {
  const hooks: Hook[] = [];
  const last: (() => Promise<void>)[] = [];
  // Not awaited, so that it is sent together with the first statement. It fails only if the connection does, and says best why.
  const begun = client.query(beginOf(options));
  let first: unknown = null;
  begun.catch((error: unknown) => {
    first = error;
  });
  const beforeCommit = (hook: () => Promise<void>) => void last.push(hook);
  const afterCommit = (hook: Hook) => void hooks.push(hook);
  const passHint = (hint: WrittenHint) => afterCommit(() => options.passHint(hint));
  let isOver = false;
  // What `work` left running when it failed would be committed on its own after the rollback.
  const check = () => {
    if (isOver) throw new Error('the transaction is over');
  };
  const tx = Object.assign(queryable(client, options.isPooled, check), {
    beforeCommit,
    afterCommit,
    passHint,
  });
  const runAll = async () => {
    const made = await work(tx);
    for (const hook of last) await hook();
    return made;
  };
  const result = await runAll()
    .catch((error: unknown) => {
      throw first ?? error;
    })
    .finally(() => {
      isOver = true;
    });
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
  const hinted = new Set<(hint: WrittenHint) => void>();
  const passHint = (hint: WrittenHint) => {
    for (const listener of hinted) listener(hint);
  };

  async function attempt<Result>(work: (tx: Tx) => Promise<Result>, how: TransactionOptions): Promise<Result> {
    const client = await pool.connect();
    const { result, hooks } = await runOnce(client, work, { ...how, isPooled, passHint }).catch(
      async (error: unknown) => {
        await rollBack(client, error);
        onError?.(error);
        throw error;
      },
    );
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
    onHint(listener: (hint: WrittenHint) => void) {
      hinted.add(listener);
      return () => void hinted.delete(listener);
    },
    transaction: <Result>(work: (tx: Tx) => Promise<Result>, how: TransactionOptions = {}) =>
      rerun(() => attempt(work, how), how.readOnly),
  });
}

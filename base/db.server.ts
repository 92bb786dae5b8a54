import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { type SQL, sql } from 'drizzle-orm';
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import { PgDialect } from 'drizzle-orm/pg-core';
import { DatabaseError, Pool, type PoolClient, type QueryResult, type QueryResultRow, types } from 'pg';

type Builder = Pick<
  NodePgDatabase,
  'select' | 'selectDistinct' | 'selectDistinctOn' | 'insert' | 'update' | 'delete' | 'with' | '$with' | '$count'
>;

/** A statement that PostgreSQL parses and plans once per connection; made by `statement`. */
export interface Statement<Row extends QueryResultRow> {
  readonly name: string;
  readonly text: string;
  /** Only carries the type of its rows. */
  readonly row?: Row;
}

/** What stores take: the pool or a transaction. */
export interface Queryable extends Builder {
  /** Runs SQL written by hand. `bigint` comes as a safe integer, `timestamptz` as a Date, `numeric` as a string. */
  execute<Row extends QueryResultRow = Record<string, unknown>>(query: SQL): Promise<QueryResult<Row>>;
  /** Runs a prepared statement: the cheapest way, for what is asked often. */
  run<Row extends QueryResultRow>(statement: Statement<Row>, values: readonly unknown[]): Promise<Row[]>;
}

/** One transaction. Not to be used after the function that was given it has ended. */
export interface Tx extends Queryable {
  /** Runs once the transaction is committed, in the order given; never where it is rolled back. A failure is only logged. */
  afterCommit(work: () => void | Promise<void>): void;
}

interface TransactionOptions {
  /** Default: read committed. */
  readonly isolation?: 'repeatable read' | 'serializable';
  readonly readOnly?: boolean;
}

export interface Database extends Queryable {
  /**
   * Runs `work` in a transaction; its error rolls back. A deadlock or a serialization failure runs it again, up to 3 times:
   * effects outside of the database belong into `afterCommit`.
   */
  transaction<Result>(work: (tx: Tx) => Promise<Result>, options?: TransactionOptions): Promise<Result>;
  readonly pool: Pool;
  /** Waits for queries at work, then closes all connections. */
  close(): Promise<void>;
}

export interface DatabaseOptions {
  readonly url: string;
  /** Most connections of this process. Default 20. */
  readonly max?: number;
  /** A statement that takes longer is ended (SQLSTATE 57014). Default 8,000; 0: no limit. */
  readonly statementTimeoutMs?: number;
  /** As `pg_stat_activity` shows it. Default `opora`. */
  readonly applicationName?: string;
  readonly log?: (message: string, error: unknown) => void;
}

const maxRetries = 3;

function safeInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} of the database is beyond the safe integers`);
  return value;
}

// For the whole process: the query builder takes its parsers from here, not from the pool.
types.setTypeParser(types.builtins.INT8, safeInteger);

/** Makes a prepared statement; parameters are `$1`, `$2`, … Write it once, beside the function that runs it. */
export function statement<Row extends QueryResultRow>(text: string): Statement<Row> {
  return { name: createHash('sha256').update(text).digest('base64url').slice(0, 24), text };
}

/** The error as PostgreSQL told it (`code`, `constraint`), also where the query builder has wrapped it; null for any other. */
export function databaseErrorOf(error: unknown): DatabaseError | null {
  for (let one = error; one instanceof Error; one = one.cause) {
    if (one instanceof DatabaseError) return one;
  }
  return null;
}

/** Whether the error is a refused duplicate (SQLSTATE 23505), of the named constraint or index where one is given. */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  const told = databaseErrorOf(error);
  return told?.code === '23505' && (constraint === undefined || told.constraint === constraint);
}

const dialect = new PgDialect();

function queryable(client: Pool | PoolClient): Queryable {
  return Object.assign(drizzle({ client }), {
    execute<Row extends QueryResultRow>(query: SQL): Promise<QueryResult<Row>> {
      const { sql: text, params } = dialect.sqlToQuery(query);
      return client.query<Row>(text, params);
    },
    async run<Row extends QueryResultRow>({ name, text }: Statement<Row>, values: readonly unknown[]): Promise<Row[]> {
      const { rows } = await client.query<Row>({ name, text, values: [...values] });
      return rows;
    },
  });
}

/** Sends a message to all who listen on the channel, when `db`'s transaction commits. The payload is at most 7,999 bytes long. */
export async function notify(db: Queryable, channel: string, payload: string): Promise<void> {
  await db.execute(sql`select pg_notify(${channel}, ${payload})`);
}

function beginOf({ isolation, readOnly }: TransactionOptions): string {
  return ['begin', isolation ? `isolation level ${isolation}` : '', readOnly ? 'read only' : '']
    .filter(Boolean)
    .join(' ');
}

type Hook = () => void | Promise<void>;

async function runOnce<Result>(
  client: PoolClient,
  work: (tx: Tx) => Promise<Result>,
  options: TransactionOptions,
): Promise<{ result: Result; hooks: Hook[] }> {
  const hooks: Hook[] = [];
  // Not waited for: it travels together with the first statement. It can only fail with the connection, and all else then too.
  const begun = client.query(beginOf(options));
  begun.catch(() => undefined);
  const result = await work(Object.assign(queryable(client), { afterCommit: (hook: Hook) => void hooks.push(hook) }));
  await begun;
  const { command } = await client.query('commit');
  // PostgreSQL answers the COMMIT of a failed transaction with ROLLBACK and no error.
  if (command !== 'COMMIT')
    throw new Error('the transaction was rolled back: the error of one of its statements was ignored');
  return { result, hooks };
}

/** Gives the connection back, or throws it away where it does not even roll back. */
async function rollBack(client: PoolClient): Promise<void> {
  try {
    await client.query('rollback');
    client.release();
  } catch {
    client.release(true);
  }
}

/** The message of a wrapped error holds the statement's values, which may be secret: PostgreSQL's own error goes on alone. */
const unwrap = (error: unknown): unknown => databaseErrorOf(error) ?? error;

function isWorthRetrying(error: unknown): boolean {
  const code = databaseErrorOf(error)?.code;
  return code === '40001' || code === '40P01';
}

/** Opens the pool. The first connection is made by the first query. */
export function openDatabase(options: DatabaseOptions): Database {
  const { url, max = 20, statementTimeoutMs = 8_000, applicationName = 'opora', log } = options;
  const pool = new Pool({
    connectionString: url,
    max,
    application_name: applicationName,
    statement_timeout: statementTimeoutMs,
    idle_in_transaction_session_timeout: 30_000,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    // What is asked of one connection at once goes out at once, each with its own answer.
    pipeline: true,
    // Days begin at the same moment whatever the server's own time zone is.
    options: '-c TimeZone=UTC',
  });
  pool.on('error', (error) => log?.('an idle database connection was lost', error));
  // A connection that breaks between two statements of a transaction tells nobody but these: without them the process would end.
  pool.on('connect', (client) => client.on('error', () => undefined));

  async function attempt<Result>(work: (tx: Tx) => Promise<Result>, how: TransactionOptions): Promise<Result> {
    const client = await pool.connect();
    const { result, hooks } = await runOnce(client, work, how).catch(async (error: unknown) => {
      await rollBack(client);
      throw unwrap(error);
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

  return Object.assign(queryable(pool), {
    pool,
    close: () => pool.end(),
    async transaction<Result>(work: (tx: Tx) => Promise<Result>, how: TransactionOptions = {}): Promise<Result> {
      for (let retries = 0; ; retries++) {
        try {
          return await attempt(work, how);
        } catch (error) {
          if (retries === maxRetries || !isWorthRetrying(error)) throw error;
          await pause(Math.random() * 20 * 2 ** retries);
        }
      }
    },
  });
}

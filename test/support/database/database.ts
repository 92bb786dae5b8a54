import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { Client, DatabaseError, escapeIdentifier } from 'pg';
import { inject } from 'vitest';
import { type Database, type DatabaseOptions, openDatabase } from '#base/db/db.server.ts';
import { closedAtLast } from '#test/support/left-open.ts';
import { withinLimit } from '#test/support/within-limit.ts';

/** The server of this test run and the migrated database in it that every test database is a copy of. */
export interface TestServer {
  /** Its user may create databases. */
  readonly url: string;
  /** Names of this run's databases begin so. */
  readonly prefix: string;
  readonly template: string;
}

declare module 'vitest' {
  interface ProvidedContext {
    testServer: TestServer;
  }
}

/** An address of another database on the same server. */
export function withDatabase(url: string, database: string): string {
  const changed = new URL(url);
  changed.pathname = `/${database}`;
  return changed.toString();
}

/** Runs work on one connection to the server. */
export async function onServer<Result>(url: string, work: (client: Client) => Promise<Result>): Promise<Result> {
  const client = new Client({ connectionString: url, application_name: 'opora tests' });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

const cloneLock = 7_214_305_512;

/**
 * Runs a statement on a database that the server's own vacuuming may be at work in, which a user who is no superuser cannot end
 * (42501) and which keeps a template in use (55006): it passes by.
 */
async function queryUntilFree(client: Client, statement: string): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      await client.query(statement);
      return;
    } catch (error) {
      const isPassing = error instanceof DatabaseError && (error.code === '55006' || error.code === '42501');
      if (tries === 100 || !isPassing) throw error;
      await pause(100);
    }
  }
}

/** Makes a migrated, empty database of the test's own. Without `drop` it goes with the test run. */
export async function createTestDatabase(): Promise<{ url: string; drop(): Promise<void> }> {
  const { url, prefix, template } = inject('testServer');
  const name = `${prefix}${randomBytes(6).toString('hex')}`;
  const made = onServer(url, async (client) => {
    await client.query('select pg_advisory_lock($1)', [cloneLock]);
    await queryUntilFree(
      client,
      `create database ${escapeIdentifier(name)} template ${escapeIdentifier(template)} strategy file_copy`,
    );
  });
  await withinLimit('Making a database', made);
  return {
    url: withDatabase(url, name),
    drop: () =>
      onServer(url, (client) =>
        queryUntilFree(client, `drop database if exists ${escapeIdentifier(name)} with (force)`),
      ),
  };
}

export interface TestDatabase {
  readonly db: Database;
  readonly url: string;
  /** Closes it, and drops it. */
  close(): Promise<void>;
}

/** The same as `createTestDatabase`, opened; the options are those of the product's own connection. */
export async function openTestDatabase(options?: Omit<DatabaseOptions, 'url'>): Promise<TestDatabase> {
  const { url, drop } = await createTestDatabase();
  const db = openDatabase({ max: 12, ...options, url });
  return {
    db,
    url,
    close: closedAtLast(async () => {
      await db.close();
      await drop();
    }),
  };
}

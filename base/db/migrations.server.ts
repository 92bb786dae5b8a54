import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type Client, DatabaseError } from 'pg';
import { StartFailure } from '#base/config/start-failure.server.ts';
import { indexesOutsideTransaction, isOutsideTransaction } from './index-migration.server.ts';
import { giveUpOnLocks, type LockRetries, untilLocked, waitForLocks } from './migration-locks.server.ts';
import { PrimaryClient } from './primary-client.server.ts';

export interface MigrateOptions {
  readonly url: string;
  /** Contains the files `NNNN_name.sql`, and no other `.sql` file. */
  readonly folder: string;
  readonly log?: (message: string) => void;
  /** Waits so many milliseconds for a lock; tests do something else. */
  readonly pause?: LockRetries['pause'];
}

interface Migration {
  readonly name: string;
  readonly text: string;
  readonly checksum: string;
  /** Of the text that it replaces, which did the same with longer locks; null: there was none. */
  readonly formerChecksum: string | null;
}

const lockKey = 7_214_305_511;
const lockPauseMilliseconds = 200;
const oldestServer = 150_000;

async function readMigrations(folder: string): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  const numbers = new Set<string>();
  for (const name of names) {
    const number = /^(\d{4})_[a-z0-9_]+\.sql$/.exec(name)?.[1];
    if (number === undefined) throw new Error(`${name} in ${folder} is not named like 0001_what_it_does.sql`);
    if (numbers.has(number)) throw new Error(`two migrations in ${folder} have the number ${number}`);
    numbers.add(number);
  }
  return Promise.all(
    names.map(async (name) => {
      // A checkout may have changed line endings.
      const text = (await readFile(join(folder, name), 'utf8')).replaceAll('\r\n', '\n');
      const checksum = createHash('sha256').update(text).digest('hex');
      return { name, text, checksum, formerChecksum: /^-- formerly ([0-9a-f]{64})/.exec(text)?.[1] ?? null };
    }),
  );
}

/** The migrations to apply. Throws if the database's history does not match the files. */
async function pendingMigrations(client: Client, migrations: readonly Migration[]): Promise<Migration[]> {
  const { rows } = await client.query<{ name: string; checksum: string }>(
    'select name, checksum from schema_migration order by name',
  );
  const known = new Map(migrations.map((migration) => [migration.name, migration]));
  const unknown = rows.filter(({ name }) => !known.has(name)).map(({ name }) => name);
  if (unknown.length > 0) {
    throw new Error(
      `the database was made by another release: this one does not have ${unknown.join(', ')}; start that release or a newer one`,
    );
  }
  const isChanged = ({ name, checksum }: (typeof rows)[number]) => {
    const { checksum: own, formerChecksum } = known.get(name) ?? {};
    return checksum !== own && checksum !== formerChecksum;
  };
  const changed = rows.filter(isChanged).map(({ name }) => name);
  if (changed.length > 0) {
    throw new Error(
      `${changed.join(', ')} changed after being applied to this database: restore the file and write a new migration`,
    );
  }
  const applied = new Set(rows.map(({ name }) => name));
  const last = rows.at(-1)?.name ?? '';
  const pending = migrations.filter(({ name }) => !applied.has(name));
  const late = pending.find(({ name }) => name < last);
  if (late !== undefined)
    throw new Error(`${late.name} comes before ${last}, which is applied already: give it a higher number`);
  return pending;
}

const recordApplied = 'insert into schema_migration (name, checksum) values ($1, $2)';

function failureOf({ name, text }: Migration, cause: unknown): Error {
  const line = cause instanceof DatabaseError && cause.position ? lineOf(text, Number(cause.position)) : '';
  const message = cause instanceof Error ? cause.message : String(cause);
  return new Error(`migration ${name}${line} failed: ${message}`, { cause });
}

async function applyInTransaction(client: Client, migration: Migration): Promise<void> {
  await client.query('begin');
  try {
    await giveUpOnLocks(client);
    await client.query(migration.text);
    if (client.getTransactionStatus() !== 'T') throw new Error('it ends the transaction that it runs in');
    await client.query(recordApplied, [migration.name, migration.checksum]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}

/** An index that an earlier try did not finish is dropped first: `if not exists` would take it for the finished one. */
async function dropUnfinished(client: Client, index: string): Promise<void> {
  const { rowCount } = await client.query(
    'select from pg_index where indexrelid = to_regclass($1) and not indisvalid',
    [index],
  );
  if (rowCount !== 0) await client.query(`drop index concurrently ${index}`);
}

/** Each statement runs alone, because several in one query share a transaction. What was done before a failure stays and is done once. */
async function applyIndexes(client: Client, migration: Migration): Promise<void> {
  await waitForLocks(client);
  for (const { index, statement } of indexesOutsideTransaction(migration.text)) {
    await dropUnfinished(client, index);
    await client.query(statement);
  }
  await client.query(recordApplied, [migration.name, migration.checksum]);
}

/** Applies one migration, as often as others hold what it must lock. */
async function apply(client: Client, migration: Migration, retries: LockRetries): Promise<void> {
  const isOutside = isOutsideTransaction(migration.text);
  const once = () => (isOutside ? applyIndexes : applyInTransaction)(client, migration);
  try {
    await untilLocked(`Migration ${migration.name}`, once, retries);
  } catch (cause) {
    throw failureOf(isOutside ? { ...migration, text: '' } : migration, cause);
  }
}

/**
 * Waits for the lock of the migrations by asking for it again and again: a session that waits inside a statement has a snapshot, and
 * `create index concurrently` of the one that has the lock would wait for it in turn.
 */
async function lockMigrations(client: Client, pause: LockRetries['pause']): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ isLocked: boolean }>('select pg_try_advisory_lock($1) as "isLocked"', [
      lockKey,
    ]);
    if (rows[0]?.isLocked === true) return;
    await pause(lockPauseMilliseconds);
  }
}

const lineOf = (text: string, position: number) => `, line ${text.slice(0, position).split('\n').length},`;

/** The names of the migrations that a database lacks. Throws if its history does not match the files. */
export async function pendingIn({ url, folder }: MigrateOptions): Promise<string[]> {
  const migrations = await readMigrations(folder);
  const client = new PrimaryClient({ connectionString: url, application_name: 'opora migrations' });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query<{ isThere: boolean }>(
      `select to_regclass('schema_migration') is not null as "isThere"`,
    );
    const pending = rows[0]?.isThere === true ? await pendingMigrations(client, migrations) : migrations;
    return pending.map(({ name }) => name);
  } finally {
    await client.end();
  }
}

/**
 * Applies pending migrations in the order of their numbers, each in a transaction, those of indexes outside of one. Any number of processes
 * may call it at once: one applies, the others wait. Returns the names of the applied migrations.
 */
export async function migrate({
  url,
  folder,
  log = () => undefined,
  pause = wait,
}: MigrateOptions): Promise<{ applied: string[] }> {
  const migrations = await readMigrations(folder);
  const client = new PrimaryClient({ connectionString: url, application_name: 'opora migrations' });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query<{ version: number }>(
      `select current_setting('server_version_num')::int as version`,
    );
    const version = rows[0]?.version ?? 0;
    if (version < oldestServer) {
      throw new StartFailure(
        `DATABASE_URL: PostgreSQL 15 or later is needed, this one is ${Math.floor(version / 10_000)}: upgrade it, or give the address of a newer one`,
      );
    }
    await lockMigrations(client, pause);
    await client.query(`create table if not exists schema_migration (
      name text primary key, checksum text not null, applied_at timestamptz not null default now())`);
    const pending = await pendingMigrations(client, migrations);
    for (const migration of pending) {
      await apply(client, migration, { pause, log });
      log(`Applied migration ${migration.name}`);
    }
    return { applied: pending.map(({ name }) => name) };
  } finally {
    await client.end();
  }
}

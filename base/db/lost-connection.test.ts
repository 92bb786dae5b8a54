import sql from 'sql-template-tag';
import { expect, test } from 'vitest';
import { openTestDatabase } from '#test/support/database/database.ts';
import { openDatabaseLine } from '#test/support/database/database-line.ts';
import { troubleOf } from './database-trouble.server.ts';
import { openDatabase } from './db.server.ts';

test('a connection that breaks inside of a transaction fails the transaction and nothing else', async () => {
  const { db, url, close } = await openTestDatabase({ max: 2 });
  const other = openDatabase({ url, max: 1 });
  try {
    const error = await db
      .transaction(async (tx) => {
        const { rows } = await tx.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`);
        await other.execute(sql`select pg_terminate_backend(${rows[0]?.pid ?? 0}, 5000)`);
        // Nothing is asked at the moment when the connection goes; an error without a listener would end the process.
        await new Promise((resolve) => setTimeout(resolve, 200));
        await tx.execute(sql`select 1`);
      })
      .catch((reason: unknown) => reason);
    expect(troubleOf(error)).toBe('away');
    expect((await db.execute(sql`select 1 as one`)).rows).toEqual([{ one: 1 }]);
  } finally {
    await other.close();
    await close();
  }
});

test('a database host that dies without a word holds no request for longer than a statement may take', async () => {
  const { url, close } = await openTestDatabase();
  const line = await openDatabaseLine(url);
  const db = openDatabase({ url: line.url, max: 2, statementTimeoutMs: 300 });
  try {
    await Promise.all([db.execute(sql`select 1`), db.execute(sql`select pg_sleep(0.05)`)]);
    line.silence();
    const caught = await Promise.all([
      db.execute(sql`select 1`).catch((error: unknown) => error),
      db.transaction((tx) => tx.execute(sql`select 1`)).catch((error: unknown) => error),
    ]);
    expect(caught.map(troubleOf)).toEqual(['away', 'away']);
    expect((await db.execute(sql`select 1 as one`)).rows).toEqual([{ one: 1 }]);
  } finally {
    await db.close();
    await line.close();
    await close();
  }
});

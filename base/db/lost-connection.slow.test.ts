import { setTimeout as pause } from 'node:timers/promises';
import sql from 'sql-template-tag';
import { expect, onTestFinished, test } from 'vitest';
import { openTestDatabase } from '#test/support/database/database.ts';
import { openLine } from '#test/support/network/line.ts';
import { databaseErrorOf, isOutcomeUnknown, troubleOf } from './database-trouble.server.ts';
import { openDatabase, statement } from './db.server.ts';

test('a connection that breaks inside of a transaction fails the transaction and nothing else', async () => {
  const { db, url, close } = await openTestDatabase({ max: 2 });
  onTestFinished(() => close());
  const other = openDatabase({ url, max: 1 });
  onTestFinished(() => other.close());
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
});

test('a database host that dies without a word holds no request for longer than a statement may take', async () => {
  const { url, close } = await openTestDatabase();
  onTestFinished(() => close());
  const line = await openLine(url);
  onTestFinished(() => line.close());
  const db = openDatabase({ url: line.url, max: 2, statementTimeoutMs: 300 });
  onTestFinished(() => db.close());
  await Promise.all([db.execute(sql`select 1`), db.execute(sql`select pg_sleep(0.05)`)]);
  line.silence();
  const caught = await Promise.all([
    db.execute(sql`select 1`).catch((error: unknown) => error),
    db.transaction((tx) => tx.execute(sql`select 1`)).catch((error: unknown) => error),
  ]);
  expect(caught.map(troubleOf)).toEqual(['away', 'away']);
  expect((await db.execute(sql`select 1 as one`)).rows).toEqual([{ one: 1 }]);
});

test('a transaction waits for a switchover of three seconds', async () => {
  const { url, close } = await openTestDatabase();
  onTestFinished(() => close());
  const line = await openLine(url);
  onTestFinished(() => line.close());
  const db = openDatabase({ url: line.url });
  onTestFinished(() => db.close());
  await db.execute(sql`select 1`);
  await line.cut();
  const waiting = db.transaction((tx) => tx.execute(sql`select 1 as one`));
  await pause(3_000);
  await line.restore();
  expect((await waiting).rows).toEqual([{ one: 1 }]);
});

test('a connection whose server has become read-only is replaced, and the transaction is run again', async () => {
  const { db, close } = await openTestDatabase({ max: 1 });
  onTestFinished(() => close());
  const write = (readOnly: boolean) => {
    let runs = 0;
    return db
      .transaction(
        async (tx) => {
          runs += 1;
          await tx.execute(sql`create table made_here (id int)`);
        },
        { readOnly },
      )
      .then(
        () => `done in run ${runs}`,
        (error: unknown) => `${databaseErrorOf(error)?.code} in run ${runs}`,
      );
  };
  await db.pool.query('set default_transaction_read_only = on');
  expect(await write(false)).toBe('done in run 2');
  expect(await write(true)).toBe('25006 in run 1');
});

test('a commit that the server warns of, as one that no standby has got, is not taken for done', async () => {
  const { db, close } = await openTestDatabase();
  onTestFinished(() => close());
  await db.pool.query(`create table made_here (id int);
    create function warn() returns trigger language plpgsql as $$ begin raise warning 'on this server only'; return null; end $$;
    create constraint trigger warning after insert on made_here deferrable initially deferred for each row execute function warn()`);
  const error = await db
    .transaction((tx) => tx.execute(sql`insert into made_here values (1)`))
    .catch((reason: unknown) => reason);
  expect(isOutcomeUnknown(error)).toBe(true);
});

test('behind a pooler no statement is prepared under a name', async () => {
  const { db, close } = await openTestDatabase({ max: 1, isPooled: true });
  onTestFinished(() => close());
  await db.run(statement('select 1'), []);
  expect((await db.execute(sql`select name from pg_prepared_statements`)).rows).toEqual([]);
});

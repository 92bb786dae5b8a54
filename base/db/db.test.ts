import { Client } from 'pg';
import sql from 'sql-template-tag';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { createTestDatabase } from '#test/support/database/database.ts';
import { databaseErrorOf, isUniqueViolation } from './database-trouble.server.ts';
import { openDatabase, type Queryable, statement, type Tx } from './db.server.ts';

const setValue = statement('update counter set value = $2 where id = $1');
const readValue = statement<{ value: number }>('select value from counter where id = $1');

const logged: string[] = [];

const database = await createTestDatabase();
const db = openDatabase({ url: database.url, max: 10, log: (message) => logged.push(message) });
await db.execute(sql`create table counter (id int primary key, value bigint not null, note text)`);
afterAll(async () => {
  await db.close();
  await database.drop();
});

beforeEach(async () => {
  logged.length = 0;
  await db.execute(sql`truncate counter`);
  await db.execute(sql`insert into counter values (1, 10), (2, 20)`);
});

const add = (q: Queryable, id: number, amount: number) =>
  q.execute(sql`update counter set value = value + ${amount} where id = ${id}`);
const counted = async (id: number) => (await db.run(readValue, [id]))[0]?.value;

test('the same types come from composed SQL and prepared statements', async () => {
  const { rows } = await db.execute<{ big: number; at: Date; total: string }>(
    sql`select value as big, timestamptz '2026-01-02 03:04:05+05' as at, sum(value) over () as total from counter where id = 1`,
  );
  expect(rows).toEqual([{ big: 10, at: new Date('2026-01-01T22:04:05Z'), total: '10' }]);
  expect(await db.run(readValue, [2])).toEqual([{ value: 20 }]);
});

test('an integer that a number cannot hold is an error, not a rounded number', async () => {
  await expect(db.execute(sql`select 9007199254740993::bigint as big`)).rejects.toThrow('9007199254740993');
  const { rows } = await db.execute(sql`select 9007199254740991::bigint as big`);
  expect(rows).toEqual([{ big: Number.MAX_SAFE_INTEGER }]);
});

test('an error rolls everything back, whichever way it was written', async () => {
  const failing = db.transaction(async (tx) => {
    await add(tx, 1, 5);
    await tx.run(setValue, [2, 0]);
    throw new Error('changed my mind');
  });
  await expect(failing).rejects.toThrow('changed my mind');
  expect([await counted(1), await counted(2)]).toEqual([10, 20]);
});

test('statements of one transaction that are asked at once run in their order, and fail together', async () => {
  const [, , seen] = await db.transaction((tx) =>
    Promise.all([add(tx, 1, 5), add(tx, 1, 7), tx.run(readValue, [1]).then(([row]) => row?.value)]),
  );
  expect(seen).toBe(22);
  const failing = db.transaction((tx) => Promise.all([add(tx, 1, 1), tx.execute(sql`select 1 / 0`), add(tx, 2, 1)]));
  await expect(failing).rejects.toThrow('division by zero');
  expect([await counted(1), await counted(2)]).toEqual([22, 20]);
});

test('a swallowed error of a statement does not pass for a commit', async () => {
  const work = db.transaction(async (tx) => {
    await add(tx, 1, 5);
    await tx.execute(sql`select 1 / 0`).catch(() => undefined);
  });
  await expect(work).rejects.toThrow('rolled back');
  expect(await counted(1)).toBe(10);
});

test('work after the commit runs then, in order, and never after a rollback; its failure is only logged', async () => {
  const seen: unknown[] = [];
  await db.transaction(async (tx) => {
    await add(tx, 1, 5);
    tx.afterCommit(async () => {
      seen.push(await counted(1));
      throw new Error('mail is down');
    });
    tx.afterCommit(() => void seen.push('second'));
  });
  expect(seen).toEqual([15, 'second']);
  expect(logged).toEqual(['work after a commit failed']);
  const failing = db.transaction(async (tx) => {
    tx.afterCommit(() => void seen.push('never'));
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  expect(seen).toHaveLength(2);
});

test('two transactions that deadlock both succeed, and their hooks run once', async () => {
  const hooks: number[] = [];
  let attempts = 0;
  const both = Promise.withResolvers<void>();
  let inside = 0;
  const cross = (first: number, second: number) =>
    db.transaction(async (tx) => {
      attempts++;
      await add(tx, first, 1);
      if (++inside === 2) both.resolve();
      await both.promise;
      await add(tx, second, 1);
      tx.afterCommit(() => void hooks.push(first));
    });
  await Promise.all([cross(1, 2), cross(2, 1)]);
  expect([await counted(1), await counted(2)]).toEqual([12, 22]);
  expect(attempts).toBeGreaterThan(2);
  expect(hooks.sort()).toEqual([1, 2]);
});

test('serializable transactions that collide are run again; other errors are not', async () => {
  const both = Promise.withResolvers<void>();
  let inside = 0;
  const bump = () =>
    db.transaction(
      async (tx) => {
        const [row] = await tx.run(readValue, [1]);
        if (++inside === 2) both.resolve();
        await both.promise;
        await tx.execute(sql`update counter set value = ${(row?.value ?? 0) + 1} where id = 1`);
      },
      { isolation: 'serializable' },
    );
  await Promise.all([bump(), bump()]);
  expect(await counted(1)).toBe(12);
  let attempts = 0;
  const duplicate = db.transaction(async (tx) => {
    attempts++;
    await tx.execute(sql`insert into counter values (1, 1, ${'a secret'})`);
  });
  const error = await duplicate.catch((caught: unknown) => caught);
  expect(attempts).toBe(1);
  expect(isUniqueViolation(error, 'counter_pkey')).toBe(true);
  expect(isUniqueViolation(error, 'another')).toBe(false);
  expect(String(error)).not.toContain('a secret');
});

test('an error is recognised as the cause of another too', async () => {
  const cause = await db.execute(sql`insert into counter values (1, 1)`).catch((caught: unknown) => caught);
  expect(databaseErrorOf(new Error('no', { cause }))?.code).toBe('23505');
  expect(databaseErrorOf(new Error('else'))).toBeNull();
});

test('what a failed transaction left running changes nothing', async () => {
  const { promise: isOver, resolve: end } = Promise.withResolvers<void>();
  const later = async (tx: Tx) => {
    await isOver;
    await tx.run(setValue, [1, 99]);
  };
  const left: Promise<void>[] = [];
  const ended = db.transaction(async (tx) => {
    left.push(later(tx));
    await tx.execute(sql`select 1 / 0`);
  });
  await expect(ended).rejects.toThrow('division by zero');
  end();
  await expect(Promise.all(left)).rejects.toThrow('the transaction is over');
  expect(await db.run(readValue, [1])).toEqual([{ value: 10 }]);
});

test('a hint is passed on after the commit, and not after a rollback', async () => {
  const passed: string[] = [];
  const end = db.onHint(({ payload }) => passed.push(payload));
  const pass = (tx: Tx, payload: string) => tx.passHint({ written: '1', channel: 'news', payload });
  await db
    .transaction(async (tx) => {
      pass(tx, 'lost');
      throw new Error('no');
    })
    .catch(() => undefined);
  await db.transaction(async (tx) => {
    pass(tx, 'first');
    expect(passed).toEqual([]);
  });
  expect(passed).toEqual(['first']);
  end();
  await db.transaction(async (tx) => pass(tx, 'second'));
  expect(passed).toEqual(['first']);
});

test('a statement that takes too long is ended, and the connection is usable again', async () => {
  const hasty = openDatabase({ url: database.url, max: 1, statementTimeoutMs: 300 });
  const error = await hasty.execute(sql`select pg_sleep(60)`).catch((caught: unknown) => caught);
  expect(databaseErrorOf(error)?.code).toBe('57014');
  const { rows } = await hasty.execute(sql`select 1 as one`);
  expect(rows).toEqual([{ one: 1 }]);
  await hasty.close();
});

test('connections cut by the server end neither the process nor the pool', async () => {
  const inUse = await Promise.all(Array.from({ length: 5 }, () => db.pool.connect()));
  for (const connection of inUse) connection.release();
  const cutter = new Client({ connectionString: database.url });
  await cutter.connect();
  const { rowCount } = await cutter.query(`select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'opora' and datname = current_database()`);
  expect(rowCount).toBeGreaterThanOrEqual(inUse.length);
  await cutter.end();
  await expect.poll(() => logged.length, { timeout: 10_000 }).toBe(rowCount);
  expect(await counted(1)).toBe(10);
});

test('days are those of UTC, whatever the server thinks', async () => {
  const { rows } = await db.execute(sql`select current_setting('TimeZone') as zone`);
  expect(rows).toEqual([{ zone: 'UTC' }]);
});

test('Cyrillic is found without regard to case, through the trigram index', async () => {
  await db.execute(sql`create table word (text text not null)`);
  await db.execute(sql`insert into word select 'слово ' || md5(n::text) from generate_series(1, 5000) n`);
  await db.execute(sql`insert into word values ('Дильноза Ёрматова'), ('ДИЛЬНОЗА'), ('Ўткир 100%')`);
  await db.execute(sql`create index word_text on word using gin (text gin_trgm_ops)`);
  await db.execute(sql`analyze word`);
  const found = async (pattern: string) =>
    (await db.execute(sql`select text from word where text ilike ${pattern} order by length(text)`)).rows;
  expect(await found('%дильноз%')).toEqual([{ text: 'ДИЛЬНОЗА' }, { text: 'Дильноза Ёрматова' }]);
  expect(await found('%ЁРМАТ%')).toEqual([{ text: 'Дильноза Ёрматова' }]);
  expect(await found('%ўткир 100\\%%')).toEqual([{ text: 'Ўткир 100%' }]);
  const { rows } = await db.execute(sql`explain (format text) select text from word where text ilike '%дильноз%'`);
  expect(JSON.stringify(rows)).toContain('Bitmap Index Scan on word_text');
  const { rows: trigrams } = await db.execute<{ n: number }>(sql`select cardinality(show_trgm('Дильноза')) as n`);
  expect(trigrams).toEqual([{ n: 9 }]);
});

import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Database } from '#base/db.server.ts';
import { AlertDesk } from '#test/alert-desk.ts';
import { openTestDatabase, type TestDatabase } from '#test/database.ts';

let database: TestDatabase;
let db: Database;
let desk: AlertDesk;

beforeAll(async () => {
  database = await openTestDatabase();
  db = database.db;
});
afterAll(() => database.close());
beforeEach(async () => {
  desk = await AlertDesk.open(db);
});

describe('a digest', () => {
  test('tells every name and the right sum, takes no message in, and stands where its first gift stood', async () => {
    await desk.give(['С сообщением 1']);
    await desk.give(
      Array.from({ length: 6 }, (_, at) => `Имя ${at}`),
      null,
    );
    await desk.give(['С сообщением 2']);
    await desk.give(
      Array.from({ length: 6 }, (_, at) => `Имя ${at + 6}`),
      null,
    );
    expect(await desk.show('a')).toBe('С сообщением 1');
    const { alertId = '', digest = null } = (await desk.next('a')) ?? {};
    expect(digest).toEqual({
      count: 12,
      names: Array.from({ length: 12 }, (_, at) => `Имя ${at}`),
      amount: 12_000_000,
    });
    await desk.report('a', alertId, 'playing');
    await desk.report('a', alertId, 'shown');
    expect(await desk.show('a')).toBe('С сообщением 2');
    expect(await desk.show('a')).toBeNull();
  });

  test('is not made of ten gifts', async () => {
    await desk.give(
      Array.from({ length: 10 }, (_, at) => `Имя ${at}`),
      null,
    );
    expect((await desk.next('a'))?.digest).toBeNull();
  });

  test('stays the same one when its lease is lost, and goes through its states whole', async () => {
    const payIds = await desk.give(
      Array.from({ length: 40 }, (_, at) => `Имя ${at}`),
      null,
    );
    const first = await desk.next('a');
    expect(first?.digest?.count).toBe(30);
    await desk.passTime(11);
    const again = await desk.next('b');
    expect(again?.alertId).toBe(first?.alertId);
    expect(again?.digest).toEqual(first?.digest);
    await desk.report('b', again?.alertId ?? '', 'playing');
    await desk.report('b', again?.alertId ?? '', 'shown');
    const { rows } = await db.execute<{ shown: number }>(sql`
      select count(*) as shown from alert where state = 'shown' and pay_id in (${sql.join(
        payIds.map((id) => sql`${id}::uuid`),
        sql`, `,
      )})`);
    expect(rows[0]?.shown).toBe(30);
    expect((await desk.next('b'))?.digest).toBeNull();
  });
});

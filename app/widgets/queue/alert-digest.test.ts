import sql, { join } from 'sql-template-tag';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { enqueueAlert } from '#app/widgets/widgets.server.ts';
import { minor } from '#base/money/money.ts';
import { AlertFixture } from '#test/support/alert-fixture.ts';
import { openTestDatabase } from '#test/support/database/database.ts';

let fixture: AlertFixture;

const database = await openTestDatabase();
afterAll(() => database.close());
const db = database.db;
beforeEach(async () => {
  fixture = await AlertFixture.open(db);
});

describe('a digest', () => {
  test('has every name and the right sum, leaves messages out, and takes the place of its first donation', async () => {
    await fixture.give(['С сообщением 1']);
    await fixture.give(
      Array.from({ length: 6 }, (_, at) => `Имя ${at}`),
      null,
    );
    await fixture.give(['С сообщением 2']);
    await fixture.give(
      Array.from({ length: 6 }, (_, at) => `Имя ${at + 6}`),
      null,
    );
    expect(await fixture.show('a')).toBe('С сообщением 1');
    const { alertId = '', digest = null } = (await fixture.next('a')) ?? {};
    expect(digest).toEqual({
      count: 12,
      names: Array.from({ length: 12 }, (_, at) => `Имя ${at}`),
      amount: 12_000_000,
    });
    await fixture.report('a', alertId, 'playing');
    await fixture.report('a', alertId, 'shown');
    expect(await fixture.show('a')).toBe('С сообщением 2');
    expect(await fixture.show('a')).toBeNull();
  });

  test('takes months of monthly support in, which alone are shown with the month', async () => {
    const monthly = {
      projectId: fixture.projectId,
      amount: minor(2_500_000),
      name: 'Азиз',
      message: null,
      month: 3,
      giftedMonths: null,
      giftedPieces: null,
    };
    const give = () => db.transaction((tx) => enqueueAlert(tx, { ...monthly, donationId: crypto.randomUUID() }));
    await give();
    const { alertId = '', ...alone } = (await fixture.next('a')) ?? {};
    expect(alone).toMatchObject({ name: 'Азиз', month: 3, digest: null });
    await fixture.report('a', alertId, 'playing');
    await fixture.report('a', alertId, 'shown');
    for (let count = 0; count < 11; count += 1) await give();
    expect(await fixture.next('a')).toMatchObject({ name: null, month: null, digest: { count: 11 } });
  });

  test('is not formed from ten donations', async () => {
    await fixture.give(
      Array.from({ length: 10 }, (_, at) => `Имя ${at}`),
      null,
    );
    expect((await fixture.next('a'))?.digest).toBeNull();
  });

  test('stays the same when its lease is lost, and changes its state as a whole', async () => {
    const payIds = await fixture.give(
      Array.from({ length: 40 }, (_, at) => `Имя ${at}`),
      null,
    );
    const first = await fixture.next('a');
    expect(first?.digest?.count).toBe(30);
    await fixture.passTime(11);
    const again = await fixture.next('b');
    expect(again?.alertId).toBe(first?.alertId);
    expect(again?.digest).toEqual(first?.digest);
    await fixture.report('b', again?.alertId ?? '', 'playing');
    await fixture.report('b', again?.alertId ?? '', 'shown');
    const { rows } = await db.execute<{ shown: number }>(sql`
      select count(*) as shown from alert where state = 'shown' and pay_id in (${join(
        payIds.map((id) => sql`${id}::uuid`),
        ', ',
      )})`);
    expect(rows[0]?.shown).toBe(30);
    expect((await fixture.next('b'))?.digest).toBeNull();
  });
});

import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import { createPerson } from '#app/profile/new-person.server.ts';
import { minor } from '#base/money/money.ts';
import { openTestDatabase } from '#test/support/database/database.ts';
import { countDeadlocks } from '#test/support/database/deadlocks.ts';
import { readLedgerFaults } from '#test/support/money/money-faults.ts';
import { newPhone } from '#test/support/sign-in.ts';
import { accountsOf, type Entry, platformAccount, post, providerAccount, reverse } from './ledger.server.ts';
import { openAccount } from './ledger-store.server.ts';

const database = await openTestDatabase();
const db = database.db;
afterAll(() => database.close());

const nothingWrong = { entrySum: 0, wrongBalances: 0, unbalanced: 0 };

const move = (entries: readonly Entry[], reference = randomUUID(), kind = 'donation') =>
  db.transaction((tx) => post(tx, { kind, reference, entries }));

const makeCreator = () => db.transaction((tx) => createPerson(tx, { phone: newPhone() }));

async function balanceOf(accountId: string): Promise<number> {
  const { rows } = await db.pool.query<{ balance: number }>('select balance from account_balance where id = $1', [
    accountId,
  ]);
  return rows[0]?.balance ?? Number.NaN;
}

function donation(accountId: string, amount: number, commission: number): Entry[] {
  return [
    { accountId: providerAccount, amount: minor(-amount) },
    { accountId, amount: minor(amount - commission) },
    { accountId: platformAccount, amount: minor(commission) },
  ];
}

describe('the ledger', () => {
  it('moves money between accounts, and a repeated posting moves nothing', async () => {
    const { accountId, userId } = await makeCreator();
    const reference = randomUUID();
    expect(await move(donation(accountId, 10_000, 500), reference)).toBe(true);
    expect(await move(donation(accountId, 10_000, 500), reference)).toBe(false);
    expect(await accountsOf(db, userId)).toMatchObject([{ id: accountId, balance: 9_500, isActive: true }]);
    expect(await readLedgerFaults(db)).toEqual(nothingWrong);
  });

  it('omits entries of 0 and adds up entries of one account', async () => {
    const { accountId } = await makeCreator();
    expect(await move(donation(accountId, 700, 0))).toBe(true);
    await move([
      { accountId: providerAccount, amount: minor(-30) },
      { accountId, amount: minor(10) },
      { accountId, amount: minor(20) },
    ]);
    expect(await balanceOf(accountId)).toBe(730);
  });

  it('refuses entries that do not sum to zero, by any statement', async () => {
    const { accountId } = await makeCreator();
    const wrong = [
      { accountId, amount: minor(100) },
      { accountId: providerAccount, amount: minor(-99) },
    ];
    await expect(move(wrong)).rejects.toMatchObject({ constraint: 'entry_sums_to_zero' });
    await expect(move([{ accountId, amount: minor(100) }])).rejects.toMatchObject({ constraint: 'entry_sums_to_zero' });
    expect(await balanceOf(accountId)).toBe(0);
  });

  it.each([
    'update entry set amount = amount + 1',
    'delete from entry',
    'truncate entry cascade',
    'delete from posting',
    'update account set balance = balance + 1',
    `insert into account (kind, name, balance) values ('platform', 'x', 5)`,
  ])('cannot be changed afterwards: %s', async (text) => {
    const { accountId } = await makeCreator();
    await move(donation(accountId, 1_000, 50));
    await expect(db.pool.query(text)).rejects.toMatchObject({ code: '23514' });
    expect(await readLedgerFaults(db)).toEqual(nothingWrong);
  });

  it('reverses a posting once, between the same accounts', async () => {
    const { accountId } = await makeCreator();
    const reference = randomUUID();
    await move(donation(accountId, 12_345, 617), reference);
    const back = () => db.transaction((tx) => reverse(tx, { kind: 'donation', reference, as: 'donation-back' }));
    const results = await Promise.all([back(), back(), back(), back()]);
    expect(results.filter(Boolean)).toHaveLength(1);
    expect(await balanceOf(accountId)).toBe(0);
    const unknown = { kind: 'donation', reference: randomUUID(), as: 'donation-back' };
    expect(await db.transaction((tx) => reverse(tx, unknown))).toBe(false);
    const { rowCount } = await db.pool.query('select from posting where reference = $1', [unknown.reference]);
    expect(rowCount).toBe(0);
  });

  it('has right balances and no deadlocks when many postings are made at once', async () => {
    const { userId } = await makeCreator();
    const accounts = await Promise.all(
      Array.from({ length: 4 }, (_, index) => db.transaction((tx) => openAccount(tx, userId, `${index}`))),
    );
    const before = await countDeadlocks(db);
    await Promise.all(
      Array.from({ length: 200 }, (_, index) => {
        const from = accounts[index % 4] ?? '';
        const to = accounts[(index + 1 + (index % 3)) % 4] ?? '';
        const entries = [
          { accountId: from, amount: minor(-index - 1) },
          { accountId: to, amount: minor(index + 1) },
        ];
        return move(index % 2 === 0 ? entries : entries.toReversed());
      }),
    );
    expect(await readLedgerFaults(db)).toEqual(nothingWrong);
    expect(await countDeadlocks(db)).toBe(before);
  });
});

import { afterAll, beforeAll, expect, it } from 'vitest';
import { setBlocked } from '#app/creators/creators.server.ts';
import { givePaid, type MoneyHouse, openMoneyHouse } from '#test/money-house.ts';
import { recentDonations } from './recent-donations.server.ts';

let house: MoneyHouse;

beforeAll(async () => {
  house = await openMoneyHouse();
});

afterAll(() => house.close());

it('tells the newest gifts of everybody, without names that donors hide and without blocked creators', async () => {
  const [first, second] = [await house.person(), await house.person()];
  const { payId: hidden } = await givePaid(house, { projectId: first.projectId, name: 'Тайна', isAnonymous: true });
  const { payId: named } = await givePaid(house, { projectId: second.projectId, amount: 7_500.5, name: 'Аня' });
  const told = await recentDonations(house.db);
  expect(told).toMatchObject([
    { id: named, name: 'Аня', amount: 7_500.5 },
    { id: hidden, name: null, amount: 10_000 },
  ]);
  expect(JSON.stringify(told)).not.toContain('Тайна');
  await house.payments.refundPayment(hidden);
  expect(await recentDonations(house.db)).toMatchObject([{ id: named }]);
  await house.db.transaction((tx) => setBlocked(tx, second.userId, true));
  expect(await recentDonations(house.db)).toEqual([]);
});

import { afterAll, expect, it } from 'vitest';
import { setBlocked } from '#app/creators/creators.server.ts';
import { givePaid, openMoneyFixture } from '#test/support/money/money-fixture.ts';
import { recentDonations } from '../recent-donations.server.ts';

const fixture = await openMoneyFixture();
afterAll(() => fixture.close());

it('lists the newest donations of the platform without anonymous names and blocked creators', async () => {
  const first = await fixture.person();
  const second = await fixture.person();
  const { payId: hidden } = await givePaid(fixture, { projectId: first.projectId, name: 'Тайна', isAnonymous: true });
  const { payId: named } = await givePaid(fixture, { projectId: second.projectId, amount: 7_500.5, name: 'Аня' });
  const newest = await recentDonations(fixture.db);
  expect(newest).toMatchObject([
    { id: named, name: 'Аня', amount: 7_500.5 },
    { id: hidden, name: null, amount: 10_000 },
  ]);
  expect(JSON.stringify(newest)).not.toContain('Тайна');
  await fixture.payments.refundPayment(hidden);
  expect(await recentDonations(fixture.db)).toMatchObject([{ id: named }]);
  await fixture.db.transaction((tx) => setBlocked(tx, second.userId, true));
  expect(await recentDonations(fixture.db)).toEqual([]);
});

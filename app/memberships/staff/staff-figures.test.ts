import { afterAll, expect, test } from 'vitest';
import { monthlyCards, openMembershipFixture } from '#test/support/money/membership-fixture.ts';
import { dataOf } from '#test/support/start-app.ts';

const fixture = await openMembershipFixture();
afterAll(() => fixture.close());

test('the staff sees what members of all creators bring, and which month a payment pays', async () => {
  const creators = [await fixture.person(), await fixture.person()];
  const donors = await Promise.all(creators.map(() => fixture.person()));
  const joined = [];
  for (const [at, creator] of creators.entries()) {
    const card = at === 0 ? monthlyCards.good : monthlyCards.refused;
    const donor = donors[at];
    if (donor) joined.push(await fixture.join(donor, creator.projectId, card));
  }
  await fixture.moveTo('2027-02-28T12:00:00Z');
  const [first] = joined;
  const moderator = await fixture.person('moderator');
  const revenue = (person = moderator) =>
    fixture.as(person, 'GET Moderator/MembershipRevenue', { query: { Months: 2 } });
  expect(dataOf(await revenue())).toEqual({
    now: { members: 2, gifted: 0, recurring: 20_000 },
    months: [
      { month: '2027-01', recurring: 20_000, charges: 2, started: 2, ended: 0, churn: null },
      { month: '2027-02', recurring: 10_000, charges: 1, started: 0, ended: 0, churn: 0 },
    ],
  });
  const body = { membershipId: first?.id, reason: 'Проверка' };
  await fixture.as(await fixture.person('admin'), 'POST Moderator/StopMembership', { body });
  expect(dataOf(await revenue())).toMatchObject({
    now: { members: 1, recurring: 10_000 },
    months: [{ ended: 0 }, { ended: 1, churn: 50 }],
  });
  expect(await revenue(donors[0])).toMatchObject({ status: 403 });

  const once = { projectId: creators[0]?.projectId, amount: 7_000 };
  const { payId } = dataOf(await fixture.api('POST ProjectPay/Create', { body: once }));
  await fixture.app.db.pool.query(`update payment set status = 'Paid' where reference = $1`, [payId]);
  const query = { State: 'paid', Take: 10 };
  const { items } = dataOf(await fixture.as(moderator, 'GET Moderator/Payments', { query }));
  const months = Object(items).map(({ monthly }: { monthly: unknown }) => monthly);
  const [of, other] = donors.map((donor) => donor.userId);
  expect(months).toHaveLength(4);
  expect(months).toEqual(
    expect.arrayContaining([
      null,
      { month: 1, donorId: of, state: 'Ended' },
      { month: 2, donorId: of, state: 'Ended' },
      { month: 1, donorId: other, state: 'Overdue' },
    ]),
  );
});

import sql from 'sql-template-tag';
import { afterAll, expect, test } from 'vitest';
import { monthlyCards, openMembershipFixture } from '#test/support/money/membership-fixture.ts';
import { dataOf } from '#test/support/start-app.ts';

const fixture = await openMembershipFixture();
afterAll(() => fixture.close());

/** A creator with a level and a goal, and three members of it; the card of the first is refused from the second month on. */
async function threeMembers() {
  fixture.clock.now = new Date('2027-01-31T10:00:00Z');
  const creator = await fixture.person();
  const body = { name: 'Друг', amount: 10_000 };
  const { id: levelId } = dataOf(await fixture.as(creator, 'POST Membership/CreateLevel', { body }));
  const join = async (pan: string) => {
    const donor = await fixture.person();
    const { id } = await fixture.join(donor, creator.projectId, pan, { levelId });
    return { donor, id };
  };
  const refused = await join(monthlyCards.refused);
  const leaving = await join(monthlyCards.good);
  await join(monthlyCards.good);
  const goal = { title: 'Новый микрофон', amount: 1_000_000, members: 200 };
  await fixture.as(creator, 'PUT Widget/Settings', { body: { statistics: { goal } } });
  const { key } = dataOf(await fixture.as(creator, 'GET Widget/Settings'));
  const userName = await fixture.userNameOf(creator.projectId);
  const seen = async () => ({
    revenue: dataOf(await fixture.as(creator, 'GET Membership/Revenue', { query: { Months: 12 } })),
    board: dataOf(await fixture.api('GET Widget/Statistics', { query: { key: String(key) } })),
    own: dataOf(await fixture.as(creator, 'GET Membership/OwnLevels')),
    page: dataOf(await fixture.api('GET Membership/Levels', { query: { userName } })),
  });
  return { creator, refused, leaving, seen };
}

/** What all places say of so many members, who give so much a month. */
const of = (members: number, recurring: number) => ({
  revenue: { now: { members, recurring } },
  board: { goal: { members: { now: members } } },
  own: { 0: { members } },
  page: { members },
});

test('whose payment has paused count nowhere until they pay again, and those who leave bring nothing more', async () => {
  const { creator, refused, leaving, seen } = await threeMembers();
  await fixture.moveTo('2027-02-28T10:00:00Z');
  expect(await seen(), 'a refused month is tried again').toMatchObject(of(3, 30_000));
  for (const day of ['03-03', '03-07']) await fixture.moveTo(`2027-${day}T10:00:00Z`);
  expect(await seen()).toMatchObject(of(2, 20_000));
  await fixture.as(leaving.donor, 'POST Membership/Leave', { body: { membershipId: leaving.id } });
  expect(await seen()).toMatchObject(of(2, 10_000));
  await fixture.as(refused.donor, 'POST Membership/Resume', { body: { membershipId: refused.id } });
  expect(await seen(), 'nothing is paid yet').toMatchObject(of(2, 10_000));
  await fixture.work();
  expect(await fixture.mine(refused.donor)).toMatchObject({ state: 'Overdue' });
  expect(await seen()).toMatchObject(of(2, 10_000));
  const cardId = await fixture.giveOtherCard(refused.donor, refused.id, monthlyCards.good);
  await fixture.as(refused.donor, 'POST Membership/Card', { body: { cardId } });
  await fixture.work();
  const back = await seen();
  expect(back).toMatchObject(of(3, 20_000));
  const moves = [
    { month: '2027-01', started: 3, ended: 0 },
    { month: '2027-02', started: 0, ended: 0 },
    { month: '2027-03', started: 1, ended: 1, churn: 33.3 },
  ];
  expect(back.revenue).toMatchObject({
    months: expect.arrayContaining(moves.map((one) => expect.objectContaining(one))),
  });
  const admin = await fixture.person('admin');
  await fixture.as(admin, 'PUT Moderator/BlockUser', { query: { userId: creator.userId } });
  const { rows } = await fixture.app.db.execute<{ left: number }>(sql`
    select sum(started - ended)::int as left from membership_month where project_id = ${creator.projectId}`);
  expect(rows, 'whoever came has gone once').toEqual([{ left: 0 }]);
});

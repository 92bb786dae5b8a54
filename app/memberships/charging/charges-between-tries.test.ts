import { afterAll, expect, test } from 'vitest';
import { monthlyCards, openMembershipFixture } from '#test/support/money/membership-fixture.ts';
import { dataOf } from '#test/support/start-app.ts';

const fixture = await openMembershipFixture();
afterAll(() => fixture.close());

/** A member whose card refused the month of 28 February once. */
async function overdue(pan: string = monthlyCards.refused) {
  const joined = await fixture.joined(pan);
  const staff = await fixture.person('moderator');
  await fixture.moveTo('2027-02-28T10:00:00Z');
  const press = () => fixture.as(staff, 'POST Moderator/RetryMembership', { body: { membershipId: joined.id } });
  const charge = async () => {
    const { status } = await press();
    await fixture.work();
    return status;
  };
  const seen = async (State: string) => {
    const query = { State, UserId: joined.donor.userId };
    return dataOf(await fixture.as(staff, 'GET Moderator/Memberships', { query })).items;
  };
  return { ...joined, press, charge, seen };
}

/** How often a card was charged for the second month. */
async function chargesOf(membershipId: string): Promise<number> {
  const { rows } = await fixture.app.db.pool.query<{ count: number }>(
    `select count(*)::int as count from payment p join membership_charge c on c.donation_id = p.reference
     where c.membership_id = $1 and c.month = 2`,
    [membershipId],
  );
  return rows[0]?.count ?? 0;
}

test('a charge by the staff that is refused takes no try, and the next one keeps its day', async () => {
  const { donor, id, charge } = await overdue();
  const before = { state: 'Overdue', tries: 1, nextChargeAt: '2027-03-03T10:00:00.000Z' };
  fixture.clock.now = new Date('2027-03-01T09:00:00Z');
  for (const made of [2, 3, 4]) {
    expect(await charge()).toBe(200);
    expect(await fixture.mine(donor)).toMatchObject(before);
    expect(await chargesOf(id)).toBe(made);
  }
  await fixture.moveTo('2027-03-03T10:00:00Z');
  expect(await fixture.mine(donor)).toMatchObject({ tries: 2, nextChargeAt: '2027-03-07T10:00:00.000Z' });
  await fixture.moveTo('2027-03-07T10:00:00Z');
  expect(await fixture.mine(donor)).toMatchObject({ state: 'Paused', tries: 3 });
});

test('charges that the donor asks for take none of the three tries, nor do other cards that are refused', async () => {
  const { donor, id } = await overdue();
  fixture.clock.now = new Date('2027-03-01T09:00:00Z');
  const before = { state: 'Overdue', tries: 1, nextChargeAt: '2027-03-03T10:00:00.000Z' };
  for (let press = 0; press < 3; press += 1) {
    expect(await fixture.as(donor, 'POST Membership/Resume', { body: { membershipId: id } })).toMatchObject({
      status: 200,
    });
    await fixture.work();
    expect(await fixture.mine(donor)).toMatchObject(before);
  }
  for (let saved = 0; saved < 2; saved += 1) {
    const cardId = await fixture.giveOtherCard(donor, id, monthlyCards.refused);
    expect(await fixture.as(donor, 'POST Membership/Card', { body: { cardId } })).toMatchObject({ status: 200 });
    await fixture.work();
    expect(await fixture.mine(donor)).toMatchObject(before);
  }
  expect(await chargesOf(id)).toBe(6);
  await fixture.moveTo('2027-03-03T10:00:00Z');
  expect(await fixture.mine(donor)).toMatchObject({ tries: 2, nextChargeAt: '2027-03-07T10:00:00.000Z' });
});

test('a paused membership stays paused, and its donor has all tries on resuming', async () => {
  const { donor, id, charge, seen } = await overdue();
  for (const day of ['03-03', '03-07']) await fixture.moveTo(`2027-${day}T10:00:00Z`);
  expect(await charge()).toBe(200);
  const paidUntil = '2027-02-28T10:00:00.000Z';
  expect(await fixture.mine(donor)).toMatchObject({ state: 'Paused', tries: 3, nextChargeAt: null, paidUntil });
  expect(await seen('Paused')).toMatchObject([{ id, isDue: false, refusal: 'InsufficientFunds' }]);
  await fixture.as(donor, 'POST Membership/Resume', { body: { membershipId: id } });
  await fixture.work();
  expect(await fixture.mine(donor)).toMatchObject({ state: 'Overdue', tries: 1 });
});

test('another card while the staff charges a paused membership has all tries', async () => {
  const { donor, id, press } = await overdue();
  for (const day of ['03-03', '03-07']) await fixture.moveTo(`2027-${day}T10:00:00Z`);
  await press();
  const cardId = await fixture.giveOtherCard(donor, id, monthlyCards.refused);
  expect(await fixture.as(donor, 'POST Membership/Card', { body: { cardId } })).toMatchObject({ status: 200 });
  await fixture.work();
  expect(await fixture.mine(donor)).toMatchObject({ state: 'Overdue', tries: 1 });
});

test('many presses and workers at once charge once', async () => {
  const { donor, id, press, seen } = await overdue();
  await Promise.all([1, 2, 3, 4, 5].map(press));
  expect(await seen('Overdue')).toMatchObject([{ id, isDue: true }]);
  const { charging } = fixture.app.opora.areas.memberships;
  await Promise.all([1, 2, 3, 4].map(() => charging.run()));
  await fixture.work();
  expect(await chargesOf(id)).toBe(2);
  expect(await fixture.mine(donor)).toMatchObject({ tries: 1, nextChargeAt: '2027-03-03T10:00:00.000Z' });
  expect(await seen('Overdue')).toMatchObject([{ id, isDue: false }]);
});

test('a press while the charge is due anyway leaves it a try of the donor', async () => {
  const { donor, id, charge } = await overdue();
  fixture.clock.now = new Date('2027-03-03T10:00:00Z');
  expect(await charge()).toBe(200);
  expect(await fixture.mine(donor)).toMatchObject({ tries: 2, nextChargeAt: '2027-03-07T10:00:00.000Z' });
  expect(await chargesOf(id)).toBe(2);
});

test('a month that the staff has charged is paid, and the next one has tries of its own', async () => {
  const { donor, charge } = await overdue(monthlyCards.refusedTwice);
  expect(await charge()).toBe(200);
  expect(await charge()).toBe(200);
  expect(await fixture.mine(donor)).toMatchObject({
    state: 'Active',
    months: 2,
    paidUntil: '2027-03-31T10:00:00.000Z',
  });
  await fixture.moveTo('2027-03-31T10:00:00Z');
  const refused = { state: 'Overdue', months: 2, tries: 1, nextChargeAt: '2027-04-03T10:00:00.000Z' };
  expect(await fixture.mine(donor)).toMatchObject(refused);
});

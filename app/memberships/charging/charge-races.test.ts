import { afterAll, describe, expect, test, vi } from 'vitest';
import { beforeThat } from '#test/support/database/before-that.ts';
import { monthlyCards, openMembershipFixture } from '#test/support/money/membership-fixture.ts';
import { payLate } from '#test/support/money/pay-late.ts';
import type { SignedIn } from '#test/support/sign-in.ts';
import { dataOf } from '#test/support/start-app.ts';

const fixture = await openMembershipFixture();
afterAll(() => fixture.close());

/** A new donor, who joins a new creator on 31 January 2027 at a level of 20,000 with this card. */
async function joinedLevel(pan: string = monthlyCards.good) {
  fixture.clock.now = new Date('2027-01-31T10:00:00Z');
  const creator = await fixture.person();
  const donor = await fixture.person();
  const level = { name: 'Друг', amount: 20_000 };
  const { id: levelId } = dataOf(await fixture.as(creator, 'POST Membership/CreateLevel', { body: level }));
  const membership = await fixture.join(donor, creator.projectId, pan, { amount: 20_000, levelId });
  const changePrice = (amount: number) =>
    fixture.as(creator, 'PUT Membership/Level', { body: { ...level, levelId, amount } });
  return { creator, donor, membership, changePrice };
}

const acceptPrice = (donor: SignedIn, membershipId: string, amount: number) =>
  fixture.as(donor, 'POST Membership/AcceptPrice', { body: { membershipId, amount } });

const leave = (donor: SignedIn, membershipId: string) =>
  fixture.as(donor, 'POST Membership/Leave', { body: { membershipId } });

async function useOtherCard(donor: SignedIn, membershipId: string) {
  const cardId = await fixture.giveOtherCard(donor, membershipId, monthlyCards.good);
  return dataOf(await fixture.as(donor, 'POST Membership/Card', { body: { cardId } }));
}

const sumsGiven = async (donor: SignedIn) => {
  const { items } = dataOf(await fixture.as(donor, 'GET Donate/Given'));
  return Array.isArray(items) ? items.map(({ amount }) => amount) : [];
};

describe('a new price', () => {
  test('that is accepted between two tries of a month is the one that is charged', async () => {
    const { creator, donor, membership, changePrice } = await joinedLevel(monthlyCards.refusedTwice);
    await fixture.moveTo('2027-02-28T10:00:00Z');
    await changePrice(10_000);
    expect(await acceptPrice(donor, membership.id, 10_000)).toMatchObject({ status: 200 });
    for (const day of ['2027-03-03', '2027-03-07']) await fixture.moveTo(`${day}T10:00:00Z`);
    expect(await fixture.mine(donor)).toMatchObject({ state: 'Active', months: 2, amount: 10_000 });
    expect(await sumsGiven(donor)).toEqual([10_000, 20_000]);
    expect(await fixture.balanceOf(creator)).toBe(3 * 950_000);
  });

  test('that is accepted while a payment over the old one is open is charged when that has run out', async () => {
    const { donor, membership, changePrice } = await joinedLevel();
    const { charges } = fixture.app.opora.areas.payments;
    // The process stops between the opening of the payment and its charge.
    vi.spyOn(charges, 'charge').mockResolvedValueOnce('unknown');
    await fixture.chargeOnce('2027-02-28T10:00:00Z');
    await changePrice(10_000);
    await acceptPrice(donor, membership.id, 10_000);
    await fixture.work();
    expect(await sumsGiven(donor)).toEqual([20_000]);
    await fixture.expirePayments();
    await fixture.work();
    expect(await fixture.mine(donor)).toMatchObject({ months: 2 });
    expect(await sumsGiven(donor)).toEqual([10_000, 20_000]);
  });

  test('that is accepted while its donor confirms a charge of the old one stops that charge', async () => {
    const { donor, membership, changePrice } = await joinedLevel(monthlyCards.refusedTwice);
    await fixture.moveTo('2027-02-28T10:00:00Z');
    await changePrice(30_000);
    const resume = (amount: number) =>
      fixture.as(donor, 'POST Membership/Resume', { body: { membershipId: membership.id, amount } });
    const accepting = 'update membership set amount = 3000000, level_amount = 3000000 where id = $1';
    const refused = await beforeThat(fixture.app.db.pool, [accepting, membership.id], () => resume(20_000));
    const error = { code: 'PriceChanged', details: { amount: 30_000 } };
    expect(refused).toMatchObject({ status: 409, body: { error } });
    await fixture.work();
    expect(await fixture.mine(donor)).toMatchObject({ state: 'Overdue', tries: 1 });
    for (let tries = 0; tries < 2; tries += 1) {
      expect(await resume(30_000)).toMatchObject({ status: 200 });
      await fixture.work();
    }
    expect(await fixture.mine(donor)).toMatchObject({ state: 'Active', months: 2 });
    expect(await sumsGiven(donor)).toEqual([30_000, 20_000]);
  });

  test('is not what is booked for a month whose payment over the old one turns out to be received', async () => {
    const { creator, donor, membership, changePrice } = await joinedLevel();
    const { charges } = fixture.app.opora.areas.payments;
    const charge = vi.spyOn(charges, 'charge').mockResolvedValue('unknown');
    await fixture.chargeOnce('2027-02-28T10:00:00Z');
    await changePrice(10_000);
    await acceptPrice(donor, membership.id, 10_000);
    await fixture.expirePayments();
    const chargesOf = async () =>
      (
        await fixture.app.db.pool.query<{ amount: number }>(
          'select amount from membership_charge where membership_id = $1 and month = 2',
          [membership.id],
        )
      ).rows;
    await fixture.work();
    expect(await chargesOf()).toMatchObject([{ amount: 1_000_000 }]);
    charge.mockRestore();
    expect(await payLate(fixture, membership.id, 2)).toMatchObject({ status: 200 });
    expect(await fixture.mine(donor)).toMatchObject({ months: 2, amount: 10_000 });
    expect(await sumsGiven(donor)).toEqual([20_000, 20_000]);
    expect(await fixture.balanceOf(creator)).toBe(2 * 1_900_000);
    expect(await chargesOf()).toMatchObject([{ amount: 2_000_000 }]);
  });
});

describe('a donor who leaves', () => {
  test('while his month is charged gets it back, and the membership is over', async () => {
    const { creator, donor, membership } = await joinedLevel(monthlyCards.lost);
    await fixture.chargeOnce('2027-02-28T10:00:00Z');
    const paidMonths = async () => (await fixture.paidThere(membership.id)).length;
    expect(await paidMonths()).toBe(2);
    expect(await leave(donor, membership.id)).toMatchObject({ body: { data: { state: 'Leaving' } } });
    await fixture.askProvider();
    expect(await fixture.mine(donor)).toMatchObject({ state: 'Ended', endReason: 'Left', months: 1 });
    await fixture.work();
    expect(await paidMonths()).toBe(1);
    expect(await fixture.balanceOf(creator)).toBe(1_900_000);
  });
});

describe('a card', () => {
  test('that was begun before the one in use does not take its place', async () => {
    const { donor, membership } = await joinedLevel();
    await fixture.giveOtherCard(donor, membership.id, monthlyCards.refused);
    expect(await useOtherCard(donor, membership.id)).toMatchObject({ state: 'Saved' });
    await fixture.app.db.pool.query('update membership_card set next_check_at = now() where next_check_at is not null');
    await fixture.app.opora.areas.memberships.cards.sweep();
    expect(await fixture.mine(donor)).toMatchObject({ card: { mask: '8600 00** **** 0205' } });
  });

  test.each(['failed', 'unknown'] as const)(
    'that is saved while the old one is refused is charged at once: %s',
    async (answer) => {
      const { donor, membership } = await joinedLevel(monthlyCards.refused);
      const { charges } = fixture.app.opora.areas.payments;
      const charge = charges.charge.bind(charges);
      vi.spyOn(charges, 'charge').mockImplementationOnce(async (...asked) => {
        await charge(...asked);
        await useOtherCard(donor, membership.id);
        return answer;
      });
      await fixture.moveTo('2027-02-28T10:00:00Z');
      await fixture.work();
      expect(await fixture.mine(donor)).toMatchObject({ state: 'Active', months: 2, tries: 0 });
      expect(await fixture.paidThere(membership.id)).toHaveLength(2);
    },
  );

  test('that is saved before the payment is opened is the one that is charged', async () => {
    const { donor, membership } = await joinedLevel(monthlyCards.refused);
    const { payments } = fixture.app.opora.areas;
    const open = payments.openPayment.bind(payments);
    vi.spyOn(payments, 'openPayment').mockImplementationOnce(async (...asked) => {
      await useOtherCard(donor, membership.id);
      return open(...asked);
    });
    await fixture.moveTo('2027-02-28T10:00:00Z');
    await fixture.work();
    expect(await fixture.mine(donor)).toMatchObject({ state: 'Active', months: 2, tries: 0 });
  });
});

describe('a donor who is blocked', () => {
  test('while his first payment is opened is not charged later', async () => {
    const { donor, membership } = await joinedLevel();
    await fixture.app.db.pool.query('update creator set is_blocked = true where user_id = $1', [donor.userId]);
    await fixture.moveTo('2027-02-28T10:00:00Z');
    expect(await fixture.mine(donor)).toMatchObject({ state: 'Ended', endReason: 'PersonGone' });
    expect(await fixture.paidThere(membership.id)).toHaveLength(1);
  });
});

describe('a pause', () => {
  test('is not paid for: the month begins with its payment', async () => {
    const { donor, membership } = await joinedLevel(monthlyCards.refused);
    for (const day of ['02-28', '03-03', '03-07']) await fixture.moveTo(`2027-${day}T10:00:00Z`);
    await fixture.moveTo('2027-03-30T10:00:00Z');
    expect(await fixture.mine(donor)).toMatchObject({ state: 'Paused' });
    await useOtherCard(donor, membership.id);
    await fixture.work();
    await fixture.moveTo('2027-03-31T10:00:00Z');
    expect(await fixture.mine(donor)).toMatchObject({ months: 2, paidUntil: '2027-04-30T10:00:00.000Z' });
  });
});

describe('a creator with many members', () => {
  test('is blocked at once, and all of them end', async () => {
    const creator = await fixture.person();
    const donor = await fixture.person();
    const admin = await fixture.person('admin');
    const { pool } = fixture.app.db;
    const counts = async () => {
      const { rows } = await pool.query(
        'select state, members::int from membership_count where project_id = $1 and members <> 0',
        [creator.projectId],
      );
      return rows;
    };
    await pool.query(
      `insert into membership (id, project_id, person_id, amount, is_anonymous, system, time_zone, state, created_at)
       select gen_random_uuid(), $1, $2, 1000000, false, 'gateway', 'UTC', 'Pending', now() from generate_series(1, 12000)`,
      [creator.projectId, donor.userId],
    );
    expect(await counts()).toEqual([{ state: 'Pending', members: 12_000 }]);
    const answer = await fixture.as(admin, 'PUT Moderator/BlockUser', { query: { userId: creator.userId } });
    expect(answer).toMatchObject({ status: 200 });
    expect(await counts()).toEqual([{ state: 'Ended', members: 12_000 }]);
  });
});

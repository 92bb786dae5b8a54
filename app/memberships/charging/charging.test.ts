import { afterAll, afterEach, describe, expect, test, vi } from 'vitest';
import { monthlyCards, openMembershipFixture } from '#test/support/money/membership-fixture.ts';
import type { SignedIn } from '#test/support/sign-in.ts';
import { dataOf } from '#test/support/start-app.ts';

const fixture = await openMembershipFixture();
afterAll(() => fixture.close());
afterEach(() => {
  vi.restoreAllMocks();
});

async function changeCard(donor: SignedIn, membershipId: string, pan: string) {
  const cardId = await fixture.giveOtherCard(donor, membershipId, pan);
  return dataOf(await fixture.as(donor, 'POST Membership/Card', { body: { cardId } }));
}

test('another card is saved although a second system has given a card the same id', async () => {
  const { donor, membership } = await fixture.joined();
  const { charges } = fixture.app.opora.areas.payments;
  const openSaving = charges.openSaving.bind(charges);
  vi.spyOn(charges, 'openSaving').mockImplementationOnce(async (asked) => {
    const opened = await openSaving(asked);
    await fixture.app.db.pool.query(
      `update membership_card set system = 'payme-card', provider_id = $1 where membership_id = $2`,
      [opened.providerId, membership.id],
    );
    return opened;
  });
  expect(await changeCard(donor, membership.id, monthlyCards.refused)).toMatchObject({ state: 'Saved' });
});

describe('the charge of a month', () => {
  test('is made on its day, once, and makes a donation', async () => {
    const { creator, donor, membership } = await fixture.joined();
    await fixture.moveTo('2027-02-28T09:59:59Z');
    expect(await fixture.mine(donor)).toMatchObject({ months: 1, notice: 'ChargeSoon' });
    await fixture.moveTo('2027-02-28T10:00:00Z');
    await fixture.work();
    expect(await fixture.mine(donor)).toMatchObject({
      state: 'Active',
      months: 2,
      paidUntil: '2027-03-31T10:00:00.000Z',
    });
    await fixture.moveTo('2027-03-31T10:00:00Z');
    expect(await fixture.paidThere(membership.id)).toHaveLength(3);
    expect(await fixture.balanceOf(creator)).toBe(3 * 950_000);
    const { items } = dataOf(await fixture.as(donor, 'GET Donate/Given'));
    expect(items).toMatchObject([1, 2, 3].map(() => ({ amount: 10_000, name: 'Азиз', message: null, status: 'Paid' })));
    expect(fixture.app.logLines.join('\n')).not.toContain('charge_');
  });

  test('is made once by many workers at once', async () => {
    const { donor, membership } = await fixture.joined();
    const { charging } = fixture.app.opora.areas.memberships;
    fixture.clock.now = new Date('2027-02-28T10:00:00Z');
    for (let round = 0; round < 5; round += 1) {
      await Promise.all([1, 2, 3, 4].map(() => charging.run()));
      await fixture.freeLeases();
    }
    expect(await fixture.mine(donor)).toMatchObject({ months: 2 });
    expect(await fixture.paidThere(membership.id)).toHaveLength(2);
  });

  test('whose answer is lost is asked for, not repeated', async () => {
    const { donor, membership } = await fixture.joined(monthlyCards.lost);
    await fixture.moveTo('2027-02-28T10:00:00Z');
    expect(await fixture.mine(donor)).toMatchObject({ state: 'Active', months: 2 });
    expect(await fixture.paidThere(membership.id)).toHaveLength(2);
  });

  test('after an outage of months is made once, and its day moves', async () => {
    const { donor, membership } = await fixture.joined();
    await fixture.moveTo('2027-06-05T08:00:00Z');
    await fixture.work();
    expect(await fixture.mine(donor)).toMatchObject({ months: 2, paidUntil: '2027-07-05T08:00:00.000Z' });
    expect(await fixture.paidThere(membership.id)).toHaveLength(2);
  });

  test('waits while donations are stopped', async () => {
    const { donor } = await fixture.joined();
    const set = (isOn: boolean) => fixture.app.db.pool.query('update donation_settings set is_enabled = $1', [isOn]);
    await set(false);
    await fixture.moveTo('2027-02-28T10:00:00Z');
    expect(await fixture.mine(donor)).toMatchObject({ state: 'Active', months: 1, tries: 0 });
    await set(true);
    await fixture.work();
    expect(await fixture.mine(donor)).toMatchObject({ months: 2 });
  });
});

describe('a refused charge', () => {
  test('is tried after 3 and 4 days, then the membership pauses until there is another card', async () => {
    const { donor, membership } = await fixture.joined(monthlyCards.refused);
    await fixture.moveTo('2027-02-28T10:00:00Z');
    const overdue = { state: 'Overdue', refusal: 'InsufficientFunds', notice: 'ChargeRefused' };
    expect(await fixture.mine(donor)).toMatchObject({ ...overdue, tries: 1, nextChargeAt: '2027-03-03T10:00:00.000Z' });
    await fixture.moveTo('2027-03-03T10:00:00Z');
    expect(await fixture.mine(donor)).toMatchObject({ ...overdue, tries: 2, nextChargeAt: '2027-03-07T10:00:00.000Z' });
    await fixture.moveTo('2027-03-07T10:00:00Z');
    expect(await fixture.mine(donor)).toMatchObject({
      state: 'Paused',
      tries: 3,
      notice: 'Paused',
      nextChargeAt: null,
    });
    await fixture.moveTo('2027-03-09T10:00:00Z');
    expect(await fixture.mine(donor)).toMatchObject({ state: 'Paused', months: 1 });
    expect(await changeCard(donor, membership.id, monthlyCards.good)).toMatchObject({
      state: 'Saved',
      card: { mask: '8600 00** **** 0205' },
    });
    await fixture.work();
    expect(await fixture.mine(donor)).toMatchObject({
      state: 'Active',
      months: 2,
      paidUntil: '2027-04-09T10:00:00.000Z',
    });
    expect(await fixture.paidThere(membership.id)).toHaveLength(2);
  });

  test('that is accepted the third time keeps the day', async () => {
    const { donor } = await fixture.joined(monthlyCards.refusedTwice);
    for (const day of ['2027-02-28', '2027-03-03', '2027-03-07']) await fixture.moveTo(`${day}T10:00:00Z`);
    expect(await fixture.mine(donor)).toMatchObject({
      state: 'Active',
      months: 2,
      paidUntil: '2027-03-31T10:00:00.000Z',
    });
  });

  test('of an expired card says so, and counts against no budget of the creator', async () => {
    const { donor, creator } = await fixture.joined(monthlyCards.expired);
    await fixture.moveTo('2027-02-28T10:00:00Z');
    expect(await fixture.mine(donor)).toMatchObject({ state: 'Overdue', refusal: 'CardExpired' });
    const { rows } = await fixture.app.db.pool.query('select from rate_limit where key like $1', [
      `%${creator.projectId}`,
    ]);
    expect(rows).toEqual([]);
  });

  test('that leaves the payment open is a try too, and charges that payment again', async () => {
    const { donor, membership } = await fixture.joined(monthlyCards.declined);
    await fixture.moveTo('2027-02-28T10:00:00Z');
    expect(await fixture.mine(donor)).toMatchObject({ state: 'Overdue', tries: 1, refusal: 'InsufficientFunds' });
    await fixture.work();
    expect(await fixture.mine(donor)).toMatchObject({ tries: 1 });
    await changeCard(donor, membership.id, monthlyCards.good);
    await fixture.work();
    expect(await fixture.mine(donor)).toMatchObject({ state: 'Active', months: 2 });
    expect(await fixture.paidThere(membership.id)).toHaveLength(2);
  });

  test('after a pause shows no address for members, however often the donor resumes', async () => {
    const { creator, donor, membership } = await fixture.joined(monthlyCards.refused);
    const level = { name: 'Друг', amount: 10_000, link: 'https://t.me/friends' };
    const { id: levelId } = dataOf(await fixture.as(creator, 'POST Membership/CreateLevel', { body: level }));
    await fixture.app.db.pool.query('update membership set level_id = $1 where id = $2', [levelId, membership.id]);
    await fixture.moveTo('2027-02-28T10:00:00Z');
    expect(await fixture.mine(donor)).toMatchObject({ state: 'Overdue', level: { link: level.link } });
    for (const day of ['03-03', '03-07']) await fixture.moveTo(`2027-${day}T10:00:00Z`);
    expect(await fixture.mine(donor)).toMatchObject({ state: 'Paused', level: { link: null } });
    await fixture.as(donor, 'POST Membership/Resume', { body: { membershipId: membership.id } });
    await fixture.work();
    expect(await fixture.mine(donor)).toMatchObject({ state: 'Overdue', level: { link: null } });
    await changeCard(donor, membership.id, monthlyCards.good);
    await fixture.work();
    expect(await fixture.mine(donor)).toMatchObject({ state: 'Active', level: { link: level.link } });
  });

  test('is tried at once when the donor resumes', async () => {
    const { donor, membership } = await fixture.joined(monthlyCards.refusedTwice);
    await fixture.moveTo('2027-02-28T10:00:00Z');
    for (let tries = 0; tries < 2; tries += 1) {
      const body = { membershipId: membership.id };
      expect(await fixture.as(donor, 'POST Membership/Resume', { body })).toMatchObject({ status: 200 });
      await fixture.work();
    }
    expect(await fixture.mine(donor)).toMatchObject({ state: 'Active', months: 2 });
  });
});

describe('an end', () => {
  const leave = (donor: SignedIn, membershipId: string) =>
    fixture.as(donor, 'POST Membership/Leave', { body: { membershipId } });

  test('by leaving comes when the paid month is over, and nothing is charged', async () => {
    const { donor, membership } = await fixture.joined();
    expect(await leave(donor, membership.id)).toMatchObject({ body: { data: { state: 'Leaving' } } });
    expect(await leave(donor, membership.id)).toMatchObject({ status: 200 });
    await fixture.moveTo('2027-02-28T09:00:00Z');
    expect(await fixture.mine(donor)).toMatchObject({ state: 'Leaving', nextChargeAt: null });
    await fixture.moveTo('2027-02-28T10:00:00Z');
    expect(await fixture.mine(donor)).toMatchObject({ state: 'Ended', endReason: 'Left', card: null });
    expect(await fixture.paidThere(membership.id)).toHaveLength(1);
  });

  test('can be taken back before', async () => {
    const { donor, membership } = await fixture.joined();
    await leave(donor, membership.id);
    await fixture.as(donor, 'POST Membership/Resume', { body: { membershipId: membership.id } });
    await fixture.moveTo('2027-02-28T10:00:00Z');
    expect(await fixture.mine(donor)).toMatchObject({ state: 'Active', months: 2 });
  });

  test('comes at once when the creator or the donor is blocked', async () => {
    const admin = await fixture.person('admin');
    const first = await fixture.joined();
    const second = await fixture.joined();
    for (const userId of [first.creator.userId, second.donor.userId]) {
      const answer = await fixture.as(admin, 'PUT Moderator/BlockUser', { query: { userId } });
      expect(answer).toMatchObject({ status: 200 });
    }
    expect(await fixture.mine(first.donor)).toMatchObject({ state: 'Ended', endReason: 'CreatorGone' });
    await fixture.moveTo('2027-02-28T10:00:00Z');
    for (const { membership } of [first, second]) expect(await fixture.paidThere(membership.id)).toHaveLength(1);
  });

  test('refunds a month that is paid all the same', async () => {
    const { creator, donor, membership } = await fixture.joined(monthlyCards.lost);
    const admin = await fixture.person('admin');
    await fixture.chargeOnce('2027-02-28T10:00:00Z');
    expect(await fixture.paidThere(membership.id)).toHaveLength(2);
    await fixture.as(admin, 'POST Moderator/StopMembership', {
      body: { membershipId: membership.id, reason: 'Проверка' },
    });
    await fixture.askProvider();
    await fixture.work();
    expect(await fixture.mine(donor)).toMatchObject({ state: 'Ended', endReason: 'StaffStopped', months: 1 });
    expect(await fixture.paidThere(membership.id)).toHaveLength(1);
    expect(await fixture.balanceOf(creator)).toBe(950_000);
  });
});

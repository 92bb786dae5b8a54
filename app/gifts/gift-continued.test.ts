import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { GiftFixture } from '#test/support/money/gift-fixture.ts';
import { monthlyCards, openMembershipFixture } from '#test/support/money/membership-fixture.ts';
import type { SignedIn } from '#test/support/sign-in.ts';
import { dataOf } from '#test/support/start-app.ts';

const members = await openMembershipFixture();
const fixture = new GiftFixture(members);
afterAll(() => members.close());
beforeEach(() => {
  members.clock.now = new Date('2027-01-31T10:00:00Z');
});

type Creator = Awaited<ReturnType<GiftFixture['creator']>>;

/** A post for those who have a level. */
async function postFor(creator: Creator, levelId: string): Promise<(who: SignedIn) => Promise<boolean>> {
  const body = { title: 'Пост', text: 'Только для своих', audience: 'level', levelId, isPublished: true };
  const { id: postId } = dataOf(await members.as(creator, 'POST Post/Save', { body }));
  return async (who) => {
    const answer = await members.as(who, 'GET Post/Post', { query: { postId } });
    return JSON.stringify(answer.body).includes('Только для своих');
  };
}

/** A year of the level, taken by a friend. */
async function withYear(creator: Creator) {
  const donor = await members.person();
  const friend = await members.person();
  const { giftId } = await fixture.give(donor, creator, { receiver: 'Link', months: 12 });
  const { secret } = await fixture.part(giftId, donor);
  await fixture.take(giftId, friend, { secret });
  return friend;
}

describe('who has gifted months and pays their level', () => {
  test('goes on: the paid month is added, and it is a membership as any other', async () => {
    const { creator, winner } = await fixture.withOneTaken();
    const { levelId } = creator;
    const { id } = await members.mine(winner);
    const paid = { amount: 30_000, levelId, name: 'Вера' };
    const joined = await members.join(winner, creator.projectId, monthlyCards.good, paid);
    expect(joined).toMatchObject({
      id,
      state: 'Active',
      isGifted: false,
      amount: 30_000,
      months: 2,
      level: { name: 'Друг' },
      name: 'Вера',
      paidUntil: '2027-03-31T10:10:00.000Z',
      nextChargeAt: '2027-03-31T10:10:00.000Z',
      card: { mask: expect.any(String) },
    });
    const revenue = dataOf(await members.as(creator, 'GET Membership/Revenue', { query: { Months: 1 } }));
    const month = { recurring: 30_000, charges: 1, started: 1, ended: 0 };
    expect(revenue).toMatchObject({ now: { members: 1, gifted: 0, recurring: 30_000 }, months: [month] });
    await members.moveTo('2027-03-31T10:10:00Z');
    expect(await members.mine(winner)).toMatchObject({
      state: 'Active',
      months: 3,
      paidUntil: '2027-04-30T10:10:00.000Z',
    });
  });

  test('may do so before or after their end', async () => {
    const { creator, winner } = await fixture.withOneTaken();
    const { levelId } = creator;
    members.clock.now = new Date('2027-02-28T10:11:00Z');
    const joined = await members.join(winner, creator.projectId, monthlyCards.good, { amount: null, levelId });
    expect(joined).toMatchObject({ state: 'Active', months: 2, amount: 20_000, level: { name: 'Друг' } });
    await members.as(winner, 'POST Membership/Leave', { body: { membershipId: joined.id } });
    await members.moveTo('2027-03-31T10:10:00Z');
    expect(await members.mine(winner)).toMatchObject({ state: 'Ended' });
    const again = await members.join(winner, creator.projectId, monthlyCards.good, { amount: null, levelId });
    expect(again).toMatchObject({ state: 'Active', months: 1 });
    expect(again.id).not.toBe(joined.id);
  });

  test('keeps the name that the drawing was held with on its page', async () => {
    const creator = await fixture.creator();
    const { giftId } = await fixture.give(await members.person(), creator, { months: 1 });
    const winner = await members.person();
    await fixture.enter(giftId, winner, { isAnonymous: true });
    fixture.pass(10);
    const { levelId } = creator;
    await fixture.read(giftId);
    await members.join(winner, creator.projectId, monthlyCards.good, { amount: null, levelId, name: 'Вера' });
    expect((await fixture.read(giftId)).places).toMatchObject([{ place: 1, name: null }]);
  });

  test('loses nothing that was given when that payment is refunded', async () => {
    const creator = await fixture.creator();
    const friend = await withYear(creator);
    const { levelId } = creator;
    const { payId, paymentUrl } = await members.begin(friend, creator.projectId, { amount: null, levelId });
    await fixture.pay({ giftId: payId, paymentUrl });
    const reads = await postFor(creator, levelId);
    await members.app.opora.areas.payments.refundPayment(payId);
    expect(await reads(friend)).toBe(true);
    members.clock.now = new Date('2028-01-31T10:01:00Z');
    expect(await reads(friend), 'once the gifted months are over').toBe(false);
  });
});

describe('who has gifted months and pays something else', () => {
  test('has that from now on, and what was given is over: nobody has a dear level for the price of a cheap one', async () => {
    const creator = await fixture.creator();
    const friend = await withYear(creator);
    const dear = { name: 'Дорогой', amount: 500_000 };
    const { id } = dataOf(await members.as(creator, 'POST Membership/CreateLevel', { body: dear }));
    const levelId = String(id);
    const joined = await members.join(friend, creator.projectId, monthlyCards.good, { amount: null, levelId });
    expect(joined).toMatchObject({
      state: 'Active',
      isGifted: false,
      months: 1,
      paidUntil: '2027-02-28T10:00:00.000Z',
    });
    expect(await fixture.memberships(friend)).toMatchObject([
      {},
      { state: 'Ended', isGifted: true, endReason: 'Merged' },
    ]);
    const reads = await postFor(creator, levelId);
    expect(await reads(friend)).toBe(true);
    await members.as(friend, 'POST Membership/Leave', { body: { membershipId: joined.id } });
    await members.moveTo('2027-02-28T10:00:00Z');
    expect(await reads(friend)).toBe(false);
    const revenue = dataOf(await members.as(creator, 'GET Membership/Revenue', { query: { Months: 1 } }));
    expect(revenue).toMatchObject({ now: { members: 0, gifted: 0 }, months: [{ started: 0, ended: 1 }] });
  });

  test('may be taking what is free while an own sum is paid', async () => {
    const { creator, given } = await fixture.withOneTaken();
    const other = await members.person();
    const { payId, paymentUrl } = await members.begin(other, creator.projectId, { amount: 20_000 });
    await fixture.take(given.giftId, other);
    await fixture.pay({ giftId: payId, paymentUrl });
    expect(await fixture.memberships(other)).toMatchObject([
      { state: 'Active', isGifted: false, months: 1, level: null },
      { state: 'Ended', isGifted: true },
    ]);
  });
});

test('a server of the release before cannot go on with gifted months for nothing', async () => {
  const { winner } = await fixture.withOneTaken();
  const { id } = await members.mine(winner);
  const resumed = members.app.db.pool.query("update membership set state = 'Active' where id = $1", [id]);
  await expect(resumed).rejects.toThrow(/membership_gifted_leaves/);
});

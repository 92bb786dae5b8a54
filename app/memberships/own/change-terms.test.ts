import { afterAll, describe, expect, test } from 'vitest';
import { GiftFixture } from '#test/support/money/gift-fixture.ts';
import { monthlyCards, openMembershipFixture } from '#test/support/money/membership-fixture.ts';
import { TermsFixture } from '#test/support/money/terms-fixture.ts';
import type { SignedIn } from '#test/support/sign-in.ts';
import { dataOf } from '#test/support/start-app.ts';

const fixture = await openMembershipFixture();
const terms = new TermsFixture(fixture);
afterAll(() => fixture.close());

const act = (donor: SignedIn, name: string, body: Record<string, unknown>) =>
  fixture.as(donor, `POST Membership/${name}`, { body });

const endOfFebruary = '2027-02-28T10:00:00Z';

describe('another level', () => {
  test('is charged on the day of the next month, and held from then on', async () => {
    const { creator, donor, dear, id } = await terms.joined();
    const before = await fixture.mine(donor);
    expect(await terms.choose(donor, id, dear)).toMatchObject({ status: 200, body: { data: { state: 'Active' } } });
    const { since, paidUntil, nextChargeAt } = before;
    const stays = { amount: 25_000, level: { name: 'Слушатель' }, months: 1, since, paidUntil, nextChargeAt };
    const next = { amount: 75_000, level: { name: 'Друг', id: dear.levelId } };
    expect(await fixture.mine(donor)).toMatchObject({ ...stays, next });
    const members = () => fixture.as(creator, 'GET Membership/Members');
    expect(dataOf(await members())).toMatchObject({
      items: [{ level: 'Слушатель', amount: 25_000, next: { level: 'Друг', amount: 75_000 } }],
    });
    const { body: table } = await fixture.as(creator, 'GET Membership/Export');
    expect(table, 'the last columns are what comes').toMatch(/;"Слушатель";"25000";.*;"Друг";"75000"\r\n$/);
    expect(await terms.sumsGiven(donor), 'nothing is charged now').toEqual([25_000]);
    await fixture.moveTo(endOfFebruary);
    const held = { amount: 75_000, level: { name: 'Друг' }, next: null, months: 2, since };
    expect(await fixture.mine(donor)).toMatchObject({ ...held, nextChargeAt: '2027-03-31T10:00:00.000Z' });
    expect(dataOf(await members())).toMatchObject({ items: [{ level: 'Друг', amount: 75_000, next: null }] });
    await fixture.moveTo('2027-03-31T10:00:00Z');
    expect(await terms.sumsGiven(donor)).toEqual([75_000, 75_000, 25_000]);
  });

  test('takes the place of one chosen before, and the present one takes it back', async () => {
    const { donor, cheap, dear, id } = await terms.joined();
    await terms.choose(donor, id, dear);
    await terms.choose(donor, id, { levelId: null, amount: 40_000 });
    expect(await fixture.mine(donor)).toMatchObject({ next: { amount: 40_000, level: null } });
    expect(await terms.choose(donor, id, cheap)).toMatchObject({ status: 200 });
    expect(await fixture.mine(donor)).toMatchObject({ next: null, amount: 25_000 });
    await fixture.moveTo(endOfFebruary);
    expect(await fixture.mine(donor)).toMatchObject({ next: null, months: 2, level: { name: 'Слушатель' } });
    expect(await terms.sumsGiven(donor)).toEqual([25_000, 25_000]);
  });

  test('opens its posts, and closes those of the present one, with the payment of the month alone', async () => {
    const { creator, donor, cheap, dear, id } = await terms.joined({ isDear: true });
    const postOf = async ({ levelId }: { readonly levelId: string }) => {
      const body = { title: 'Пост', text: 'Только для своих', audience: 'level', levelId, isPublished: true };
      return String(dataOf(await fixture.as(creator, 'POST Post/Save', { body })).id);
    };
    const posts = [await postOf(cheap), await postOf(dear)];
    const mayRead = () =>
      Promise.all(
        posts.map(async (postId) => dataOf(await fixture.as(donor, 'GET Post/Post', { query: { postId } })).mayRead),
      );
    await terms.choose(donor, id, cheap);
    expect(await mayRead()).toEqual([true, true]);
    await fixture.moveTo('2027-02-28T09:59:59Z');
    expect(await mayRead()).toEqual([true, true]);
    await fixture.moveTo(endOfFebruary);
    expect(await mayRead()).toEqual([true, false]);
    await terms.choose(donor, id, { levelId: null, amount: 100_000 });
    await fixture.moveTo('2027-03-31T10:00:00Z');
    expect(await mayRead(), 'a free sum is no level').toEqual([false, false]);
  });

  test('is refused where it is not offered, with a sum outside the limits, or to somebody else', async () => {
    const { creator, donor, dear, id } = await terms.joined();
    const other = await terms.joined();
    const removed = await terms.level(creator, 'Прежний', 30_000);
    await fixture.as(creator, 'DELETE Membership/Level', { query: { levelId: removed.levelId } });
    const gone = { status: 400, body: { error: { fields: { levelId: expect.stringContaining('убрал') } } } };
    for (const { levelId } of [other.dear, removed, { levelId: '0198a3b2-0000-7000-8000-000000000000' }])
      expect(await terms.choose(donor, id, { levelId, amount: 75_000 })).toMatchObject(gone);
    for (const amount of [100, 900_000_000]) {
      const refused = await terms.choose(donor, id, { levelId: null, amount });
      expect(refused).toMatchObject({ status: 400, body: { error: { fields: { amount: expect.any(String) } } } });
    }
    expect(await terms.choose(other.donor, id, dear)).toMatchObject({ status: 404 });
    expect(await terms.choose(creator, id, dear)).toMatchObject({ status: 404 });
    expect(await fixture.mine(donor)).toMatchObject({ next: null });
  });

  test('that is removed later is charged and held all the same, as by those who had it', async () => {
    const { creator, donor, cheap, dear, id } = await terms.joined();
    const refused = { status: 400 };
    await terms.choose(donor, id, dear);
    for (const { levelId } of [cheap, dear])
      await fixture.as(creator, 'DELETE Membership/Level', { query: { levelId } });
    await fixture.moveTo(endOfFebruary);
    expect(await fixture.mine(donor)).toMatchObject({ months: 2, amount: 75_000, level: { name: 'Друг' } });
    expect(await terms.choose(donor, id, cheap), 'it is neither held nor chosen any more').toMatchObject(refused);
    await terms.choose(donor, id, { levelId: null, amount: 30_000 });
    expect(await terms.choose(donor, id, dear), 'the present one is held').toMatchObject({ status: 200 });
  });
});

describe('the price that was seen', () => {
  test('is the only one that is agreed to', async () => {
    const { creator, donor, dear, id } = await terms.joined();
    await terms.price(creator, dear, 80_000);
    const error = { code: 'PriceChanged', details: { amount: 80_000 } };
    expect(await terms.choose(donor, id, dear)).toMatchObject({ status: 409, body: { error } });
    expect(await terms.choose(donor, id, { ...dear, amount: 80_000 })).toMatchObject({ status: 200 });
  });

  test('is charged although the creator raises it before, until the new one is accepted', async () => {
    const { creator, donor, cheap, dear, id } = await terms.joined();
    await terms.choose(donor, id, dear);
    await terms.price(creator, dear, 90_000);
    await terms.price(creator, cheap, 60_000);
    const waiting = { newAmount: 90_000, notice: 'NewPrice', next: { amount: 75_000 } };
    expect(await fixture.mine(donor)).toMatchObject(waiting);
    expect(await terms.choose(donor, id, dear), 'the same again').toMatchObject({ status: 200 });
    await fixture.moveTo(endOfFebruary);
    expect(await fixture.mine(donor)).toMatchObject({ amount: 75_000, newAmount: 90_000, next: null });
    await terms.choose(donor, id, { ...cheap, amount: 60_000 });
    await terms.price(creator, cheap, 65_000);
    expect(await act(donor, 'AcceptPrice', { membershipId: id, amount: 65_000 })).toMatchObject({ status: 200 });
    expect(await fixture.mine(donor)).toMatchObject({ amount: 75_000, newAmount: null, next: { amount: 65_000 } });
    await fixture.moveTo('2027-03-31T10:00:00Z');
    expect(await terms.sumsGiven(donor)).toEqual([65_000, 75_000, 25_000]);
  });
});

describe('a membership', () => {
  test('that was left goes on with what is chosen; what was chosen before is kept by who stays', async () => {
    const { donor, cheap, dear, id } = await terms.joined();
    await terms.choose(donor, id, dear);
    await act(donor, 'Leave', { membershipId: id });
    expect(await fixture.mine(donor)).toMatchObject({ state: 'Leaving', next: { amount: 75_000 }, nextChargeAt: null });
    const moderator = await fixture.person('moderator');
    const query = { State: 'Leaving', UserId: donor.userId };
    const seen = dataOf(await fixture.as(moderator, 'GET Moderator/Memberships', { query }));
    expect(seen, 'nothing more is charged').toMatchObject({ items: [{ amount: 25_000, nextAmount: 25_000 }] });
    await act(donor, 'Resume', { membershipId: id });
    expect(await fixture.mine(donor)).toMatchObject({ state: 'Active', next: { amount: 75_000 } });
    await act(donor, 'Leave', { membershipId: id });
    expect(await terms.choose(donor, id, cheap)).toMatchObject({ body: { data: { state: 'Active' } } });
    await fixture.moveTo(endOfFebruary);
    expect(await fixture.mine(donor)).toMatchObject({ state: 'Active', months: 2, amount: 25_000 });
  });

  test('that is overdue tries the new sum', async () => {
    const { donor, cheap, id } = await terms.joined({ pan: monthlyCards.refusedTwice, isDear: true });
    await fixture.moveTo(endOfFebruary);
    expect(await terms.choose(donor, id, cheap)).toMatchObject({ body: { data: { state: 'Overdue' } } });
    expect(await fixture.mine(donor)).toMatchObject({ tries: 1, nextChargeAt: '2027-03-03T10:00:00.000Z' });
    for (const day of ['2027-03-03', '2027-03-07']) await fixture.moveTo(`${day}T10:00:00Z`);
    expect(await fixture.mine(donor)).toMatchObject({ state: 'Active', months: 2, level: { name: 'Слушатель' } });
    expect(await terms.sumsGiven(donor)).toEqual([25_000, 75_000]);
  });

  test('that is paused charges the new sum alone once its donor resumes', async () => {
    const { creator, donor, cheap, dear, id } = await terms.joined({ pan: monthlyCards.refused, isDear: true });
    for (const day of ['02-28', '03-03', '03-07']) await fixture.moveTo(`2027-${day}T10:00:00Z`);
    expect(await terms.choose(donor, id, cheap)).toMatchObject({ body: { data: { state: 'Paused' } } });
    await fixture.work();
    expect(await fixture.mine(donor)).toMatchObject({ state: 'Paused', next: { amount: 25_000 } });
    const refused = await act(donor, 'Resume', { membershipId: id, amount: dear.amount });
    const error = { code: 'PriceChanged', details: { amount: 25_000 } };
    expect(refused).toMatchObject({ status: 409, body: { error } });
    const cardId = await fixture.giveOtherCard(donor, id, monthlyCards.good);
    await act(donor, 'Card', { cardId });
    await fixture.work();
    expect(await fixture.mine(donor)).toMatchObject({ state: 'Active', months: 2, amount: 25_000, next: null });
    expect(await terms.sumsGiven(donor)).toEqual([25_000, 75_000]);
    const { now } = dataOf(await fixture.as(creator, 'GET Membership/Revenue', { query: { Months: 1 } }));
    expect(now).toMatchObject({ members: 1, recurring: 25_000 });
  });

  test('that has ended, or was gifted, changes nothing', async () => {
    const { creator, donor, dear, id } = await terms.joined();
    await terms.choose(donor, id, dear);
    await act(donor, 'Leave', { membershipId: id });
    await fixture.moveTo(endOfFebruary);
    expect(await fixture.mine(donor)).toMatchObject({ state: 'Ended', next: null });
    // A process of the version before ends a membership without its choice.
    const choice = 'update membership set next_level_id = $2, next_amount = 7500000, next_level_amount = 7500000';
    await fixture.app.db.pool.query(`${choice} where id = $1`, [id, dear.levelId]);
    expect(await fixture.mine(donor)).toMatchObject({ state: 'Ended', next: null });
    const moved = { status: 409, body: { error: { code: 'MembershipMoved' } } };
    expect(await terms.choose(donor, id, dear)).toMatchObject(moved);
    expect(dataOf(await fixture.as(creator, 'GET Membership/Members'))).toMatchObject({ items: [] });

    fixture.clock.now = new Date('2027-01-31T10:00:00Z');
    const gifted = await new GiftFixture(fixture).withOneTaken();
    const { id: giftedId } = await fixture.mine(gifted.winner);
    const refused = await terms.choose(gifted.winner, giftedId, { levelId: null, amount: 30_000 });
    expect(refused).toMatchObject({ ...moved, body: { error: { message: expect.stringContaining('подарили') } } });
  });
});

import { randomUUID } from 'node:crypto';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { failureOf } from '#test/support/money/failure-of.ts';
import { GiftFixture } from '#test/support/money/gift-fixture.ts';
import { openMembershipFixture } from '#test/support/money/membership-fixture.ts';
import { dataOf } from '#test/support/start-app.ts';

const members = await openMembershipFixture();
const fixture = new GiftFixture(members);
afterAll(() => members.close());
beforeEach(() => {
  members.clock.now = new Date('2027-01-31T10:00:00Z');
});

describe('Membership/Gift', () => {
  test('takes one donation of so many months, whose money is that of any other', async () => {
    const creator = await fixture.creator();
    const donor = await members.person();
    const { giftId } = await fixture.give(donor, creator);
    expect(await members.balanceOf(creator)).toBe(3 * 1_900_000);
    expect(dataOf(await members.as(donor, 'GET Donate/Given'))).toMatchObject({
      items: [{ amount: 60_000, month: null }],
    });
    const success = await members.api('GET ProjectPay/Success', { query: { payId: giftId } });
    expect(dataOf(success)).toMatchObject({ giftedMonths: 3, giftedPieces: null, amount: 60_000 });
    const { gift, places } = await fixture.read(giftId);
    expect(gift).toMatchObject({
      id: giftId,
      receiver: 'Chat',
      state: 'Entering',
      giver: 'Азиз',
      months: 3,
      left: 3,
      level: { name: 'Друг' },
      entryUntil: '2027-01-31T10:10:00.000Z',
      expiresAt: '2027-03-02T10:00:00.000Z',
      seedHash: expect.stringMatching(/^[\da-f]{64}$/),
      seed: null,
      digest: null,
      entryCount: null,
      winners: null,
    });
    expect(places).toEqual([]);
    expect(await fixture.memberships(donor), 'the donor is no member by that').toEqual([]);
    const queue = await members.as(creator, 'GET Widget/Queue', {});
    expect(JSON.stringify(queue.body)).toContain('"giftedMonths":3');
  });

  test('is one gift for a repeated request', async () => {
    const creator = await fixture.creator();
    const donor = await members.person();
    const key = randomUUID();
    const first = await fixture.begin(donor, creator, {}, key);
    expect(await fixture.begin(donor, creator, {}, key)).toEqual(first);
    await fixture.pay(first);
    expect(dataOf(await members.as(donor, 'GET Membership/Gifts'))).toMatchObject({
      count: 1,
      items: [{ secret: null }],
    });
  });

  test('refuses another price than was seen, too many months, and a level of somebody else', async () => {
    const creator = await fixture.creator();
    const other = await fixture.creator();
    const donor = await members.person();
    const levelId = creator.levelId;
    await members.as(creator, 'PUT Membership/Level', { body: { levelId, name: 'Друг', amount: 25_000 } });
    expect(await fixture.ask(donor, creator)).toMatchObject({
      status: 409,
      body: { error: { code: 'PriceChanged', details: { amount: 25_000 } } },
    });
    expect(failureOf(await fixture.ask(donor, other, { months: 13, receiver: 'Link' }))).toMatchObject({
      status: 400,
      fields: { months: expect.any(String) },
    });
    expect(failureOf(await fixture.ask(donor, other, { months: 51 }))).toMatchObject({ status: 400 });
    expect(failureOf(await fixture.ask(donor, { ...other, levelId }))).toMatchObject({ status: 404 });
    await members.as(other, 'DELETE Membership/Level', { query: { levelId: other.levelId } });
    expect(failureOf(await fixture.ask(donor, other))).toMatchObject({ status: 404 });
  });

  test('opens nothing before it is paid', async () => {
    const creator = await fixture.creator();
    const donor = await members.person();
    const other = await members.person();
    const { giftId } = await fixture.begin(donor, creator);
    expect(failureOf(await fixture.get(giftId))).toMatchObject({ status: 404 });
    expect(failureOf(await fixture.enter(giftId, other))).toMatchObject({ status: 404 });
    expect(failureOf(await fixture.take(giftId, other))).toMatchObject({ status: 404 });
  });
});

test('months that a server of another release has booked as paid are opened', async () => {
  const creator = await fixture.creator();
  const { giftId } = await fixture.give(await members.person(), creator);
  const unpaid = await fixture.begin(await members.person(), creator);
  await members.app.db.pool.query(
    'update gifted_months set opened_at = null, entry_until = null, expires_at = null, seed = null, ticket_key = null, due_at = null where id = $1',
    [giftId],
  );
  expect(failureOf(await fixture.get(giftId))).toMatchObject({ status: 404 });
  await members.app.opora.areas.gifts.openPaidGifts();
  expect((await fixture.read(giftId)).gift).toMatchObject({ state: 'Entering', left: 3 });
  expect(failureOf(await fixture.get(unpaid.giftId))).toMatchObject({ status: 404 });
});

describe('months for the chat', () => {
  test('are drawn among those who have entered, as everybody can compute', async () => {
    const creator = await fixture.creator();
    const donor = await members.person();
    const { giftId } = await fixture.give(donor, creator);
    const people = await fixture.people(8);
    const tickets = new Map<string, (typeof people)[number]>();
    for (const one of people) {
      const entered = dataOf(await fixture.enter(giftId, one));
      expect(dataOf(await fixture.enter(giftId, one)), 'again').toEqual(entered);
      tickets.set((await fixture.part(giftId, one)).ticket ?? '', one);
    }
    expect(await fixture.tickets(giftId), 'before the drawing').toEqual([]);
    fixture.pass(9);
    expect((await fixture.read(giftId)).gift.state).toBe('Entering');
    fixture.pass(1);
    const own = await members.as(donor, 'GET Membership/Gifts', { query: { Skip: 0, Take: 10 } });
    expect(dataOf(own).items).toMatchObject([{ gift: { state: 'Drawing', entered: 8 } }]);
    // Nobody but whoever looks has it drawn.
    const { gift, places } = await fixture.read(giftId);
    expect(gift).toMatchObject({ state: 'Over', endReason: 'Taken', left: 0, entryCount: 8, winners: 3 });
    const order = await fixture.order(giftId);
    expect(places).toEqual(
      order.slice(0, 3).map((ticket, at) => ({ place: at + 1, name: 'Анна', ticket, passedAt: null })),
    );
    for (const [at, ticket] of order.entries()) {
      const one = tickets.get(ticket);
      if (one === undefined) throw new Error('the ticket is nobody’s');
      const got = at < 3 ? { months: 1, paidUntil: '2027-02-28T10:10:00.000Z' } : null;
      expect(await fixture.part(giftId, one)).toMatchObject({ role: at < 3 ? 'Member' : 'Other', got });
      expect(await fixture.memberships(one)).toHaveLength(at < 3 ? 1 : 0);
    }
    expect(failureOf(await fixture.enter(giftId, await members.person()))).toMatchObject({ code: 'EntryOver' });
  });

  test('make members who are charged nothing, count as no revenue, and end by themselves', async () => {
    const creator = await fixture.creator();
    const donor = await members.person();
    const { giftId } = await fixture.give(donor, creator, { months: 1 });
    const winner = await members.person();
    await fixture.enter(giftId, winner);
    fixture.pass(10);
    await members.app.opora.areas.gifts.stepGifts();
    expect(await fixture.memberships(winner)).toMatchObject([
      {
        state: 'Leaving',
        isGifted: true,
        amount: 0,
        months: 1,
        card: null,
        notice: null,
        nextChargeAt: null,
        paidUntil: '2027-02-28T10:10:00.000Z',
        level: { name: 'Друг', link: 'https://t.me/+secret' },
      },
    ]);
    const body = {
      title: 'Пост',
      text: 'Только для своих',
      audience: 'level',
      levelId: creator.levelId,
      isPublished: true,
    };
    const { id: postId } = dataOf(await members.as(creator, 'POST Post/Save', { body }));
    const readBy = async (who: typeof winner) =>
      JSON.stringify((await members.as(who, 'GET Post/Post', { query: { postId } })).body);
    expect(await readBy(winner)).toContain('Только для своих');
    expect(await readBy(donor)).not.toContain('Только для своих');
    const list = async () => dataOf(await members.as(creator, 'GET Membership/Members'));
    expect(await list()).toMatchObject({ count: 1, items: [{ isGifted: true, name: 'Анна', amount: 0, sum: 0 }] });
    const revenue = async () => dataOf(await members.as(creator, 'GET Membership/Revenue', { query: { Months: 2 } }));
    const none = { recurring: 0, charges: 0, started: 0, ended: 0, churn: null };
    expect(await revenue()).toMatchObject({ now: { members: 1, gifted: 1, recurring: 0 }, months: [none, none] });
    const { id } = await members.mine(winner);
    for (const refused of [
      await members.as(winner, 'POST Membership/Resume', { body: { membershipId: id } }),
      await members.as(winner, 'POST Membership/ChangeCard', { body: { membershipId: id } }),
      await members.as(winner, 'POST Membership/AcceptPrice', { body: { membershipId: id, amount: 20_000 } }),
    ]) {
      expect(failureOf(refused)).toMatchObject({ status: 409, code: 'MembershipMoved' });
    }
    await members.moveTo('2027-02-28T10:10:00Z');
    expect(await members.mine(winner)).toMatchObject({ state: 'Ended', endReason: 'Left' });
    expect(await list()).toMatchObject({ count: 0 });
    expect(await revenue()).toMatchObject({ now: { members: 0, gifted: 0 }, months: [none, none] });
  });

  test('refuse the donor, the creator and whoever is a member', async () => {
    const creator = await fixture.creator();
    const donor = await members.person();
    const member = await members.person();
    await members.join(member, creator.projectId);
    const { giftId } = await fixture.give(donor, creator);
    const codes = async () => {
      const answers = [];
      for (const who of [donor, creator, member]) answers.push(failureOf(await fixture.enter(giftId, who)).code);
      return answers;
    };
    expect(await codes()).toEqual(['OwnGift', 'OwnGift', 'MemberAlready']);
    fixture.pass(10);
    await fixture.read(giftId);
    for (const [who, code] of [
      [donor, 'OwnGift'],
      [creator, 'OwnGift'],
      [member, 'MemberAlready'],
    ] as const) {
      expect(failureOf(await fixture.take(giftId, who))).toMatchObject({ status: 409, code });
    }
  });

  test('pass over who has become a member since, on record', async () => {
    const creator = await fixture.creator();
    const donor = await members.person();
    const { giftId } = await fixture.give(donor, creator, { months: 1 });
    const late = await fixture.people(2);
    const first = await members.person();
    for (const one of [first, ...late]) await fixture.enter(giftId, one);
    for (const one of late) await members.join(one, creator.projectId);
    fixture.pass(10);
    const { gift, places } = await fixture.read(giftId);
    const order = await fixture.order(giftId);
    expect(gift).toMatchObject({ state: 'Over', winners: 1, left: 0 });
    expect(places.map(({ ticket }) => ticket)).toEqual(order.slice(0, places.length));
    expect(places.filter(({ passedAt }) => passedAt === null)).toHaveLength(1);
    expect(places.at(-1)?.ticket).toBe((await fixture.part(giftId, first)).ticket);
    for (const one of late) expect(await fixture.memberships(one)).toMatchObject([{ isGifted: false }]);
  });

  test('that are left are for who comes first, one for each, and lapse after 30 days', async () => {
    const creator = await fixture.creator();
    const donor = await members.person();
    const { giftId } = await fixture.give(donor, creator);
    const entered = await members.person();
    const first = await members.person();
    const late = await members.person();
    expect(failureOf(await fixture.take(giftId, first)), 'while it is drawn').toMatchObject({ code: 'NothingToTake' });
    await fixture.enter(giftId, entered);
    fixture.pass(10);
    expect((await fixture.read(giftId)).gift).toMatchObject({ state: 'Free', left: 2, entryCount: 1 });
    const taken = dataOf(await fixture.take(giftId, first, { isAnonymous: true }));
    expect(taken).toMatchObject({ got: { months: 1, paidUntil: '2027-02-28T10:10:00.000Z' } });
    expect(dataOf(await fixture.take(giftId, first)), 'again').toEqual(taken);
    expect((await fixture.read(giftId)).places).toMatchObject([
      { place: 1, name: 'Анна' },
      { place: 2, name: null, ticket: null },
    ]);
    members.clock.now = new Date('2027-03-02T10:00:00Z');
    expect((await fixture.read(giftId)).gift).toMatchObject({ state: 'Over', left: 0, endReason: 'Lapsed' });
    expect(failureOf(await fixture.take(giftId, late))).toMatchObject({ code: 'NothingToTake' });
    expect(await members.balanceOf(creator), 'the donation stays').toBe(3 * 1_900_000);
  });

  test('refuse a name that is a title, and are all free where nobody has entered', async () => {
    const creator = await fixture.creator();
    const { giftId } = await fixture.give(await members.person(), creator);
    const one = await members.person();
    expect(failureOf(await fixture.enter(giftId, one, { name: 'Модератор' }))).toMatchObject({
      status: 400,
      fields: { name: expect.any(String) },
    });
    fixture.pass(10);
    expect((await fixture.read(giftId)).gift).toMatchObject({ state: 'Free', left: 3, entryCount: 0, winners: 3 });
    expect(await fixture.order(giftId)).toEqual([]);
    expect(await fixture.take(giftId, one)).toMatchObject({ status: 200 });
  });
});

describe('months for a link', () => {
  test('go in a row to whoever has the link, once', async () => {
    const creator = await fixture.creator();
    const donor = await members.person();
    const friend = await members.person();
    const other = await members.person();
    const { giftId } = await fixture.give(donor, creator, { receiver: 'Link' });
    expect((await fixture.read(giftId)).gift).toMatchObject({
      state: 'Free',
      left: 3,
      seedHash: null,
      entryUntil: null,
    });
    const { secret } = await fixture.part(giftId, donor);
    expect(dataOf(await members.as(donor, 'GET Membership/Gifts'))).toMatchObject({ items: [{ secret }] });
    expect(await fixture.part(giftId, friend)).toMatchObject({ secret: null });
    for (const wrong of [undefined, '', 'x', `${secret}x`]) {
      expect(failureOf(await fixture.take(giftId, friend, { secret: wrong }))).toMatchObject({ status: 404 });
    }
    expect(failureOf(await fixture.enter(giftId, friend))).toMatchObject({ status: 404 });
    expect(failureOf(await fixture.take(giftId, donor, { secret }))).toMatchObject({ code: 'OwnGift' });
    expect(dataOf(await fixture.take(giftId, friend, { secret }))).toMatchObject({
      got: { months: 3, paidUntil: '2027-04-30T10:00:00.000Z' },
    });
    expect(failureOf(await fixture.take(giftId, other, { secret }))).toMatchObject({ code: 'NothingToTake' });
    expect((await fixture.read(giftId)).gift).toMatchObject({ state: 'Over', endReason: 'Taken', left: 0 });
  });

  test('lapse after 30 days, by the job', async () => {
    const creator = await fixture.creator();
    const donor = await members.person();
    const friend = await members.person();
    const { giftId } = await fixture.give(donor, creator, { receiver: 'Link', months: 12 });
    const { secret } = await fixture.part(giftId, donor);
    members.clock.now = new Date('2027-03-02T10:00:00Z');
    expect(failureOf(await fixture.take(giftId, friend, { secret })), 'before the job').toMatchObject({ status: 409 });
    await members.app.opora.areas.gifts.stepGifts();
    const { rows } = await members.app.db.pool.query('select end_reason as reason from gifted_months where id = $1', [
      giftId,
    ]);
    expect(rows).toEqual([{ reason: 'Lapsed' }]);
  });
});

import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { countDeadlocks } from '#test/support/database/deadlocks.ts';
import { failureOf } from '#test/support/money/failure-of.ts';
import { GiftFixture } from '#test/support/money/gift-fixture.ts';
import { giveCard, monthlyCards, openMembershipFixture } from '#test/support/money/membership-fixture.ts';
import { dataOf, startApp } from '#test/support/start-app.ts';

const members = await openMembershipFixture();
const fixture = new GiftFixture(members);
afterAll(() => members.close());
beforeEach(() => {
  members.clock.now = new Date('2027-01-31T10:00:00Z');
});

const giftedCount = async (giftId: string) => {
  const { rows } = await members.app.db.pool.query<{ count: number }>(
    `select count(*)::int as count from gifted_place p join membership m on m.id = p.membership_id where p.gift_id = $1`,
    [giftId],
  );
  return rows[0]?.count;
};

const statusesOf = async (answers: readonly Promise<{ readonly status: number }>[]) =>
  (await Promise.all(answers)).map(({ status }) => status);

describe('at the same moment', () => {
  test('20 people take 3 free months: three of them get one', async () => {
    const creator = await fixture.creator();
    const { giftId } = await fixture.give(await members.person(), creator);
    fixture.pass(10);
    await fixture.read(giftId);
    const people = await fixture.people(20);
    const statuses = await statusesOf(people.map((one) => fixture.take(giftId, one)));
    expect(statuses.filter((status) => status === 200)).toHaveLength(3);
    expect(statuses.filter((status) => status === 409)).toHaveLength(17);
    expect(await giftedCount(giftId)).toBe(3);
    expect((await fixture.read(giftId)).gift).toMatchObject({ state: 'Over', endReason: 'Taken', left: 0 });
  });

  test('one person takes from two gifts, twice each: one month', async () => {
    const creator = await fixture.creator();
    const gifts = [];
    for (let count = 0; count < 2; count += 1) gifts.push(await fixture.give(await members.person(), creator));
    fixture.pass(10);
    for (const { giftId } of gifts) await fixture.read(giftId);
    const one = await members.person();
    const statuses = await statusesOf([...gifts, ...gifts].map(({ giftId }) => fixture.take(giftId, one)));
    expect(statuses.toSorted()).toEqual([200, 200, 409, 409]);
    expect(await fixture.memberships(one)).toHaveLength(1);
    const counts = await Promise.all(gifts.map(({ giftId }) => giftedCount(giftId)));
    expect(counts.toSorted()).toEqual([0, 1]);
  });

  test('two processes, the job and many who look draw once', async () => {
    const second = await startApp({
      env: { LIMITS: 'off' },
      databaseUrl: members.app.databaseUrl,
      clock: async () => members.clock.now,
    });
    try {
      for (let round = 0; round < 3; round += 1) {
        const creator = await fixture.creator();
        const { giftId } = await fixture.give(await members.person(), creator);
        for (const one of await fixture.people(5)) await fixture.enter(giftId, one);
        fixture.pass(10);
        const query = { giftId };
        await Promise.all([
          second.opora.areas.gifts.stepGifts(),
          members.app.opora.areas.gifts.stepGifts(),
          ...[1, 2, 3].flatMap(() => [fixture.get(giftId), second.api('GET Membership/Gifted', { query })]),
        ]);
        const { gift, places } = await fixture.read(giftId);
        expect(gift).toMatchObject({ state: 'Over', entryCount: 5, winners: 3 });
        expect(places.map(({ ticket }) => ticket)).toEqual((await fixture.order(giftId)).slice(0, 3));
        expect(await giftedCount(giftId)).toBe(3);
      }
    } finally {
      await second.close();
    }
  });

  test('people enter and the drawing begins: whoever got a ticket is in it', async () => {
    const creator = await fixture.creator();
    const { giftId } = await fixture.give(await members.person(), creator, { months: 50 });
    const people = await fixture.people(12);
    const entering = people.map((one, at) => {
      if (at === 6) fixture.pass(10);
      return fixture.enter(giftId, one);
    });
    const [answers] = await Promise.all([Promise.all(entering), fixture.get(giftId), fixture.get(giftId)]);
    const tickets = await fixture.tickets(giftId);
    const entered = answers.flatMap((answer) => (answer.status === 200 ? [dataOf(answer).ticket] : []));
    expect(entered.toSorted()).toEqual(tickets);
    for (const answer of answers) if (answer.status !== 200) expect(failureOf(answer).code).toBe('EntryOver');
    expect((await fixture.read(giftId)).gift.entryCount).toBe(tickets.length);
    await fixture.order(giftId);
  });

  test('somebody pays a first month and takes a gifted one: one membership, whatever comes first', async () => {
    for (let round = 0; round < 4; round += 1) {
      const creator = await fixture.creator();
      const { giftId } = await fixture.give(await members.person(), creator);
      fixture.pass(10);
      await fixture.read(giftId);
      const one = await members.person();
      const { payId, paymentUrl } = await members.begin(one, creator.projectId, {
        amount: null,
        levelId: creator.levelId,
      });
      await giveCard(paymentUrl, monthlyCards.good);
      const [taken] = await Promise.all([
        fixture.take(giftId, one),
        members.api('GET ProjectPay/Status', { query: { payId } }),
      ]);
      const months = taken.status === 200 ? 2 : 1;
      expect(await fixture.memberships(one)).toMatchObject([
        { state: 'Active', isGifted: false, amount: 20_000, months },
      ]);
      expect(await giftedCount(giftId)).toBe(months - 1);
    }
  });

  test('the money goes back and people take: never more than is paid', async () => {
    const creator = await fixture.creator();
    const { giftId } = await fixture.give(await members.person(), creator);
    fixture.pass(10);
    await fixture.read(giftId);
    const people = await fixture.people(6);
    await Promise.all([
      members.app.opora.areas.payments.refundPayment(giftId),
      ...people.map((one) => fixture.take(giftId, one)),
    ]);
    const { rows } = await members.app.db.pool.query(
      'select taken + withdrawn as months, end_reason is not null as "isOver" from gifted_months where id = $1',
      [giftId],
    );
    expect(rows).toEqual([{ months: 3, isOver: true }]);
    // Counted over all of these.
    expect(await countDeadlocks(members.app.db)).toBe(0);
  });
});

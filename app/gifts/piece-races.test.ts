import { describe, expect, test } from 'vitest';
import { countDeadlocks } from '#test/support/database/deadlocks.ts';
import { openPieceFixture } from '#test/support/money/piece-fixture.ts';
import { type ApiAnswer, dataOf, startApp } from '#test/support/start-app.ts';

const { members, fixture, gifts, app } = await openPieceFixture();

const statusesOf = async (answers: readonly Promise<ApiAnswer>[]) =>
  (await Promise.all(answers)).map(({ status }) => status).toSorted();

async function freeGift(stock: number | null, pieces: number) {
  const sold = await fixture.product(stock);
  const given = await fixture.give(await members.person(), sold, { pieces });
  gifts.pass(10);
  await fixture.read(given.giftId);
  return { sold, given, giftId: given.giftId };
}

/** How many pieces there are in all, and how many a gift holds for nobody. */
async function wholeOf(productId: string) {
  const { stock, stocked, ordered, owed } = await fixture.stateOf(productId);
  return { pieces: (stock ?? 0) + stocked + ordered, unowed: stocked - owed };
}

describe('at the same moment', () => {
  test('20 people take the last piece: one of them gets it', async () => {
    const { sold, giftId } = await freeGift(1, 1);
    const people = await gifts.people(20);
    const statuses = await statusesOf(people.map((one) => gifts.take(giftId, one)));
    expect(statuses).toEqual([200, ...Array.from({ length: 19 }, () => 409)]);
    expect(await wholeOf(sold.productId)).toEqual({ pieces: 1, unowed: 0 });
  });

  test('one piece is ordered eight times: one order', async () => {
    for (const stock of [1, null]) {
      const { sold, giftId } = await freeGift(stock, 1);
      const one = await members.person();
      await gifts.take(giftId, one);
      const answers = await Promise.all(Array.from({ length: 8 }, () => fixture.askOrder(giftId, one)));
      expect(new Set(answers.map((answer) => dataOf(answer).orderId)).size).toBe(1);
      const { rows } = await app.db.pool.query('select from shop_order where gift_id = $1', [giftId]);
      expect(rows).toHaveLength(1);
      if (stock !== null) expect(await wholeOf(sold.productId)).toEqual({ pieces: stock, unowed: 0 });
    }
  });

  test('donors begin more than there are: never more than the stock is held', async () => {
    const sold = await fixture.product(50);
    const donors = await gifts.people(12);
    const statuses = await statusesOf(donors.map((one) => fixture.ask(one, sold, { pieces: 7 })));
    expect(statuses.filter((status) => status === 200)).toHaveLength(7);
    expect(await wholeOf(sold.productId)).toEqual({ pieces: 50, unowed: 0 });
    const [one] = donors;
    if (one === undefined) throw new Error('there are no donors');
    await Promise.all(Array.from({ length: 4 }, () => fixture.ask(one, sold, { pieces: 1 })));
    expect(await wholeOf(sold.productId)).toEqual({ pieces: 50, unowed: 0 });
  });

  test('one is paid and its time to hold is over: it has its pieces, or they are back', async () => {
    for (let round = 0; round < 4; round += 1) {
      const sold = await fixture.product(3);
      const given = await fixture.begin(await members.person(), sold);
      gifts.pass(30);
      await Promise.all([gifts.pay(given), fixture.settle(), fixture.settle()]);
      expect((await fixture.read(given.giftId)).gift).toMatchObject({ pieces: 3, short: 0 });
      expect(await wholeOf(sold.productId)).toEqual({ pieces: 3, unowed: 0 });
    }
  });

  test('two processes, the job and many who look draw once', async () => {
    const second = await startApp({
      env: { LIMITS: 'off' },
      databaseUrl: app.databaseUrl,
      clock: async () => members.clock.now,
    });
    try {
      for (let round = 0; round < 3; round += 1) {
        const sold = await fixture.product(3);
        const { giftId } = await fixture.give(await members.person(), sold);
        for (const one of await gifts.people(5)) await gifts.enter(giftId, one);
        gifts.pass(10);
        await Promise.all([
          second.opora.areas.gifts.stepGifts(),
          app.opora.areas.gifts.stepGifts(),
          ...[1, 2, 3].map(() => second.api('GET Membership/Gifted', { query: { giftId } })),
        ]);
        const { gift, places } = await fixture.read(giftId);
        expect(gift).toMatchObject({ state: 'Over', entryCount: 5, winners: 3 });
        expect(places.map(({ ticket }) => ticket)).toEqual((await gifts.order(giftId)).slice(0, 3));
        expect(await wholeOf(sold.productId)).toEqual({ pieces: 3, unowed: 0 });
      }
    } finally {
      await second.close();
    }
  });

  test('it is drawn, ordered, let lapse and paid back: never more than is paid', async () => {
    for (let round = 0; round < 4; round += 1) {
      const sold = await fixture.product(3);
      const given = await fixture.give(await members.person(), sold);
      const people = await gifts.people(3);
      for (const one of people) await gifts.enter(given.giftId, one);
      gifts.pass(10);
      await Promise.all([
        app.opora.areas.payments.refundPayment(given.giftId),
        app.opora.areas.gifts.stepGifts(),
        ...people.map((one) => fixture.askOrder(given.giftId, one)),
        fixture.settle(),
      ]);
      expect(await wholeOf(sold.productId)).toEqual({ pieces: 3, unowed: 0 });
      const { ordered } = await fixture.stateOf(sold.productId);
      expect(await fixture.stateOf(sold.productId)).toMatchObject({ owed: 0, stock: 3 - ordered });
    }
    // Counted over all of these.
    expect(await countDeadlocks(app.db)).toBe(0);
  });
});

test('a server of the release before this one can draw no months for a gift of pieces', async () => {
  const { giftId } = await freeGift(3, 3);
  const old = `insert into gifted_place (gift_id, place, ticket, name, is_anonymous, membership_id, given_at)
    select g.id, 1, null, null, false, m.id, now() from gifted_months g, membership m where g.id = $1 limit 1`;
  const { projectId } = await members.person();
  await members.join(await members.person(), projectId);
  await expect(app.db.pool.query(old, [giftId])).rejects.toThrow('gifted_place_of_kind');
});

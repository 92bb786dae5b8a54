import { describe, expect, test } from 'vitest';
import { countDeadlocks } from '#test/support/database/deadlocks.ts';
import { openPieceFixture } from '#test/support/money/piece-fixture.ts';
import type { SignedIn } from '#test/support/sign-in.ts';

const { members, fixture, gifts, app } = await openPieceFixture();

const refund = (giftId: string) => app.opora.areas.payments.refundPayment(giftId);
const block = async ({ userId }: SignedIn, staff: SignedIn) =>
  members.as(staff, 'PUT Moderator/BlockUser', { query: { userId, reason: 'Обман' } });

describe('at the same moment', () => {
  test('a creator is blocked while gifts are paid back, taken and drawn: no deadlock', async () => {
    const staff = await members.person('moderator');
    for (let round = 0; round < 6; round += 1) {
      const sold = await fixture.product(30);
      const given = await Promise.all(
        Array.from({ length: 6 }, async () => fixture.give(await members.person(), sold, { pieces: 4 })),
      );
      const viewers = await gifts.people(3);
      for (const { giftId } of given.slice(0, 3)) for (const one of viewers) await gifts.enter(giftId, one);
      gifts.pass(10);
      const [first, ...others] = given;
      if (first === undefined) throw new Error('nothing is given');
      const blocked = block(sold.seller, staff);
      const done = await Promise.allSettled([
        blocked,
        ...others.map(({ giftId }) => refund(giftId)),
        ...given.map(({ giftId }) => gifts.get(giftId)),
      ]);
      expect(done.filter(({ status }) => status === 'rejected')).toEqual([]);
      expect((await blocked).status).toBe(200);
      await app.opora.areas.gifts.stepGifts();
      await fixture.settle();
      const { stock, stocked, owed } = await fixture.stateOf(sold.productId);
      expect([(stock ?? 0) + stocked, stocked]).toEqual([30, owed]);
    }
    expect(await countDeadlocks(app.db)).toBe(0);
  });
});

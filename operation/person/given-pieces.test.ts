import { expect, test } from 'vitest';
import { countDeadlocks } from '#test/support/database/deadlocks.ts';
import { openPieceFixture } from '#test/support/money/piece-fixture.ts';
import { noFiles } from '#test/support/no-files.ts';
import { deletePerson } from './delete-person.ts';

const { members, fixture, gifts } = await openPieceFixture();

const { db } = members.app;

test('somebody who entered is deleted while it is drawn: nothing is lost, and no deadlock', async () => {
  for (let round = 0; round < 3; round += 1) {
    const sold = await fixture.product(6);
    const { giftId } = await fixture.give(await members.person(), sold, { pieces: 6 });
    const gone = await members.person();
    for (const one of [gone, ...(await gifts.people(4))]) await gifts.enter(giftId, one);
    gifts.pass(10);
    await Promise.all([deletePerson(db, noFiles, gone.userId), gifts.get(giftId)]);
    const { places } = await fixture.read(giftId);
    expect(places.filter(({ name }) => name === 'Анна')).toHaveLength(4);
    await fixture.settle();
    const { stock, stocked, owed } = await fixture.stateOf(sold.productId);
    expect([(stock ?? 0) + stocked, stocked]).toEqual([6, owed]);
  }
  expect(await countDeadlocks(db)).toBe(0);
});

test('a creator whose piece somebody may still order is not deleted', async () => {
  const sold = await fixture.product(2);
  const winner = await members.person();
  await fixture.drawn(sold, [winner], { pieces: 2 });
  const refusal = 'somebody has got merch of this seller as a gift and may still order it';
  await expect(deletePerson(db, noFiles, sold.userId)).rejects.toThrow(refusal);
  gifts.pass(30 * 24 * 60);
  await fixture.settle();
  await expect(deletePerson(db, noFiles, sold.userId)).rejects.not.toThrow(refusal);
});

test('who got a piece and is deleted gives it back, and leaves no name; an order stays without one', async () => {
  const sold = await fixture.product(2);
  const [keeper, chooser] = await gifts.people(2);
  if (!keeper || !chooser) throw new Error('two people are needed');
  const { giftId } = await fixture.drawn(sold, [keeper, chooser], { pieces: 2 });
  const { orderId } = await fixture.order(giftId, chooser);
  const staff = await members.person('moderator');
  for (const status of ['Processing', 'Shipped', 'ReadyForPickup', 'Completed']) {
    const body = { orderId, status };
    expect(await members.as(staff, 'PUT Order/UserOders', { body })).toMatchObject({ status: 200 });
  }
  for (const { userId } of [keeper, chooser]) await deletePerson(db, noFiles, userId);
  await fixture.settle();
  const { places } = await fixture.read(giftId);
  expect(places.map(({ name }) => name)).toEqual(['Удалённый пользователь', 'Удалённый пользователь']);
  expect(await fixture.stateOf(sold.productId)).toMatchObject({ stock: 1, stocked: 0, owed: 0, ordered: 1 });
  const { rows } = await db.pool.query('select recipient_phone as phone from shop_order where id = $1', [orderId]);
  expect(rows).toEqual([{ phone: '' }]);
});

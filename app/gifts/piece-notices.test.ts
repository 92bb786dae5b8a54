import { beforeEach, expect, test } from 'vitest';
import { openPieceFixture } from '#test/support/money/piece-fixture.ts';
import type { PieceNotice } from './gift-notices.server.ts';
import { readPieceNews } from './gift-notices.server.ts';

const { members, fixture, gifts, app } = await openPieceFixture();
const noticed: PieceNotice[] = [];
app.opora.areas.gifts.onNoticed(async (_, notices) => void noticed.push(...notices));
beforeEach(() => {
  noticed.length = 0;
});

const day = 24 * 60;

test('whoever was drawn gets a notice, whoever takes a piece on the page does not, and both are reminded once', async () => {
  const sold = await fixture.product(5);
  const [drawn, quick, done] = await gifts.people(3);
  if (!drawn || !quick || !done) throw new Error('three people are needed');
  const { giftId } = await fixture.drawn(sold, [drawn, done], { pieces: 4 });
  await gifts.take(giftId, quick);
  expect(noticed.map(({ personId, said }) => `${personId} ${said}`).toSorted()).toEqual(
    [`${drawn.userId} got`, `${done.userId} got`].toSorted(),
  );
  await fixture.order(giftId, done);
  gifts.pass(26 * day);
  await fixture.settle();
  expect(noticed).toHaveLength(2);
  gifts.pass(day + 1);
  await fixture.settle();
  await fixture.settle();
  expect(
    noticed
      .slice(2)
      .map(({ personId, said }) => `${personId} ${said}`)
      .toSorted(),
  ).toEqual([`${drawn.userId} soon`, `${quick.userId} soon`].toSorted());
  const [first] = noticed.slice(2);
  if (first === undefined) throw new Error('nobody is reminded');
  const news = { product: 'Кружка', path: `/gifts/${giftId}`, said: 'soon' };
  expect(await readPieceNews(app.db, first)).toMatchObject(news);
  gifts.pass(4 * day);
  await fixture.settle();
  expect(await readPieceNews(app.db, first)).toBeNull();
});

test('a drawing that is undone notices nobody', async () => {
  const sold = await fixture.product(3);
  const winner = await members.person();
  const given = await fixture.give(await members.person(), sold);
  await gifts.enter(given.giftId, winner);
  await app.opora.areas.payments.refundPayment(given.giftId);
  gifts.pass(10);
  await app.opora.areas.gifts.stepGifts();
  expect(noticed).toEqual([]);
  expect(await fixture.stateOf(sold.productId)).toMatchObject({ stock: 3, stocked: 0 });
});

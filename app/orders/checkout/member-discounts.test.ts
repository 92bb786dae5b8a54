import { afterAll, describe, expect, test } from 'vitest';
import { membershipStates } from '#app/memberships/membership-state.ts';
import { isEnjoyed } from '#app/memberships/membership-steps.server.ts';
import { readMembership } from '#app/memberships/membership-store.server.ts';
import { minor } from '#base/money/money.ts';
import { MembershipFixture } from '#test/support/money/membership-fixture.ts';
import { openRefundFixture, refundDone } from '#test/support/money/refund-fixture.ts';
import { openedOf } from '#test/support/shop-fixture.ts';
import type { SignedIn } from '#test/support/sign-in.ts';
import { dataOf } from '#test/support/start-app.ts';

const shop = await openRefundFixture();
const members = new MembershipFixture(shop.app, { clock: { now: new Date() } });
afterAll(() => shop.app.close());

const level = { name: 'Друг', amount: 20_000, discountPercent: 20 };

const createLevel = (seller: SignedIn, change: object = {}) =>
  members.as(seller, 'POST Membership/CreateLevel', { body: { ...level, ...change } });

/** A new seller whose level takes 20 % off, and a new member of that level. */
async function sellerWithMember() {
  const seller = await shop.person();
  const buyer = await shop.person();
  const { id: levelId } = dataOf(await createLevel(seller));
  const membership = await members.join(buyer, seller.projectId, undefined, {
    amount: level.amount,
    levelId,
  });
  const thing = () => shop.product({ price: 100_000, seller });
  return { seller, buyer, levelId, membership, thing };
}

describe('a member', () => {
  test('gets the discount of the level off the things of this creator only', async () => {
    const { buyer, thing } = await sellerWithMember();
    const basket = await shop.ready(buyer, [
      { productId: await thing(), quantity: 2 },
      { productId: await shop.product({ price: 50_000 }) },
    ]);
    expect(basket).toMatchObject({ itemsTotal: 25_000_000, discount: 4_000_000, total: 21_000_000 });
    expect(basket.items.map(({ memberPercent, discount }) => [memberPercent, discount])).toEqual(
      expect.arrayContaining([
        [20, 4_000_000],
        [0, 0],
      ]),
    );
  });

  test('pays less, which the seller bears, and gets back what was paid', async () => {
    const { seller, buyer, thing } = await sellerWithMember();
    const before = await shop.balanceOf(seller.accountId);
    const productId = await thing();
    const { orderId } = await shop.bought(buyer, [{ productId, quantity: 2 }]);
    expect(await shop.orderFor(buyer, orderId)).toMatchObject({
      discount: 4_000_000,
      promoCode: null,
      total: 16_000_000,
    });
    expect(await shop.balanceOf(seller.accountId)).toBe(before + 15_200_000);
    expect(await shop.give(orderId, [{ productId, quantity: 1 }])).toMatchObject(refundDone);
    await shop.settleBooks();
    expect((await shop.orderFor(buyer, orderId)).refunds).toMatchObject([{ amount: 8_000_000 }]);
    expect(await shop.balanceOf(seller.accountId)).toBe(before + 7_600_000);
  });

  test('may use a promo code for the rest', async () => {
    const { buyer, thing } = await sellerWithMember();
    const code = 'ПОДПИСЧИК-10';
    const terms = { percent: 10, amount: null, minTotal: 0, sellerUserName: null, most: null, mostEach: null };
    const body = { code, ...terms, from: null, until: null };
    await shop.app.api('POST Order/CreatePromoCode', { body }, { token: shop.staff.token });
    const { orderId } = await shop.ready(buyer, [{ productId: await thing() }]);
    openedOf(await shop.askToPay(buyer, { orderId, expectedTotal: 72_000, promoCode: code }));
    expect(await shop.orderFor(buyer, orderId)).toMatchObject({ discount: 2_800_000, promoCode: code });
  });

  test('keeps the discount over the paid month, and not after the end', async () => {
    const { buyer, membership, thing } = await sellerWithMember();
    const { orderId } = await shop.ready(buyer, [{ productId: await thing() }]);
    const body = { membershipId: membership.id };
    expect(dataOf(await members.as(buyer, 'POST Membership/Leave', { body }))).toMatchObject({ state: 'Leaving' });
    expect(await shop.basketOf(buyer)).toMatchObject({ total: 8_000_000 });
    const admin = await shop.person('admin');
    await members.as(admin, 'POST Moderator/StopMembership', { body: { ...body, reason: 'Проверка' } });
    expect(await shop.askToPay(buyer, { orderId, expectedTotal: 80_000 })).toMatchObject({
      status: 409,
      body: { error: { code: 'PriceChanged', details: { total: 100_000 } } },
    });
    openedOf(await shop.askToPay(buyer, { orderId, expectedTotal: 100_000 }));
  });

  test('whose month was refunded has nothing of what the level promises any more', async () => {
    const { seller, buyer, levelId, membership, thing } = await sellerWithMember();
    const link = 'https://t.me/opora_friends';
    await members.as(seller, 'PUT Membership/Level', { body: { ...level, levelId, link } });
    const { orderId } = await shop.ready(buyer, [{ productId: await thing() }]);
    const promised = async () => {
      const [own, written] = await Promise.all([
        members.as(buyer, 'GET Membership/My', { query: { Skip: 0, Take: 10 } }),
        members.as(buyer, 'GET Membership/Received', { query: { Skip: 0, Take: 10 } }),
      ]);
      const { total } = await shop.basketOf(buyer);
      return { total, link: Object(dataOf(own).items).at(0).level.link, messages: dataOf(written).count };
    };
    await members.as(seller, 'POST Membership/Message', { body: { text: 'Только своим' } });
    expect(await promised()).toEqual({ total: 8_000_000, link, messages: 1 });
    await shop.app.opora.areas.payments.refundPayment(membership.id);
    expect(await promised()).toEqual({ total: 10_000_000, link: null, messages: 0 });
    expect((await shop.askToPay(buyer, { orderId, expectedTotal: 80_000 })).status).toBe(409);
    expect(dataOf(await members.as(seller, 'GET Membership/Messages', { query: { Skip: 0, Take: 10 } }))).toMatchObject(
      {
        readers: 0,
      },
    );
  });

  test('is asked again when the creator has changed the discount', async () => {
    const { seller, buyer, levelId, thing } = await sellerWithMember();
    const { orderId } = await shop.ready(buyer, [{ productId: await thing() }]);
    await members.as(seller, 'PUT Membership/Level', { body: { ...level, levelId, discountPercent: 5 } });
    expect((await shop.askToPay(buyer, { orderId, expectedTotal: 80_000 })).status).toBe(409);
    const { amount } = openedOf(await shop.askToPay(buyer, { orderId, expectedTotal: 95_000 }));
    expect(amount).toBe(95_000);
    await members.as(seller, 'PUT Membership/Level', { body: { ...level, levelId, discountPercent: 0 } });
    expect((await shop.orderFor(buyer, orderId)).total).toBe(minor(9_500_000));
  });
});

test('a discount is given in exactly the states in which a level keeps its promises', async () => {
  const { buyer, membership, thing } = await sellerWithMember();
  await shop.ready(buyer, [{ productId: await thing() }]);
  const put = (state: string, paidUntil: string | null) =>
    shop.app.db.pool.query(
      `update membership set state = $2, paid_until = $3, due_at = case when $2 <> 'Ended' then '2099-01-01'::timestamptz end,
         token_sealed = null, ended_at = case when $2 = 'Ended' then now() end, end_reason = case when $2 = 'Ended' then 'Left' end
       where id = $1`,
      [membership.id, state, paidUntil],
    );
  const given: string[] = [];
  for (const state of membershipStates) {
    // The database refuses these two without a paid month.
    for (const paidUntil of state === 'Active' || state === 'Leaving' ? ['2099-01-01'] : ['2099-01-01', null]) {
      await put(state, paidUntil);
      const { total } = await shop.basketOf(buyer);
      const row = await readMembership(shop.app.db, membership.id);
      expect(total, `${state}, paid until ${paidUntil}`).toBe(row && isEnjoyed(row) ? 8_000_000 : 10_000_000);
      if (total === 8_000_000) given.push(`${state} ${paidUntil}`);
    }
  }
  expect(given).toEqual(['Active 2099-01-01', 'Overdue 2099-01-01', 'Leaving 2099-01-01']);
});

test('a discount is a whole number of per cent up to 90', async () => {
  const seller = await shop.person();
  for (const discountPercent of [-1, 91, 10.5, '10', null]) {
    const answer = await createLevel(seller, { discountPercent });
    expect(answer, String(discountPercent)).toMatchObject({
      status: 400,
      body: { error: { fields: { discountPercent: 'Целое число от 0 до 90' } } },
    });
  }
  expect(dataOf(await createLevel(seller, { discountPercent: 90 }))).toMatchObject({ discountPercent: 90 });
  expect(dataOf(await createLevel(seller, { discountPercent: undefined }))).toMatchObject({ discountPercent: 0 });
});

describe('a thing for members alone', () => {
  /** A product that only members of a new seller may buy; `levelId` is that of a level without a discount. */
  async function closedShop() {
    const seller = await shop.person();
    const { id: levelId } = dataOf(await createLevel(seller, { discountPercent: 0 }));
    const productId = await shop.product({ price: 100_000, seller, isForMembers: true });
    const join = (buyer: SignedIn, more: object = {}) =>
      members.join(buyer, seller.projectId, undefined, { amount: level.amount, ...more });
    return { seller, levelId, productId, join };
  }
  const pay = (buyer: SignedIn, orderId: string) => shop.askToPay(buyer, { orderId, expectedTotal: 100_000 });
  const refusal = { status: 409, body: { error: { code: 'MembersOnly' } } };

  test('says so to everybody, and lies in the basket of others without being sold to them', async () => {
    const { productId } = await closedShop();
    const shown = await shop.app.api('GET Product/Product', { query: { productId } });
    expect(dataOf(shown)).toMatchObject({ isForMembers: true });
    const open = await shop.app.api('GET Product/Product', { query: { productId: await shop.product() } });
    expect(dataOf(open)).not.toHaveProperty('isForMembers');
    const buyer = await shop.person();
    const { orderId, items } = await shop.ready(buyer, [{ productId }]);
    expect(items).toMatchObject([{ state: 'membersOnly', memberPercent: 0 }]);
    const refused = await pay(buyer, orderId);
    expect(refused).toMatchObject(refusal);
    expect(refused.body).toMatchObject({ error: { details: { lines: [{ productId, state: 'membersOnly' }] } } });
    expect(await shop.statusOf(buyer, orderId)).toBe('Basket');
  });

  test('is sold to a member of any level, or of none, and of this creator alone', async () => {
    const { productId, join, levelId } = await closedShop();
    const other = await closedShop();
    for (const more of [{}, { levelId }]) {
      const buyer = await shop.person();
      await join(buyer, more);
      const { orderId, items } = await shop.ready(buyer, [{ productId }]);
      expect(items).toMatchObject([{ state: 'available', memberPercent: 0 }]);
      openedOf(await pay(buyer, orderId));
      const elsewhere = await shop.ready(buyer, [{ productId: other.productId }]);
      expect(elsewhere.items).toMatchObject([{ state: 'membersOnly' }]);
    }
  });

  test('is not sold after the end, also where it was in the basket before', async () => {
    const { productId, join } = await closedShop();
    const buyer = await shop.person();
    const { id } = await join(buyer);
    const { orderId } = await shop.ready(buyer, [{ productId }]);
    await shop.app.db.pool.query(`update membership set state = 'Paused' where id = $1`, [id]);
    expect(await pay(buyer, orderId)).toMatchObject(refusal);
    await shop.app.db.pool.query(`update membership set state = 'Leaving' where id = $1`, [id]);
    openedOf(await pay(buyer, orderId));
  });

  test('that is opened for all is sold to all', async () => {
    const { productId } = await closedShop();
    const body = { id: productId, isForMembers: false };
    dataOf(await shop.app.api('PUT Product/Update', { body }, { token: shop.staff.token }));
    const buyer = await shop.person();
    const { orderId } = await shop.ready(buyer, [{ productId }]);
    openedOf(await pay(buyer, orderId));
  });
});

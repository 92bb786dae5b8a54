import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { fromMain, minor } from '#base/money/money.ts';
import { MembershipFixture } from '#test/support/money/membership-fixture.ts';
import { openShop } from '#test/support/shop-fixture.ts';
import type { SignedIn } from '#test/support/sign-in.ts';
import { dataOf, startApp } from '#test/support/start-app.ts';
import { memberPriceOf } from './member-price.ts';

const shop = await openShop({ heldJobs: ['ended memberships'] });
const members = new MembershipFixture(shop.app, { clock: { now: new Date() } });
afterAll(() => shop.app.close());

const amount = 20_000;

async function newLevel(seller: SignedIn, discountPercent: number) {
  const body = { name: `Уровень ${discountPercent}`, amount, discountPercent };
  return String(dataOf(await members.as(seller, 'POST Membership/CreateLevel', { body })).id);
}

const changeLevel = (seller: SignedIn, levelId: string, discountPercent: number) =>
  members.as(seller, 'PUT Membership/Level', { body: { levelId, name: 'Уровень', amount, discountPercent } });

/** A new seller with a thing of this price in main units. */
async function openSeller(price = 100_000) {
  const seller = await shop.person();
  return { seller, productId: await shop.product({ price, seller }) };
}

const shown = async (productId: string, from = shop.app) =>
  dataOf(await from.api('GET Product/Product', { query: { productId } }));

const support = z.object({
  items: z.array(z.looseObject({ level: z.object({ discountPercent: z.number() }).nullable() })),
});

/** The price of one piece that the page of a product shows to a person, in minor units. */
async function shownTo(person: SignedIn, { seller, price }: { seller: SignedIn; price: number }) {
  const query = { projectId: seller.projectId, Take: 1 };
  const [own] = support.parse(dataOf(await members.as(person, 'GET Membership/My', { query }))).items;
  const memberPercent = own?.level?.discountPercent ?? 0;
  return memberPriceOf({ price: fromMain(price), quantity: 1, memberPercent });
}

async function inBasket(person: SignedIn, productId: string) {
  return (await shop.ready(person, [{ productId }])).total;
}

describe('everybody reads the least price of members', () => {
  test('of the levels that are offered, on the page of the product alone', async () => {
    const { seller, productId } = await openSeller();
    expect(await shown(productId)).not.toHaveProperty('memberPrice');
    await newLevel(seller, 0);
    expect(await shown(productId)).not.toHaveProperty('memberPrice');
    await newLevel(seller, 10);
    await newLevel(seller, 25);
    await newLevel(seller, 5);
    expect(await shown(productId)).toMatchObject({ price: 100_000, memberPrice: 75_000 });
    expect(await shown((await openSeller()).productId)).not.toHaveProperty('memberPrice');
    const listed = await shop.app.api('GET Product/ProductList', { query: { UserId: seller.userId } });
    expect(JSON.stringify(listed.body)).toContain(productId);
    expect(JSON.stringify(listed.body)).not.toContain('memberPrice');
  });

  test('which changes with a level at once, on every process', async () => {
    const { seller, productId } = await openSeller();
    const levelId = await newLevel(seller, 10);
    const other = await startApp({ databaseUrl: shop.app.opora.db.pool.options.connectionString ?? '' });
    try {
      const prices = async () =>
        Promise.all([shop.app, other].map(async (from) => (await shown(productId, from)).memberPrice));
      // An answer is cached for 5 s: what has changed before has been invalidated.
      const beforeItExpires = { timeout: 4_000 };
      expect(await prices()).toEqual([90_000, 90_000]);
      dataOf(await changeLevel(seller, levelId, 40));
      await expect.poll(prices, beforeItExpires).toEqual([60_000, 60_000]);
      await members.as(seller, 'DELETE Membership/Level', { query: { levelId } });
      await expect.poll(prices, beforeItExpires).toEqual([undefined, undefined]);
    } finally {
      await other.close();
    }
  });

  test('unless no offered level has one; then only that there are members', async () => {
    const { seller, productId } = await openSeller();
    const levelId = await newLevel(seller, 10);
    const member = await shop.person();
    await members.join(member, seller.projectId, undefined, { amount, levelId });
    expect(await shown(productId)).toMatchObject({ memberPrice: 90_000 });
    await members.as(seller, 'DELETE Membership/Level', { query: { levelId } });
    expect(await shown(productId)).toMatchObject({ memberPrice: null });
    expect(await shownTo(member, { seller, price: 100_000 })).toBe(9_000_000);
    expect(await inBasket(member, productId)).toBe(9_000_000);
  });

  test('and of a piece that costs the least there is, nothing', async () => {
    const { seller, productId } = await openSeller(0.01);
    await newLevel(seller, 90);
    expect(await shown(productId)).not.toHaveProperty('memberPrice');
  });
});

describe('a member is shown the price that the basket asks', () => {
  test('to the tiyin, by the level, and the full one of other creators', async () => {
    for (const [price, percent] of [
      [100_000, 10],
      [333.33, 15],
      [0.05, 50],
      [0.02, 90],
      [99_999.99, 33],
    ] as const) {
      const { seller, productId } = await openSeller(price);
      const levelId = await newLevel(seller, percent);
      const member = await shop.person();
      const of = { seller, price };
      await members.join(member, seller.projectId, undefined, { amount, levelId });
      const own = await shownTo(member, of);
      expect(own).toBeLessThan(fromMain(price));
      expect(await inBasket(member, productId), `${price} less ${percent} %`).toBe(own);
      expect(fromMain(Number((await shown(productId)).memberPrice))).toBe(own);
      const other = await openSeller(price);
      expect(await shownTo(member, { seller: other.seller, price })).toBe(fromMain(price));
      expect(await shownTo(await shop.person(), of)).toBe(fromMain(price));
    }
  });

  test('whatever becomes of the membership', async () => {
    const price = 100_000;
    const { seller, productId } = await openSeller(price);
    const levelId = await newLevel(seller, 20);
    const member = await shop.person();
    const { id } = await members.join(member, seller.projectId, undefined, { amount, levelId });
    await shop.ready(member, [{ productId }]);
    const seen: number[] = [];
    const look = async (what: string) => {
      const own = await shownTo(member, { seller, price });
      expect((await shop.basketOf(member)).total, what).toBe(own);
      seen.push(own);
    };
    const put = (change: string) => shop.app.db.pool.query(`update membership set ${change} where id = $1`, [id]);
    await look('active');
    await put("state = 'Paused'");
    await look('paused');
    await put("state = 'Leaving'");
    await look('leaving');
    // The job that ends it has not come yet.
    await put("paid_until = now() - interval '1 second'");
    await look('after the paid month');
    await put("state = 'Overdue', paid_until = null, ended_at = null, end_reason = null, due_at = '2099-01-01'");
    await look('overdue without a paid month');
    await put("state = 'Active', paid_until = '2099-01-01'");
    await look('active again');
    await shop.app.opora.areas.payments.refundPayment(id);
    await look('refunded');
    const whole = 10_000_000;
    const less = 8_000_000;
    expect(seen).toEqual([less, whole, less, whole, whole, less, whole]);
  });

  test('and the larger the discount, the less it is, but never nothing', () => {
    const price = fc.oneof(fc.integer({ min: 1, max: 50 }), fc.integer({ min: 1, max: 9_000_000_000 })).map(minor);
    const percent = fc.integer({ min: 0, max: 90 });
    fc.assert(
      fc.property(price, percent, percent, (of, one, another) => {
        const less = Math.min(one, another);
        const more = Math.max(one, another);
        const at = (memberPercent: number) => memberPriceOf({ price: of, quantity: 1, memberPercent });
        expect(at(0)).toBe(of);
        expect(at(more)).toBeLessThanOrEqual(at(less));
        expect(at(more)).toBeGreaterThanOrEqual(1);
      }),
    );
  });
});

import { afterAll, describe, expect, test } from 'vitest';
import { toMain } from '#base/money/money.ts';
import { type AnsweredOrder, openedOf, openShop, orderOf } from '#test/support/shop-fixture.ts';
import { type SignedIn, signInAgain } from '#test/support/sign-in.ts';
import { testSecrets } from '#test/support/start-app.ts';

const shop = await openShop();
afterAll(() => shop.app.close());

const basketChanged = { status: 409, body: { error: { code: 'BasketChanged' } } };

/** A basket as one device shows it, and two other products of the same price. */
async function shownBasket() {
  const buyer = await shop.person();
  const mug = await shop.product({ stock: 9 });
  const cap = await shop.product({ stock: 9 });
  const shown = await shop.ready(buyer, [{ productId: mug, quantity: 2 }]);
  return { buyer, mug, cap, shown };
}

const pay = (buyer: SignedIn, { orderId, total, version }: AnsweredOrder) =>
  shop.askToPay(buyer, { orderId, expectedTotal: toMain(total), version });

const update = (buyer: SignedIn, body: object) => shop.app.api('PUT Order/Update', { body }, { token: buyer.token });

describe('a payment for the basket that was shown', () => {
  test('is refused when another device has put other items of the same total into it', async () => {
    const { buyer, mug, cap, shown } = await shownBasket();
    const swapped = await shop.fill(buyer, [{ productId: cap, quantity: 2 }], { orderId: shown.orderId });
    expect(orderOf(swapped).total).toBe(shown.total);
    expect(await pay(buyer, shown)).toMatchObject(basketChanged);
    expect(await shop.statusOf(buyer, shown.orderId)).toBe('Basket');
    expect([await shop.stockOf(mug), await shop.stockOf(cap)]).toEqual([9, 9]);
    expect(openedOf(await pay(buyer, await shop.basketOf(buyer))).amount).toBe(toMain(shown.total));
    expect([await shop.stockOf(mug), await shop.stockOf(cap)]).toEqual([9, 7]);
  });

  test('is refused when quantities or the delivery have changed', async () => {
    const { buyer, mug, cap } = await shownBasket();
    const shown = orderOf(await shop.fill(buyer, [{ productId: cap, quantity: 2 }]));
    const { orderId } = shown;
    const lines = (first: number, second: number) => [
      { productId: mug, quantity: first },
      { productId: cap, quantity: second },
    ];
    await update(buyer, { orderId, items: lines(1, 3) });
    expect(await pay(buyer, shown)).toMatchObject(basketChanged);
    await update(buyer, { orderId, items: lines(2, 2), address: 'Самарканд, Регистан, 1' });
    expect(await pay(buyer, shown)).toMatchObject(basketChanged);
  });

  test('succeeds when the basket is the same again', async () => {
    const { buyer, mug, cap, shown } = await shownBasket();
    const { orderId } = shown;
    await update(buyer, { orderId, items: [{ productId: cap, quantity: 2 }] });
    await update(buyer, { orderId, items: [{ productId: mug, quantity: 2 }] });
    expect(openedOf(await pay(buyer, shown)).amount).toBe(toMain(shown.total));
  });

  test('without a version pays the basket that its session was last shown, and no other', async () => {
    const { buyer, mug, cap, shown } = await shownBasket();
    const asked = { orderId: shown.orderId, expectedTotal: toMain(shown.total) };
    const { token } = await signInAgain(shop.app.db, testSecrets.jwt, buyer);
    const otherDevice = { ...buyer, token };
    await shop.fill(otherDevice, [{ productId: cap, quantity: 2 }], { orderId: shown.orderId });
    expect(await shop.askToPay(buyer, asked)).toMatchObject(basketChanged);
    expect([await shop.stockOf(mug), await shop.stockOf(cap)]).toEqual([9, 9]);
    expect((await shop.basketOf(buyer)).total).toBe(shown.total);
    expect(openedOf(await shop.askToPay(buyer, asked)).amount).toBe(toMain(shown.total));
    expect([await shop.stockOf(mug), await shop.stockOf(cap)]).toEqual([9, 7]);
  });

  test('without a version is refused when the other device has placed the order, unless the order is meant', async () => {
    const { buyer, cap, shown } = await shownBasket();
    const asked = { orderId: shown.orderId, expectedTotal: toMain(shown.total) };
    const { token } = await signInAgain(shop.app.db, testSecrets.jwt, buyer);
    const otherDevice = { ...buyer, token };
    await shop.fill(otherDevice, [{ productId: cap, quantity: 2 }], { orderId: shown.orderId });
    const opened = openedOf(await shop.askToPay(otherDevice, asked));
    expect(await shop.askToPay(buyer, asked)).toMatchObject(basketChanged);
    await shop.fill(buyer, [{ productId: cap }]);
    expect(await shop.askToPay(buyer, asked), 'also after another basket was shown').toMatchObject(basketChanged);
    expect(openedOf(await shop.askToPay(buyer, { ...asked, version: null })).paymentUrl).toBe(opened.paymentUrl);
  });

  test('is refused when the order was placed meanwhile with other items, and continued when with the same', async () => {
    const { buyer, cap, shown } = await shownBasket();
    const swapped = orderOf(await shop.fill(buyer, [{ productId: cap, quantity: 2 }], { orderId: shown.orderId }));
    const opened = openedOf(await pay(buyer, swapped));
    expect(await pay(buyer, shown)).toMatchObject(basketChanged);
    expect(openedOf(await pay(buyer, swapped)).paymentUrl).toBe(opened.paymentUrl);
  });

  test('never buys items that were not shown, in any race of a change and a payment', async () => {
    for (let round = 0; round < 12; round += 1) {
      const { buyer, mug, cap, shown } = await shownBasket();
      const [paid] = await Promise.all([
        pay(buyer, shown),
        update(buyer, { orderId: shown.orderId, items: [{ productId: cap, quantity: 2 }] }),
      ]);
      const { statusName, items } = await shop.orderFor(buyer, shown.orderId);
      const end = [statusName, items.map(({ productId }) => productId)];
      expect(end).toEqual(paid.status === 200 ? ['AwaitingPayment', [mug]] : ['Basket', [cap]]);
    }
  });
});

test('a missing basket and a placed order have no version', async () => {
  const buyer = await shop.person();
  expect(await shop.basketOf(buyer)).toMatchObject({ version: null });
  const { orderId } = await shop.placed(buyer, [{ productId: await shop.product() }]);
  expect(await shop.orderFor(buyer, orderId)).toMatchObject({ version: null });
});

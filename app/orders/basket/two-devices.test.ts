import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { type AnsweredOrder, openShop, orderOf } from '#test/support/shop-fixture.ts';
import type { SignedIn } from '#test/support/sign-in.ts';
import { quantityMost } from '../order-limits.ts';

const shop = await openShop();
afterAll(() => shop.app.close());

interface Line {
  readonly productId: string;
  readonly quantity: number;
}

const linesOf = ({ items }: Pick<AnsweredOrder, 'items'>): Line[] =>
  items.map(({ productId, quantity }) => ({ productId, quantity }));

/** A device of a buyer, which sends the lines that it was shown beside the new ones. */
function deviceOf({ token }: SignedIn, basket: AnsweredOrder, name: 'PUT Order/Update' | 'POST Order/CreateOrder') {
  let seen = linesOf(basket);
  return async (change: (shown: readonly Line[]) => readonly Line[]) => {
    const body = { orderId: basket.orderId, items: change(seen), seen };
    const answer = await shop.app.api(name, { body }, { token });
    seen = linesOf(orderOf(answer));
    return seen;
  };
}

const without = (productId: string) => (shown: readonly Line[]) => shown.filter((line) => line.productId !== productId);
const withQuantity = (productId: string, quantity: number) => (shown: readonly Line[]) =>
  shown.map((line) => (line.productId === productId ? { productId, quantity } : line));

async function filled(quantities: readonly number[]) {
  const buyer = await shop.person();
  const ids: string[] = [];
  for (const _ of quantities) ids.push(await shop.product());
  const items = ids.map((productId, at) => ({ productId, quantity: quantities[at] ?? 1 }));
  const basket = orderOf(await shop.fill(buyer, items));
  return { buyer, basket, ids };
}

const asMap = (lines: readonly Line[]) => new Map(lines.map(({ productId, quantity }) => [productId, quantity]));

describe.each(['PUT Order/Update', 'POST Order/CreateOrder'] as const)('two devices at one basket by %s', (name) => {
  test('that change different lines: both changes stay', async () => {
    const { buyer, basket, ids } = await filled([2, 2, 2]);
    const [first = '', second = '', third = ''] = ids;
    const phone = deviceOf(buyer, basket, name);
    const laptop = deviceOf(buyer, basket, name);
    await phone(withQuantity(first, 5));
    await laptop(withQuantity(second, 7));
    await phone(without(third));
    expect(linesOf(await shop.basketOf(buyer))).toEqual([
      { productId: first, quantity: 5 },
      { productId: second, quantity: 7 },
    ]);
  });

  test('a line that one removed does not come back with a change of the other, and an added line stays', async () => {
    const { buyer, basket, ids } = await filled([1, 1]);
    const [first = '', second = ''] = ids;
    const phone = deviceOf(buyer, basket, name);
    const laptop = deviceOf(buyer, basket, name);
    const added = await shop.product();
    await phone(without(first));
    await phone((shown) => [...shown, { productId: added, quantity: 3 }]);
    expect(asMap(await laptop(withQuantity(second, 4)))).toEqual(
      new Map([
        [second, 4],
        [added, 3],
      ]),
    );
  });

  test('the later change of the same line counts', async () => {
    const { buyer, basket, ids } = await filled([2]);
    const [only = ''] = ids;
    const phone = deviceOf(buyer, basket, name);
    const laptop = deviceOf(buyer, basket, name);
    await phone(withQuantity(only, 9));
    expect(await laptop(withQuantity(only, 4))).toEqual([{ productId: only, quantity: 4 }]);
    await phone(without(only));
    expect(await laptop(withQuantity(only, 6))).toEqual([{ productId: only, quantity: 6 }]);
  });

  test('changes at the same moment: none is lost', async () => {
    const { buyer, basket, ids } = await filled([1, 1, 1, 1]);
    const [a = '', b = '', c = '', d = ''] = ids;
    const phone = deviceOf(buyer, basket, name);
    const laptop = deviceOf(buyer, basket, name);
    for (let round = 2; round < 22; round += 1) {
      await Promise.all([phone(withQuantity(a, round)), laptop(withQuantity(b, round + 1))]);
      await Promise.all([
        phone((shown) => (round % 2 ? [...without(c)(shown), { productId: c, quantity: round }] : without(c)(shown))),
        laptop((shown) => (round % 2 ? without(d)(shown) : [...without(d)(shown), { productId: d, quantity: round }])),
      ]);
      const wanted = new Map([[a, round], [b, round + 1], round % 2 ? [c, round] : [d, round]]);
      expect(asMap(linesOf(await shop.basketOf(buyer)))).toEqual(wanted);
    }
  });
});

test('without `seen` the items replace all lines', async () => {
  const { buyer, basket, ids } = await filled([1, 1]);
  const body = { orderId: basket.orderId, items: [{ productId: ids[0], quantity: 3 }] };
  const answer = await shop.app.api('PUT Order/Update', { body }, { token: buyer.token });
  expect(linesOf(orderOf(answer))).toEqual([{ productId: ids[0], quantity: 3 }]);
});

test('changes of two devices to different lines give the same result as each alone', async () => {
  const { buyer, basket, ids } = await filled([1, 1, 1, 1, 1, 1]);
  const phone = deviceOf(buyer, basket, 'PUT Order/Update');
  const laptop = deviceOf(buyer, basket, 'PUT Order/Update');
  const model = new Map(ids.map((id) => [id, 1]));
  const step = fc.record({
    isPhone: fc.boolean(),
    line: fc.nat(2),
    quantity: fc.integer({ min: 0, max: quantityMost }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 6 }), async (steps) => {
      await Promise.all(
        [true, false].map(async (isPhone) => {
          const device = isPhone ? phone : laptop;
          for (const { line, quantity } of steps.filter((one) => one.isPhone === isPhone)) {
            const productId = ids[isPhone ? line : line + 3] ?? '';
            if (quantity === 0) model.delete(productId);
            else model.set(productId, quantity);
            await device((shown) => [
              ...without(productId)(shown),
              ...(quantity === 0 ? [] : [{ productId, quantity }]),
            ]);
          }
        }),
      );
      expect(asMap(linesOf(await shop.basketOf(buyer)))).toEqual(model);
    }),
    { numRuns: 25 },
  );
});

import { afterAll, describe, expect, test } from 'vitest';
import { openShop } from '#test/support/shop-fixture.ts';
import type { SignedIn } from '#test/support/sign-in.ts';
import { dataOf } from '#test/support/start-app.ts';

const shop = await openShop();
afterAll(() => shop.app.close());

const read = async () => dataOf(await shop.app.api('GET Delivery/Rates'));
const rate = { way: 'pickUp', regionId: null, price: 15_000, freeFrom: null, daysFrom: null, daysTo: null };
const write = (items: object[], version: unknown, who: SignedIn | null = shop.staff) =>
  shop.app.api('PUT Delivery/Rates', { body: { items, version } }, who ? { token: who.token } : {});

describe('the prices of delivery', () => {
  test('are none at first, are replaced together, and name their regions', async () => {
    const first = await read();
    expect(first).toMatchObject({ items: [] });
    const items = [
      rate,
      { ...rate, way: 'address', regionId: 14, price: 40_000.5, freeFrom: 300_000, daysFrom: 2, daysTo: 5 },
    ];
    const written = dataOf(await write(items, first.version));
    expect(written.items).toEqual([
      { ...rate, regionName: null },
      { ...items[1], regionName: 'Республика Каракалпакстан' },
    ]);
    expect(await read()).toEqual(written);
    const last = dataOf(await write([{ ...rate, price: 0 }], written.version));
    expect(last.items, 'free everywhere is no rate').toEqual([]);
    const { rows } = await shop.app.db.pool.query("select 1 from audit where call = 'PUT Delivery/Rates'");
    expect(rows).toHaveLength(2);
  });

  test('are not overwritten by staff who has read older ones, whoever is faster', async () => {
    const { version } = await read();
    const prices = [1_000, 2_000, 3_000, 4_000];
    const answers = await Promise.all(prices.map((price) => write([{ ...rate, price }], version)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    expect(answers.find(({ status }) => status === 409)).toMatchObject({ body: { error: { code: 'RatesChanged' } } });
  });

  test('are changed by staff only, and only to what makes sense', async () => {
    const before = await read();
    expect((await write([rate], before.version, null)).status).toBe(401);
    expect((await write([rate], before.version, await shop.person())).status).toBe(403);
    const wrong = [
      { ...rate, regionId: 15 },
      { ...rate, price: -1 },
      { ...rate, price: 0.001 },
      { ...rate, price: 1_000_000_001 },
      { ...rate, freeFrom: 0 },
      { ...rate, daysFrom: 3 },
      { ...rate, daysFrom: 3, daysTo: 2 },
      { ...rate, daysFrom: 1, daysTo: 366 },
      { ...rate, way: 'drone' },
    ];
    for (const item of wrong) expect((await write([item], before.version)).status, JSON.stringify(item)).toBe(400);
    expect((await write([rate, rate], before.version)).status).toBe(400);
    expect(await read()).toEqual(before);
  });
});

import { afterAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { openShop } from '#test/support/shop-fixture.ts';
import type { SignedIn } from '#test/support/sign-in.ts';
import { dataOf } from '#test/support/start-app.ts';

const failureAnswer = z.object({ error: z.object({ fields: z.record(z.string(), z.string()) }) });

const shop = await openShop();
afterAll(() => shop.app.close());

const read = async () => dataOf(await shop.app.api('GET Delivery/Rates'));
const rate = {
  way: 'pickUp',
  regionId: null,
  pickupPointId: null,
  price: 15_000,
  freeFrom: null,
  daysFrom: null,
  daysTo: null,
};
const unnamed = { regionName: null, pickupPointName: null };
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
      { ...rate, ...unnamed },
      { ...items[1], ...unnamed, regionName: 'Республика Каракалпакстан' },
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
    const { pickupPointId, ...old } = rate;
    expect((await write([old], before.version)).status, 'a form that does not know points').toBe(400);
    const tooMany = Array.from({ length: 201 }, (_, at) => ({ ...rate, pickupPointId: at + 1 }));
    expect(await write(tooMany, before.version)).toMatchObject({
      status: 400,
      body: { error: { fields: { items: 'Цен доставки может быть не больше 200' } } },
    });
    expect(await read()).toEqual(before);
  });
});

describe('the prices of single pickup points', () => {
  const toPoint = (pickupPointId: number, change: object = {}) => ({ ...rate, pickupPointId, ...change });
  const faultsOf = ({ body }: Awaited<ReturnType<typeof write>>) => failureAnswer.parse(body).error.fields;
  /** Writes over whatever is there. */
  const replace = async (items: object[]) => write(items, (await read()).version);
  const moderator = { token: shop.staff.token };

  test('stand behind those of the way, by region and name; what is no longer among them is gone', async () => {
    const chorsu = await shop.point('Чорсу');
    const anhor = await shop.point('Анхор');
    const items = [toPoint(chorsu.id, { price: 0 }), { ...rate, regionId: 14 }, rate, toPoint(anhor.id)];
    const written = dataOf(await replace([...items, { ...rate, way: 'address' }]));
    expect(written.items).toEqual([
      { ...rate, ...unnamed },
      { ...rate, ...unnamed, regionId: 14, regionName: 'Республика Каракалпакстан' },
      { ...toPoint(anhor.id), ...unnamed, pickupPointName: 'Анхор' },
      { ...toPoint(chorsu.id, { price: 0 }), ...unnamed, pickupPointName: 'Чорсу' },
      { ...rate, ...unnamed, way: 'address' },
    ]);
    expect(await read()).toEqual(written);
    const left = dataOf(await replace([toPoint(anhor.id, { price: 1 })]));
    expect(left.items).toEqual([{ ...toPoint(anhor.id, { price: 1 }), ...unnamed, pickupPointName: 'Анхор' }]);
    expect(dataOf(await replace([])).items).toEqual([]);
  });

  test('are refused at the field of the place', async () => {
    const { id } = await shop.point();
    const removed = await shop.point('Снесён');
    await shop.app.api('DELETE PickUp', { query: { id: removed.id } }, moderator);
    const abroad = await shop.app.db.pool.query<{ id: number }>(
      `insert into pickup_point (country, region_id, region_name, name, address, latitude, longitude)
       values ('kz', 1, 'город Астана', 'Астана', 'Астана', 51.1, 71.4) returning id`,
    );
    await replace([toPoint(id)]);
    const before = await read();
    const none = 'Такого пункта выдачи нет: возможно, его удалили';
    const cases: [items: object[], faults: object][] = [
      [[toPoint(id), toPoint(2_000_000_000)], { 'items.1.pickupPointId': none }],
      [[toPoint(removed.id)], { 'items.0.pickupPointId': none }],
      [
        [toPoint(abroad.rows[0]?.id ?? 0), { ...rate, regionId: 15 }],
        {
          'items.0.pickupPointId': none,
          'items.1.regionId': 'Выберите регион из списка',
        },
      ],
      [[toPoint(id), rate, toPoint(id, { price: 1 })], { 'items.2.pickupPointId': 'Место указано дважды' }],
      [[rate, { ...rate, regionId: 3 }, { ...rate, regionId: 3 }], { 'items.2.regionId': 'Место указано дважды' }],
      [
        [toPoint(id, { way: 'address' })],
        {
          'items.0.pickupPointId': 'Своя цена пункта бывает только у доставки до пункта',
        },
      ],
      [[toPoint(id, { regionId: 1 })], { 'items.0.pickupPointId': 'Укажите одно: регион или пункт' }],
    ];
    for (const [items, faults] of cases) {
      const refused = await write(items, before.version);
      expect(refused.status).toBe(400);
      expect(faultsOf(refused)).toEqual(faults);
    }
    expect(await read()).toEqual(before);
  });

  test('are guarded by the version, too: of two who have read the same, one writes', async () => {
    const one = await shop.point('Первый');
    const other = await shop.point('Второй');
    const { version } = dataOf(await replace([rate]));
    const answers = await Promise.all([
      write([rate, toPoint(one.id)], version),
      write([rate, toPoint(other.id)], version),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const stale = await write([{ ...rate, price: 1 }], version);
    expect(stale, 'nobody takes away a point that was not read').toMatchObject({
      status: 409,
      body: { error: { code: 'RatesChanged' } },
    });
  });

  test('stay with a point that is renamed, moved or closed, and go with one that is deleted', async () => {
    const { isActive, regionName, ...point } = await shop.point();
    const { version } = dataOf(await replace([rate, toPoint(point.id)]));
    const changed = await shop.app.api('PUT PickUp', { body: { ...point, name: 'Другой', regionId: 2 } }, moderator);
    expect(changed.status).toBe(200);
    await shop.app.api('POST PickUp/state', { query: { id: point.id, isActive: false } }, moderator);
    const closed = await read();
    expect(closed).toMatchObject({ version, items: [{}, { pickupPointName: 'Другой', price: 15_000 }] });
    expect((await write([rate, toPoint(point.id, { price: 2 })], version)).status).toBe(200);
    expect(dataOf(await shop.app.api('DELETE PickUp', { query: { id: point.id } }, moderator))).toEqual({
      isDeleted: true,
    });
    const { items, version: after } = await read();
    expect(items).toEqual([{ ...rate, ...unnamed }]);
    expect(after).not.toBe(closed.version);
  });

  test('and a deletion of the point at the same time leave no rate behind, and no failure', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { id } = await shop.point();
      const { version } = await read();
      const [written, deleted] = await Promise.all([
        write([toPoint(id)], version),
        shop.app.api('DELETE PickUp', { query: { id } }, moderator),
      ]);
      expect([200, 400]).toContain(written.status);
      expect(deleted).toMatchObject({ status: 200, body: { data: { isDeleted: true } } });
      expect(JSON.stringify(await read())).not.toContain(`"pickupPointId":${id}`);
    }
  });
});

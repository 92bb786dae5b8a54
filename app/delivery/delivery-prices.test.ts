import { afterAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { openShop } from '#test/support/shop-fixture.ts';
import type { SignedIn } from '#test/support/sign-in.ts';
import { dataOf } from '#test/support/start-app.ts';

const failureAnswer = z.object({ error: z.object({ fields: z.record(z.string(), z.string()) }) });

const shop = await openShop();
afterAll(() => shop.app.close());

const read = async () => dataOf(await shop.app.api('GET Delivery/Rates'));
const rate = { way: 'pickUp', regionId: null, price: 15_000, freeFrom: null, daysFrom: null, daysTo: null };
const write = (items: object[], version: unknown, who: SignedIn | null = shop.staff) =>
  shop.app.api('PUT Delivery/Rates', { body: { items, points: [], version } }, who ? { token: who.token } : {});

describe('the prices of delivery', () => {
  test('are none at first, are replaced together, and name their regions', async () => {
    const first = await read();
    expect(first).toMatchObject({ items: [], points: [] });
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

describe('the prices of single pickup points', () => {
  const { way, regionId, ...terms } = rate;
  const toPoint = (pickupPointId: number, change: object = {}) => ({ pickupPointId, ...terms, ...change });
  const faultsOf = ({ body }: Awaited<ReturnType<typeof write>>) => failureAnswer.parse(body).error.fields;
  const writePoints = (points: object[], version: unknown, items: object[] = [rate]) =>
    shop.app.api('PUT Delivery/Rates', { body: { items, points, version } }, { token: shop.staff.token });
  /** Writes over whatever is there. */
  const replace = async (points: object[], items: object[] = [rate]) =>
    writePoints(points, (await read()).version, items);
  const moderator = { token: shop.staff.token };

  test('stand by region and name apart from the others; what is no longer among them is gone', async () => {
    const chorsu = await shop.point('Чорсу');
    const anhor = await shop.point('Анхор');
    const written = dataOf(await replace([toPoint(chorsu.id, { price: 0 }), toPoint(anhor.id)]));
    expect(written).toMatchObject({ items: [{ ...rate, regionName: null }] });
    expect(written.points).toEqual([
      { ...toPoint(anhor.id), pickupPointName: 'Анхор' },
      { ...toPoint(chorsu.id, { price: 0 }), pickupPointName: 'Чорсу' },
    ]);
    expect(await read()).toEqual(written);
    const left = dataOf(await replace([toPoint(anhor.id, { price: 1 })], []));
    expect(left).toMatchObject({ items: [], points: [{ pickupPointId: anhor.id, price: 1 }] });
    expect(dataOf(await replace([], []))).toMatchObject({ items: [], points: [] });
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
    const cases: [points: object[], faults: object][] = [
      [[toPoint(id), toPoint(2_000_000_000)], { 'points.1.pickupPointId': none }],
      [
        [toPoint(removed.id), toPoint(abroad.rows[0]?.id ?? 0)],
        { 'points.0.pickupPointId': none, 'points.1.pickupPointId': none },
      ],
      [[toPoint(id), toPoint(id, { price: 1 })], { 'points.1.pickupPointId': 'Место указано дважды' }],
      [[toPoint(id, { price: -1 })], { 'points.0.price': 'Цена не бывает меньше нуля' }],
      [[toPoint(id, { daysFrom: 3, daysTo: 2 })], { 'points.0.daysTo': 'Этот срок раньше первого' }],
      [[toPoint(id, { regionId: 1 })], { 'points.0.regionId': 'Лишнее поле' }],
      [
        Array.from({ length: 201 }, (_, at) => toPoint(at + 1)),
        { points: 'Своя цена может быть не больше чем у 200 пунктов' },
      ],
    ];
    for (const [points, faults] of cases) {
      const refused = await writePoints(points, before.version);
      expect(refused.status).toBe(400);
      expect(faultsOf(refused)).toEqual(faults);
    }
    const { body } = await shop.app.api(
      'PUT Delivery/Rates',
      { body: { items: [], version: before.version } },
      moderator,
    );
    expect(failureAnswer.parse(body).error.fields, 'a form that does not know points').toEqual({
      points: 'Заполните поле',
    });
    const stale = await writePoints([], 'older', [{ ...rate, regionId: 15 }]);
    expect(faultsOf(stale), 'before the version is compared').toEqual({
      'items.0.regionId': 'Выберите регион из списка',
    });
    expect(await read()).toEqual(before);
  });

  test('are guarded by the version, too: of two who have read the same, one writes', async () => {
    const one = await shop.point('Первый');
    const other = await shop.point('Второй');
    const { version } = dataOf(await replace([]));
    const answers = await Promise.all([
      writePoints([toPoint(one.id)], version),
      writePoints([toPoint(other.id)], version),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const stale = await writePoints([], version, [{ ...rate, price: 1 }]);
    expect(stale, 'nobody takes away a point that was not read').toMatchObject({
      status: 409,
      body: { error: { code: 'RatesChanged' } },
    });
  });

  test('stay with a point that is renamed, moved or closed, and go with one that is deleted', async () => {
    const { isActive, regionName, ...point } = await shop.point();
    const { version } = dataOf(await replace([toPoint(point.id)]));
    const changed = await shop.app.api('PUT PickUp', { body: { ...point, name: 'Другой', regionId: 2 } }, moderator);
    expect(changed.status).toBe(200);
    await shop.app.api('POST PickUp/state', { query: { id: point.id, isActive: false } }, moderator);
    const closed = await read();
    expect(closed).toMatchObject({ version, points: [{ pickupPointName: 'Другой', price: 15_000 }] });
    expect((await writePoints([toPoint(point.id, { price: 2 })], version)).status).toBe(200);
    expect(dataOf(await shop.app.api('DELETE PickUp', { query: { id: point.id } }, moderator))).toEqual({
      isDeleted: true,
    });
    const { points, version: after } = await read();
    expect(points).toEqual([]);
    expect(after).not.toBe(closed.version);
  });

  test('and a deletion of the point at the same time leave no rate behind, and no failure', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { id } = await shop.point();
      const { version } = await read();
      const [written, deleted] = await Promise.all([
        writePoints([toPoint(id)], version),
        shop.app.api('DELETE PickUp', { query: { id } }, moderator),
      ]);
      expect([200, 400]).toContain(written.status);
      expect(deleted).toMatchObject({ status: 200, body: { data: { isDeleted: true } } });
      expect(JSON.stringify(await read())).not.toContain(`"pickupPointId":${id}`);
    }
  });
});

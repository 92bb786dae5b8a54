import sql from 'sql-template-tag';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { countries } from '#app/country.ts';
import { openShop } from '#test/support/shop-fixture.ts';
import { signIn } from '#test/support/sign-in.ts';
import { startApp, testSecrets } from '#test/support/start-app.ts';
import { pickUpPoint } from './delivery.calls.ts';
import { findPickUp, pickUpsQuery } from './delivery-store.server.ts';

const pointAnswer = z.object({ data: pickUpPoint });
const listAnswer = z.object({ data: z.object({ items: z.array(pickUpPoint), count: z.number() }) });
const failureAnswer = z.object({ error: z.object({ code: z.string(), fields: z.record(z.string(), z.string()) }) });

const app = await startApp({ env: { LIMITS: 'off' } });
const { token } = await signIn(app.db, testSecrets.jwt, { role: 'moderator' });
afterAll(() => app.close());

const chorsu = {
  name: 'Чорсу',
  regionId: 1,
  address: 'Ташкент, площадь Чорсу, 1',
  latitude: 41.3265,
  longitude: 69.2347,
  phone: '+998 (71) 200-10-01',
  workingHours: 'Пн–Вс 9:00–21:00',
  comment: 'Вход со стороны метро',
};

async function create(point: Readonly<Record<string, unknown>> = {}) {
  const answer = await app.api('POST PickUp', { body: { ...chorsu, ...point } }, { token });
  return pointAnswer.parse(answer.body).data;
}

async function list(query: Readonly<Record<string, unknown>> = {}) {
  return listAnswer.parse((await app.api('GET PickUp', { query })).body).data;
}

const namesOf = async (query: Readonly<Record<string, unknown>>) => (await list(query)).items.map(({ name }) => name);

describe('regions', () => {
  test('are the country’s, in its order', async () => {
    const answer = await app.api('GET Region');
    expect(answer).toMatchObject({ status: 200, body: { data: countries[0]?.regions } });
  });

  test('of every country are the same in the database and in its profile', async () => {
    for (const { code, regions } of countries) {
      const { rows } = await app.db.execute(sql`select id, name from region where country = ${code} order by id`);
      expect(rows).toEqual(regions);
    }
  });
});

describe('pickup points', () => {
  beforeEach(() => app.db.execute(sql`delete from pickup_point`));

  test('are written by moderators and read by everybody: phones as digits, empty texts as null', async () => {
    const point = await create({ comment: ' ' });
    const expected = { ...chorsu, id: point.id, regionName: 'город Ташкент', phone: '998712001001', comment: null };
    expect(point).toEqual({ ...expected, isActive: true });
    const one = await app.api('GET PickUp/{id}', { params: { id: point.id } });
    expect(one).toMatchObject({ status: 200, body: { data: point } });
    expect(await list()).toEqual({ items: [point], count: 1 });
    expect(await findPickUp(app.db, point.id)).toEqual(point);
    expect(await findPickUp(app.db, point.id + 1)).toBeNull();
  });

  test('are replaced by a change, visible at once; the state stays unless the change names it', async () => {
    const { id } = await create({ isActive: false });
    expect(await namesOf({ search: 'регистан' })).toEqual([]);
    const changed = { ...chorsu, id, name: 'Регистан', regionId: 9, phone: null, workingHours: null, comment: null };
    const answer = await app.api('PUT PickUp', { body: changed }, { token });
    expect(answer.body).toMatchObject({
      data: { ...changed, regionName: 'Самаркандская область', isActive: false },
    });
    expect(await namesOf({ search: 'регистан' })).toEqual(['Регистан']);
    expect((await app.api('GET PickUp/{id}', { params: { id } })).body).toMatchObject({ data: { name: 'Регистан' } });
  });

  test('are found by words of name, address and region, in either script, with metacharacters taken literally', async () => {
    await create();
    await create({
      name: 'Регистан',
      regionId: 9,
      address: 'Самарканд, улица Регистан, 5',
      latitude: 39.65,
      longitude: 66.97,
    });
    await create({ name: '50%_скидка', address: 'Ташкент, улица Навои, 2' });
    for (const search of ['registon', 'Registon Samarqand', 'Samarq'])
      expect([search, await namesOf({ search })]).toEqual([search, ['Регистан']]);
    for (const search of ['Toshkent', 'toshk', 'Navoiy Toshkent'])
      expect(await namesOf({ search })).toContain('50%_скидка');
    expect(await namesOf({ search: 'registan' })).toEqual(['Регистан']);
    expect(await namesOf({ search: 'САМАРКАНДСКАЯ' })).toEqual(['Регистан']);
    expect(await namesOf({ search: 'навои ташкент' })).toEqual(['50%_скидка']);
    expect(await namesOf({ search: '%_' })).toEqual([]);
    expect(await namesOf({ search: '0%_с' })).toEqual(['50%_скидка']);
    expect(await namesOf({ search: '\\' })).toEqual([]);
    expect(await namesOf({ search: '   ' })).toEqual(['50%_скидка', 'Чорсу', 'Регистан']);
  });

  test('are opened and closed; lists by state are right, and cached lists are invalidated', async () => {
    const { id } = await create();
    expect(await namesOf({ IsActive: false })).toEqual([]);
    for (const isActive of [false, false, true]) {
      const answer = await app.api('POST PickUp/state', { query: { id, isActive } }, { token });
      expect(answer).toMatchObject({ status: 200, body: { data: {} } });
      expect(await namesOf({ IsActive: isActive })).toEqual(['Чорсу']);
      expect(await namesOf({ isactive: !isActive })).toEqual([]);
    }
  });

  test('with an invalid value are refused with its field', async () => {
    const wrong: readonly [Readonly<Record<string, unknown>>, string][] = [
      [{ regionId: 15 }, 'regionId'],
      [{ latitude: 55.75 }, 'latitude'],
      [{ longitude: 37.61 }, 'longitude'],
      [{ name: '  ' }, 'name'],
      [{ address: 'a'.repeat(301) }, 'address'],
      [{ phone: 'позвоните нам' }, 'phone'],
      [{ country: 'kz' }, 'country'],
    ];
    for (const [change, field] of wrong) {
      const answer = await app.api('POST PickUp', { body: { ...chorsu, ...change } }, { token });
      expect(answer.status).toBe(400);
      expect(Object.keys(failureAnswer.parse(answer.body).error.fields)).toEqual([field]);
    }
    expect((await list()).count).toBe(0);
  });

  test('with an unknown id are 404 in every call', async () => {
    const answers = await Promise.all([
      app.api('GET PickUp/{id}', { params: { id: 2_000_000_000 } }),
      app.api('PUT PickUp', { body: { ...chorsu, id: 2_000_000_000 } }, { token }),
      app.api('DELETE PickUp', { query: { id: 2_000_000_000 } }, { token }),
      app.api('POST PickUp/state', { query: { id: 2_000_000_000, isActive: true } }, { token }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
    expect((await app.api('GET PickUp/{id}', { params: { id: 'nowhere' } })).status).toBe(400);
  });

  test('are named in the audit trail of each change', async () => {
    const { id } = await create();
    await app.api('PUT PickUp', { body: { ...chorsu, id } }, { token });
    await app.api('POST PickUp/state', { query: { id, isActive: false } }, { token });
    await app.api('DELETE PickUp', { query: { id } }, { token });
    const { rows } = await app.db.execute(
      sql`select call, details from audit where subject = ${String(id)} order by created_at`,
    );
    // Where the input has no name, it is noted.
    expect(rows).toEqual([
      { call: 'POST PickUp', details: null },
      { call: 'PUT PickUp', details: null },
      { call: 'POST PickUp/state', details: { name: chorsu.name } },
      { call: 'DELETE PickUp', details: { name: chorsu.name } },
    ]);
  });
});

describe('deleting a pickup point', () => {
  test('removes it if no order refers to it', async () => {
    const { id } = await create();
    const answer = await app.api('DELETE PickUp', { query: { id } }, { token });
    expect(answer).toMatchObject({ status: 200, body: { data: { isDeleted: true } } });
    expect((await app.api('GET PickUp/{id}', { params: { id } })).status).toBe(404);
  });

  test('only closes it if a buyer has chosen it', async () => {
    const shop = await openShop();
    const moderator = await signIn(shop.app.db, testSecrets.jwt, { role: 'moderator' });
    const remove = (id: number) =>
      shop.app.api('DELETE PickUp', { query: { id } }, { token: moderator.token }).then(({ body }) => body);
    try {
      const chosen = await shop.point('Чорсу');
      const free = await shop.point('Регистан');
      const productId = await shop.product();
      await shop.fill(await shop.person(), [{ productId }], { pickupPointId: chosen.id });
      expect(await remove(chosen.id)).toMatchObject({ data: { isDeleted: false } });
      expect(await remove(free.id)).toMatchObject({ data: { isDeleted: true } });
      const closed = await shop.app.api('GET PickUp/{id}', { params: { id: chosen.id } });
      expect(closed.body).toMatchObject({ data: { name: 'Чорсу', isActive: false } });
      expect((await shop.app.api('GET PickUp', { query: { IsActive: true } })).body).toMatchObject({
        data: { items: [], count: 0 },
      });
    } finally {
      await shop.app.close();
    }
  });

  test('at the moment of a choice leaves no order without its point', async () => {
    const shop = await openShop();
    const moderator = await signIn(shop.app.db, testSecrets.jwt, { role: 'moderator' });
    try {
      const productId = await shop.product();
      for (let round = 0; round < 8; round += 1) {
        const point = await shop.point(`Пункт ${round}`);
        const buyer = await shop.person();
        const body = { items: [{ productId, quantity: 1 }], pickupPointId: point.id };
        const [removed, filled] = await Promise.all([
          shop.app.api('DELETE PickUp', { query: { id: point.id } }, { token: moderator.token }),
          shop.app.api('POST Order/CreateOrder', { body }, { token: buyer.token }),
        ]);
        expect(removed.status).toBe(200);
        expect(filled.status).toBeLessThan(500);
        const isDeleted = z.object({ data: z.object({ isDeleted: z.boolean() }) }).parse(removed.body).data.isDeleted;
        const basket = await shop.basketOf(buyer);
        expect(basket.pickupPointId === point.id && isDeleted, `round ${round}`).toBe(false);
      }
    } finally {
      await shop.app.close();
    }
  });
});

test('the search of the list uses its index if there are many points', async () => {
  const plan = await app.db.transaction(async (tx) => {
    await tx.execute(sql`set local statement_timeout = 0`);
    await tx.execute(sql`
      insert into pickup_point (country, region_id, region_name, name, address, latitude, longitude)
      select 'uz', 1, 'город Ташкент', 'Пункт ' || n, 'улица ' || n, 41, 69 from generate_series(1, 20000) n`);
    await tx.execute(sql`analyze pickup_point`);
    const query = pickUpsQuery({ country: 'uz', isActive: true, search: 'пункт 19999' });
    const { rows } = await tx.execute<{ 'QUERY PLAN': string }>(sql`explain ${query}`);
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  });
  expect(plan).toContain('pickup_point_search');
}, 60_000);

import sql from 'sql-template-tag';
import { afterAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { ListPlace } from '#base/db/list-place.server.ts';
import { openShop } from '#test/support/shop-fixture.ts';
import type { SignedIn } from '#test/support/sign-in.ts';
import { readSlice } from './order-list-store.server.ts';

const shop = await openShop();
afterAll(() => shop.app.close());

const listAnswer = z.object({
  data: z.object({ count: z.number(), items: z.array(z.object({ orderId: z.string() })) }),
});

async function list(who: SignedIn, query: Record<string, unknown>) {
  const answer = await shop.app.api('GET Order/Orders', { query }, { token: who.token });
  const { items, count } = listAnswer.parse(answer.body).data;
  return { ids: items.map(({ orderId }) => orderId), count };
}

describe('a list of orders', () => {
  test('of a buyer is searched by the number only, and not by hidden names', async () => {
    const buyer = await shop.person();
    const seller = await shop.person();
    const productId = await shop.product({ name: 'Уникум', seller });
    await shop.app.db.execute(sql`
      update creator set user_name = 'quiet.one', given_name = 'Аноним', sur_name = 'Секретович', hide_full_name = true
      where user_id = ${seller.userId}`);
    const { orderId } = await shop.placed(buyer, [{ productId }], { recipientName: 'Получаев' });
    const { number } = await shop.orderFor(buyer, orderId);
    for (const Search of ['Уникум', 'Навои', '901234567', 'Получаев']) {
      expect(await list(buyer, { Search }), Search).toMatchObject({ count: 0 });
      expect((await list(shop.staff, { Search })).ids, Search).toContain(orderId);
    }
    for (let from = 0; from < 8; from += 1) {
      expect(await list(buyer, { Search: number?.slice(from, from + 2) })).toMatchObject({ ids: [orderId], count: 1 });
    }
    expect(await list(buyer, { BrandUserName: 'Секретович' })).toMatchObject({ count: 0 });
    expect(await list(buyer, { BrandUserName: 'quiet' })).toMatchObject({ ids: [orderId], count: 1 });
    expect(await list(shop.staff, { BrandUserName: 'Секретович' })).toMatchObject({ ids: [orderId], count: 1 });
    await shop.app.db.execute(sql`update creator set hide_full_name = false where user_id = ${seller.userId}`);
    expect(await list(buyer, { BrandUserName: 'Секретович' })).toMatchObject({ ids: [orderId], count: 1 });
  });

  test('finds the phones of recipients and buyers however they are typed', async () => {
    const buyer = await shop.person();
    const productId = await shop.product();
    const { orderId } = await shop.placed(buyer, [{ productId }], { recipientPhone: '+998 91 345-67-89' });
    const spelled = (phone: string) => {
      const [, code = '', start = '', middle = '', end = ''] = /^998(..)(...)(..)(..)$/.exec(phone) ?? [];
      return [
        `00998${code}${start}${middle}${end}`,
        `${code}.${start}.${middle}.${end}`,
        `+998 (${code}) ${start}-${middle}–${end}`,
        `\u202a+998 ${code} ${start} ${middle} ${end}\u202c`,
        `${code}/${start} ${middle}\u2060 ${end}`,
      ];
    };
    for (const Search of [...spelled('998913456789'), ...spelled(buyer.phone)]) {
      expect([Search, (await list(shop.staff, { Search })).ids]).toEqual([Search, [orderId]]);
    }
    for (const UserName of spelled(buyer.phone)) {
      expect([UserName, (await list(shop.staff, { UserName })).ids]).toEqual([UserName, [orderId]]);
    }
    const { count } = await list(shop.staff, { Search: 'худи 00998 91 345.67.89' });
    expect(count).toBe(1);
  });

  test('is filtered by names as they are written, not across alphabets', async () => {
    const buyer = await shop.person();
    const seller = await shop.person();
    const name = (userId: string, userName: string, givenName: string, surName: string) =>
      shop.app.db.execute(sql`
        update creator set user_name = ${userName}, given_name = ${givenName}, sur_name = ${surName}, hide_full_name = false
        where user_id = ${userId}`);
    await name(buyer.userId, 'bekzod.q', 'Ахмад', 'Пётр-оглы');
    await name(seller.userId, 'silver.q', 'Арсен', 'Кимсан');
    const { orderId } = await shop.placed(buyer, [{ productId: await shop.product({ name: 'Чашка', seller }) }]);
    const found = async (query: Record<string, unknown>, who = shop.staff) =>
      (await list(who, { ...query, Take: 100 })).ids.includes(orderId);
    for (const typed of ['be', 'kzod', 'BEKZOD.Q', 'Ах', 'ахмад', 'АХМАД', 'петр', 'Ахмад пётр', 'be оглы']) {
      expect([typed, await found({ UserName: typed }), await found({ Search: typed })]).toEqual([typed, true, true]);
      expect(await found({ Search: typed }, buyer)).toBe(false);
    }
    for (const UserName of ['a', 'ah', 'axmad', 'petr', 'бекзод', 'б', 'silver', 'bekzod axmad'])
      expect([UserName, await found({ UserName })]).toEqual([UserName, false]);
    for (const Search of ['axmad', 'bekzod axmad']) expect([Search, await found({ Search })]).toEqual([Search, false]);
    const { userId: UserId } = buyer;
    for (const Search of ['Чашка', 'ахмад']) expect([Search, await found({ UserId, Search })]).toEqual([Search, true]);
    for (const Search of ['Пиала', 'бекзат'])
      expect([Search, await found({ UserId, Search })]).toEqual([Search, false]);
    for (const who of [shop.staff, buyer]) {
      for (const BrandUserName of ['silver', 'арсен', 'КИМ']) expect(await found({ BrandUserName }, who)).toBe(true);
      for (const BrandUserName of ['arsen', 'kim', 'силвер']) expect(await found({ BrandUserName }, who)).toBe(false);
    }
    // A Cyrillic word that is in the user name in Latin letters does not find a hidden name.
    await name(seller.userId, 'arsen.q', 'Арсен', 'Кимсан');
    await shop.app.db.execute(sql`update creator set hide_full_name = true where user_id = ${seller.userId}`);
    expect(await found({ BrandUserName: 'арсен' }, buyer)).toBe(false);
    expect(await found({ BrandUserName: 'арсен' }, shop.staff)).toBe(true);
  });

  test('finds Uzbek names with their apostrophes and without', async () => {
    const buyer = await shop.person();
    const seller = await shop.person();
    const name = ({ userId }: SignedIn, givenName: string, surName: string) =>
      shop.app.db.execute(sql`
        update creator set given_name = ${givenName}, sur_name = ${surName}, hide_full_name = false
        where user_id = ${userId}`);
    await name(buyer, 'Gʻulom', 'Toʼraxoʻjayev');
    await name(seller, "Oyg'ul", 'Bo‘riyeva');
    const { orderId } = await shop.placed(buyer, [{ productId: await shop.product({ name: 'Пиала', seller }) }]);
    for (const UserName of ['gulom', "g'ulom", 'Gʻulom', 'G´ULOM', 'gu', 'toraxojayev', 'to’raxo‘ja', 'gulom tora']) {
      expect([UserName, (await list(shop.staff, { UserName })).ids]).toEqual([UserName, [orderId]]);
    }
    for (const who of [shop.staff, buyer]) {
      for (const BrandUserName of ['oygul', 'Oygʻul', 'boriyeva', "bo'riyeva"]) {
        expect([BrandUserName, (await list(who, { BrandUserName })).ids]).toEqual([BrandUserName, [orderId]]);
      }
    }
    expect(await list(shop.staff, { UserName: "'" })).toMatchObject({ count: 0 });
    // Two letters are found at the beginnings of words, whatever stands between them.
    for (const UserName of ['ul', 'u‘l']) expect(await list(shop.staff, { UserName })).toMatchObject({ count: 0 });
  });

  test('goes on within a millisecond where a page of the export ends', async () => {
    const buyer = await shop.person();
    const productId = await shop.product();
    const ids: string[] = [];
    for (let placed = 0; placed < 4; placed += 1) ids.push((await shop.placed(buyer, [{ productId }])).orderId);
    for (const [at, id] of ids.entries()) {
      await shop.app.db.execute(sql`
        update shop_order set placed_at = timestamptz '2026-10-03 20:51:00.123Z' + ${at * 250} * interval '1 microsecond'
        where id = ${id}`);
    }
    const listed: string[] = [];
    let after: ListPlace | undefined;
    for (let page = 0; page < 4; page += 1) {
      const [row] = await readSlice(shop.app.db, { userId: buyer.userId }, { skip: 0, take: 1, after });
      if (row === undefined) break;
      listed.push(row.id);
      after = { at: row.placeAt, id: row.id };
    }
    expect(listed).toEqual(ids.toReversed());
  });

  test('of an unknown user is 404 for staff, of a user without orders it is empty', async () => {
    const unknownId = '019a1b2c-3d4e-7f5a-8b6c-7d8e9f0a1b2c';
    const ask = (userId: string) =>
      shop.app.api('GET Order/UserOders', { query: { userId } }, { token: shop.staff.token });
    expect(await ask(unknownId)).toMatchObject({ status: 404 });
    expect(await ask((await shop.person()).userId)).toMatchObject({ status: 200, body: { data: { count: 0 } } });
  });
});

test('an order shows the current names of its sellers and its items as they were bought', async () => {
  const buyer = await shop.person();
  const seller = await shop.person();
  const productId = await shop.product({ name: 'Плакат', seller });
  const call = (userName: string, isHidden: boolean) =>
    shop.app.db.execute(sql`
      update creator set user_name = ${userName}, given_name = 'Нигора', sur_name = 'Каримова', hide_full_name = ${isHidden}
      where user_id = ${seller.userId}`);
  await call('nigora.before', false);
  const { orderId } = await shop.placed(buyer, [{ productId }]);
  await call('nigora.now', true);
  await shop.app.db.execute(sql`update product set name = 'Другое' where id = ${productId}`);
  const [item] = (await shop.orderFor(buyer, orderId)).items;
  expect(item?.productName).toBe('Плакат');
  expect(item?.productUser).toEqual({ userId: seller.userId, userName: 'nigora.now', displayName: 'nigora.now' });
});

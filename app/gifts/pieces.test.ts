import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { failureOf } from '#test/support/money/failure-of.ts';
import { openPieceFixture } from '#test/support/money/piece-fixture.ts';
import { type ApiAnswer, dataOf } from '#test/support/start-app.ts';

const failed = z.object({
  error: z.object({
    code: z.string(),
    fields: z.record(z.string(), z.string()).optional(),
    details: z.unknown().optional(),
  }),
});

const { members, fixture, gifts } = await openPieceFixture();

const errorOf = ({ body }: ApiAnswer) => failed.parse(body).error;

const terms = (productId: string) => members.api('GET Gift/Terms', { query: { productId } });

describe('Gift/Terms', () => {
  test('says what one piece costs with the dearest delivery, and how many there are', async () => {
    const sold = await fixture.product(7);
    expect(dataOf(await terms(sold.productId))).toMatchObject({
      product: { id: sold.productId, name: 'Кружка', price: 20_000, sizes: [], isSold: true },
      creator: { userName: sold.userName },
      price: 20_000,
      delivery: 5_000,
      most: 7,
      refusal: null,
    });
    const made = await fixture.product(null);
    expect(dataOf(await terms(made.productId))).toMatchObject({ most: 50, refusal: null });
  });

  test('says why none can be given', async () => {
    const gone = await fixture.product(0);
    expect(dataOf(await terms(gone.productId))).toMatchObject({ most: 0, refusal: 'OutOfStock' });
    const closed = await fixture.product(5, { isForMembers: true });
    expect(dataOf(await terms(closed.productId))).toMatchObject({ refusal: 'MembersOnly' });
    const hidden = await fixture.product(5);
    await members.app.db.pool.query('update product set is_active = false where id = $1', [hidden.productId]);
    expect(failureOf(await terms(hidden.productId))).toMatchObject({ code: 'NotFound' });
    expect(failureOf(await terms(crypto.randomUUID()))).toMatchObject({ code: 'NotFound' });
  });
});

describe('Gift/Pieces', () => {
  test('takes one donation of all pieces with their delivery, and holds them', async () => {
    const sold = await fixture.product(5);
    const donor = await members.person();
    const { giftId } = await fixture.give(donor, sold);
    expect(dataOf(await members.as(donor, 'GET Donate/Given'))).toMatchObject({
      items: [{ amount: 75_000, giftedMonths: null, giftedPieces: { count: 3, product: 'Кружка' } }],
    });
    expect(dataOf(await members.api('GET ProjectPay/Success', { query: { payId: giftId } }))).toMatchObject({
      giftedPieces: { count: 3, product: 'Кружка' },
      giftedTo: 'Chat',
    });
    expect((await fixture.read(giftId)).gift).toMatchObject({
      kind: 'Pieces',
      receiver: 'Chat',
      state: 'Entering',
      level: null,
      product: { id: sold.productId, price: 20_000 },
      delivery: 5_000,
      months: 0,
      pieces: 3,
      left: 3,
      short: 0,
    });
    expect(await fixture.stateOf(sold.productId)).toMatchObject({ stock: 2, stocked: 3, owed: 3 });
    expect(dataOf(await members.as(donor, 'GET Membership/Gifts'))).toMatchObject({
      items: [{ gift: { id: giftId, pieces: 3 }, secret: null }],
    });
  });

  test('refuses what cannot be given', async () => {
    const sold = await fixture.product(2);
    const donor = await members.person();
    const codeOf = async (more: object, who = donor, of: { productId: string } = sold) =>
      errorOf(await fixture.ask(who, of, more));
    expect(await codeOf({ price: 19_000 })).toMatchObject({
      code: 'PriceChanged',
      details: { price: 20_000, delivery: 5_000 },
    });
    expect(await codeOf({ delivery: 0 })).toMatchObject({ code: 'PriceChanged' });
    expect(await codeOf({ pieces: 3 })).toMatchObject({ code: 'OutOfStock', details: { left: 2 } });
    expect(await codeOf({ pieces: 1 }, sold.seller)).toMatchObject({ code: 'OwnProduct' });
    expect(await codeOf({}, donor, { productId: crypto.randomUUID() })).toMatchObject({ code: 'NotFound' });
    const closed = await fixture.product(5, { isForMembers: true });
    expect(await codeOf({}, donor, closed)).toMatchObject({ code: 'NotGiven', details: { refusal: 'MembersOnly' } });
    const hidden = await fixture.product(5);
    await members.app.db.pool.query('update product set is_active = false where id = $1', [hidden.productId]);
    expect(await codeOf({}, donor, hidden)).toMatchObject({ code: 'NotGiven', details: { refusal: 'NotSold' } });
    const dear = await fixture.product(50);
    await members.app.db.pool.query('update product set price = $2 where id = $1', [dear.productId, 900_000_000]);
    const tooMuch = await codeOf({ pieces: 50, price: 9_000_000 }, donor, dear);
    expect(tooMuch).toMatchObject({ code: 'ValidationFailed', fields: { pieces: expect.any(String) } });
    expect(tooMuch.fields).not.toHaveProperty('amount');
    for (const pieces of [0, 51]) expect(await codeOf({ pieces })).toMatchObject({ code: 'ValidationFailed' });
    expect(await fixture.ask({ ...donor, token: 'x' }, sold)).toMatchObject({ status: 401 });
    expect(await fixture.stateOf(sold.productId)).toMatchObject({ stock: 2, stocked: 0 });
  });

  test('repeated with its key begins one gift', async () => {
    const sold = await fixture.product(5);
    const donor = await members.person();
    const key = crypto.randomUUID();
    const first = await fixture.begin(donor, sold, {}, key);
    expect(await fixture.begin(donor, sold, {}, key)).toMatchObject({ giftId: first.giftId });
    expect(await fixture.stateOf(sold.productId)).toMatchObject({ stock: 2, stocked: 3 });
  });
});

describe('the drawing', () => {
  test('gives a piece each, also to members, and shows no more than names', async () => {
    const sold = await fixture.product(5);
    const people = await gifts.people(5);
    const { giftId } = await fixture.drawn(sold, people);
    const { gift, places } = await fixture.read(giftId);
    expect(gift).toMatchObject({ state: 'Over', endReason: 'Taken', winners: 3, entryCount: 5, pieces: 3, left: 0 });
    const order = await gifts.order(giftId);
    expect(places.map(({ ticket }) => ticket)).toEqual(order.slice(0, 3));
    const parts = await Promise.all(people.map((one) => fixture.part(giftId, one)));
    expect(parts.filter(({ piece }) => piece !== null)).toHaveLength(3);
    expect(parts.every(({ role }) => role === 'Other')).toBe(true);
    expect(await fixture.stateOf(sold.productId)).toMatchObject({ stock: 2, stocked: 3, owed: 3 });
    expect(failureOf(await gifts.enter(giftId, await members.person()))).toMatchObject({ code: 'EntryOver' });
  });

  test('leaves the rest to whoever comes first, not to the donor or the creator', async () => {
    const sold = await fixture.product(5);
    const donor = await members.person();
    const { giftId } = await fixture.give(donor, sold);
    expect(failureOf(await gifts.enter(giftId, donor))).toMatchObject({ code: 'OwnGift' });
    expect(failureOf(await gifts.enter(giftId, sold.seller))).toMatchObject({ code: 'OwnGift' });
    gifts.pass(10);
    expect((await fixture.read(giftId)).gift).toMatchObject({ state: 'Free', winners: 3, left: 3 });
    const one = await members.person();
    expect(dataOf(await gifts.take(giftId, one))).toMatchObject({ piece: { place: 1, orderId: null }, got: null });
    expect(dataOf(await gifts.take(giftId, one))).toMatchObject({ piece: { place: 1 } });
    expect((await fixture.read(giftId)).gift).toMatchObject({ left: 2 });
    for (const who of await gifts.people(2)) await gifts.take(giftId, who);
    expect(failureOf(await gifts.take(giftId, await members.person()))).toMatchObject({ code: 'NothingToTake' });
  });

  test('is announced to the viewers of its creator with what is left', async () => {
    const sold = await fixture.product(5);
    const { giftId } = await fixture.give(await members.person(), sold);
    const query = { userName: sold.userName };
    expect(dataOf(await members.api('GET Gift/Announced', { query }))).toMatchObject({
      creator: { userName: sold.userName },
      gifts: [{ id: giftId, kind: 'Pieces', product: { name: 'Кружка' }, left: 3 }],
    });
    expect(failureOf(await members.api('GET Gift/Announced', { query: { userName: 'nobody-here' } }))).toMatchObject({
      code: 'NotFound',
    });
  });
});

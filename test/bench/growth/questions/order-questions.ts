import { paidCallback, textOf } from '#test/bench/support/donation-maker.ts';
import { call, type Fixture } from '../fixture.ts';
import { idOf } from '../ids.ts';
import { nowhere, userNameOf } from './public-questions.ts';
import { nearEnd, type Question, questionsOf } from './question.ts';

const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);

/** A product that is sold: active, not deleted, of a seller who is not blocked, most likely. */
const sold = (products: number, at: number) => idOf.product(Math.floor(products / 3) * 2 + at * 20 + 3);

const member = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;

async function fillBasket(fixture: Fixture, at: number): Promise<{ orderId: string; expectedTotal: unknown }> {
  const items = [{ productId: sold(fixture.sizes.products, at), quantity: 1, sizeId: 2, colorId: 1 }];
  const open = await call(fixture, 'GET Order/GetUserBasket', { as: 'donor' });
  const orderId = textOf(open, 'orderId');
  const body = { items, address: 'Ташкент, улица Навои, 1', ...(!orderId.startsWith('00000000') && { orderId }) };
  const basket = await call(fixture, 'POST Order/CreateOrder', { as: 'donor', body });
  return { orderId: textOf(basket, 'orderId'), expectedTotal: member(basket, 'total') };
}

const recipient = { recipientName: 'Друг 2', recipientPhone: '+998901234567' };

async function placed(fixture: Fixture, at: number): Promise<{ orderId: string; paymentUrl: string; amount: number }> {
  const basket = await fillBasket(fixture, at);
  const payment = await call(fixture, 'POST Order/CreateOrderPayment', {
    as: 'donor',
    body: { ...basket, ...recipient },
  });
  return {
    ...basket,
    paymentUrl: textOf(payment, 'paymentUrl'),
    amount: Math.round(Number(member(payment, 'amount')) * 100),
  };
}

async function paid(fixture: Fixture, at: number): Promise<string> {
  const { orderId, paymentUrl, amount } = await placed(fixture, at);
  await call(fixture, 'POST Payment/Callback', paidCallback({ paymentUrl, reference: orderId, amount }));
  return orderId;
}

/** From the basket to the paid order. */
export const buyingQuestions: readonly Question[] = [
  ...questionsOf('POST Order/CreateOrder', {
    'a line into the basket': ({ sizes }, at) => ({
      as: 'buyer',
      body: { items: [{ productId: sold(sizes.products, at % 10), quantity: 1, sizeId: 2, colorId: 1 }] },
    }),
  }),
  ...questionsOf('GET Order/GetUserBasket', { 'the own': () => ({ as: 'buyer' }) }),
  ...questionsOf('PUT Order/Update', {
    'other items': async (fixture, at) => {
      const { orderId } = await fillBasket(fixture, at);
      return {
        as: 'donor',
        body: {
          orderId,
          items: [{ productId: sold(fixture.sizes.products, at + 1), quantity: 2, sizeId: 2, colorId: 1 }],
        },
      };
    },
  }),
  ...questionsOf('POST Order/CreateOrderPayment', {
    'a basket of one line': async (fixture, at) => {
      // Only so many unpaid ones may be open.
      await fixture.client.query(
        `update shop_order set placed_at = placed_at - interval '3 days' where user_id = $1 and status = 1`,
        [idOf.person(2)],
      );
      return { as: 'donor', body: { ...(await fillBasket(fixture, at)), ...recipient } };
    },
  }),
  ...questionsOf('POST Payment/Callback', {
    'an order is paid': async (fixture, at) => {
      const { orderId, paymentUrl, amount } = await placed(fixture, at);
      return paidCallback({ paymentUrl, reference: orderId, amount });
    },
  }),
  ...questionsOf('POST Order/Cancel', {
    'an unpaid one': async (fixture, at) => {
      const { orderId } = await placed(fixture, at);
      // The gateway of the measurements knows of no payment whether it is paid.
      await fixture.client.query(`update payment set status = 'Failed', next_check_at = null where reference = $1`, [
        orderId,
      ]);
      return { as: 'donor', query: { orderId } };
    },
  }),
  ...questionsOf('GET Order/Payment', {
    'paid ones': ({ sizes }, at) => ({
      as: 'moderator',
      query: { orderId: idOf.order(Math.floor(sizes.orders / 2) + at) },
    }),
  }),
  ...questionsOf('PUT Order/ChoosePickUp', {
    'the own was closed': async (fixture, at) => {
      const orderId = await paid(fixture, at);
      await fixture.client.query(
        `with closed as (insert into pickup_point (country, region_id, region_name, name, address, latitude, longitude, is_active)
           select country, region_id, region_name, name, address, latitude, longitude, false from pickup_point limit 1 returning id)
         update shop_order set address = null, pickup_point_id = (select id from closed), pickup = '{"id":1,"name":"П","address":"А",
           "regionId":1,"regionName":"Р","latitude":41.3,"longitude":69.2,"phone":null,"workingHours":null,"comment":null}'
         where id = $1`,
        [orderId],
      );
      return { as: 'donor', body: { orderId, pickupPointId: 7 } };
    },
  }),
];

/** Lists of orders: of the buyer with most of them, of a creator's buyers, of the staff. */
export const orderListQuestions: readonly Question[] = [
  ...questionsOf('GET Order/Order', {
    'each time another': ({ sizes }, at) => ({
      as: 'moderator',
      query: { orderId: idOf.order(Math.floor(sizes.orders / 2) + at) },
    }),
  }),
  ...questionsOf('GET Order/UserOders', {
    'buyer with most orders': (_, at) => ({ as: 'buyer', query: { Skip: at } }),
    'last pages': ({ sizes }, at) => ({ as: 'buyer', query: { Skip: nearEnd(sizes.orders / 106, at, 12) } }),
  }),
  ...questionsOf('GET Order/Orders', {
    'buyer with most orders': (_, at) => ({ as: 'buyer', query: { Skip: at } }),
    'buyer, search by number': (_, at) => ({ as: 'buyer', query: { Search: String(1_000 + at) } }),
    'staff, first pages': (_, at) => ({ as: 'moderator', query: { Skip: at } }),
    'staff, last pages': ({ sizes }, at) => ({
      as: 'moderator',
      query: { Skip: nearEnd(sizes.orders * 0.99, at, 12) },
    }),
    'staff, a status': (_, at) => ({ as: 'moderator', query: { Status: 3, Skip: at } }),
    'staff, a status, last pages': ({ sizes }, at) => ({
      as: 'moderator',
      query: { Status: 6, Skip: nearEnd(sizes.orders * 0.8, at, 12) },
    }),
    'staff, a month': (_, at) => ({ as: 'moderator', query: { From: day(60 + at), To: day(30 + at) } }),
    'staff, a status of a month': (_, at) => ({
      as: 'moderator',
      query: { Status: 6, From: day(60 + at), To: day(30 + at) },
    }),
    'staff, search that finds one': async ({ client, sizes }, at) => {
      const { rows } = await client.query<{ number: string }>('select number from shop_order where id = $1', [
        idOf.order(Math.floor(sizes.orders / 3) + at),
      ]);
      return { as: 'moderator', query: { Search: rows[0]?.number } };
    },
    'staff, search that finds nothing': (_, at) => ({ as: 'moderator', query: { Search: nowhere(at) } }),
    'staff, search that finds much': (_, at) => ({ as: 'moderator', query: { Search: 'Худи', Skip: at } }),
    'staff, a buyer': ({ sizes }, at) => ({
      as: 'moderator',
      query: { UserName: userNameOf(Math.floor(sizes.people / 2) + at) },
    }),
    'staff, the seller with most products': (_, at) => ({
      as: 'moderator',
      query: { BrandUserName: 'aziz_1', Skip: at },
    }),
    'staff, a pickup point': (_, at) => ({ as: 'moderator', query: { PickupPointId: 5 + at } }),
  }),
  ...questionsOf('GET Order/AtPickUp', {
    'each time another': (_, at) => ({ as: 'moderator', query: { pickupPointId: 5 + at } }),
  }),
  ...questionsOf('GET Order/Export', {
    'an hour': (_, at) => {
      const from = Date.now() - (at + 2) * 86_400_000;
      return {
        as: 'moderator',
        query: { From: new Date(from).toISOString(), To: new Date(from + 600_000).toISOString() },
      };
    },
  }),
];

export const orderMoveQuestions: readonly Question[] = [
  ...questionsOf('PUT Order/UserOders', {
    'a paid one': async (fixture, at) => ({
      as: 'moderator',
      body: { orderId: await paid(fixture, at), status: 'Processing' },
    }),
  }),
  ...questionsOf('PUT Order/BulkStatus', {
    'two paid ones': async (fixture, at) => ({
      as: 'moderator',
      body: { orderIds: [await paid(fixture, at), await paid(fixture, at + 1)], status: 'Processing' },
    }),
  }),
];

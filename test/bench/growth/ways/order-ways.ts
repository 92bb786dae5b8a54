import { paidCallback, textOf } from '#test/bench/support/donation-maker.ts';
import { call, type Fixture } from '../fixture.ts';
import { idOf } from '../ids.ts';
import { soldProduct } from '../values.ts';
import { waysOf } from './way.ts';

const member = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;

const line = ({ sizes }: Fixture, at: number, quantity = 1) => ({
  productId: idOf.product(soldProduct(sizes.products, at)),
  quantity,
  sizeId: 2,
  colorId: 1,
});

async function fillBasket(fixture: Fixture, at: number): Promise<{ orderId: string; expectedTotal: unknown }> {
  const open = await call(fixture, 'GET Order/GetUserBasket', { as: 'donor' });
  const orderId = textOf(open, 'orderId');
  const body = {
    items: [line(fixture, at)],
    address: 'Ташкент, улица Навои, 1',
    ...(!orderId.startsWith('00000000') && { orderId }),
  };
  const basket = await call(fixture, 'POST Order/CreateOrder', { as: 'donor', body });
  return { orderId: textOf(basket, 'orderId'), expectedTotal: member(basket, 'total') };
}

const recipient = { recipientName: 'Друг 2', recipientPhone: '+998901234567' };

async function placed(fixture: Fixture, at: number) {
  const basket = await fillBasket(fixture, at);
  const payment = await call(fixture, 'POST Order/CreateOrderPayment', {
    as: 'donor',
    body: { ...basket, ...recipient },
  });
  const amount = Math.round(Number(member(payment, 'amount')) * 100);
  return { paymentUrl: textOf(payment, 'paymentUrl'), reference: basket.orderId, amount };
}

async function paid(fixture: Fixture, at: number): Promise<string> {
  const payment = await placed(fixture, at);
  await call(fixture, 'POST Payment/Callback', paidCallback(payment));
  return payment.reference;
}

/** From the basket to the order on its way. */
export const orderWays = waysOf({
  'POST Order/CreateOrder': (fixture, at) => ({ as: 'buyer', body: { items: [line(fixture, at % 10)] } }),
  'PUT Order/Update': async (fixture, at) => {
    const { orderId } = await fillBasket(fixture, at);
    return { as: 'donor', body: { orderId, items: [line(fixture, at + 1, 2)] } };
  },
  'POST Order/CreateOrderPayment': async (fixture, at) => {
    // Only so many unpaid ones may be open.
    await fixture.client.query(
      `update shop_order set placed_at = placed_at - interval '3 days' where user_id = $1 and status = 1`,
      [idOf.person(2)],
    );
    return { as: 'donor', body: { ...(await fillBasket(fixture, at)), ...recipient } };
  },
  'POST Payment/Callback': {
    'an order is paid': async (fixture, at) => paidCallback(await placed(fixture, at)),
  },
  'POST Order/Cancel': async (fixture, at) => {
    const { reference: orderId } = await placed(fixture, at);
    // The gateway of the measurements knows of no payment whether it is paid.
    await fixture.client.query(`update payment set status = 'Failed', next_check_at = null where reference = $1`, [
      orderId,
    ]);
    return { as: 'donor', query: { orderId } };
  },
  'PUT Order/ChoosePickUp': async (fixture, at) => {
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
  'PUT Order/UserOders': async (fixture, at) => ({
    as: 'moderator',
    body: { orderId: await paid(fixture, at), status: 'Processing' },
  }),
  'PUT Order/BulkStatus': async (fixture, at) => ({
    as: 'moderator',
    body: { orderIds: [await paid(fixture, at), await paid(fixture, at + 1)], status: 'Processing' },
  }),
});

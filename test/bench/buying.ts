import { z } from 'zod';
import { idOf } from '#test/bench/growth/ids.ts';
import { openDonation, send, sendPaid } from '#test/bench/support/donation-maker.ts';
import { inTurns } from '#test/bench/support/load.ts';
import { atLeast, type Figure } from './table.ts';
import { signInPeople } from './tokens.ts';
import { productIdOf, type World } from './world.ts';

const clients = 8;
const seconds = 3;

const basket = z.object({ orderId: z.string(), total: z.number() });
const opened = z.object({ paymentUrl: z.string(), amount: z.number() });

/** So many a second of something that each client does again and again. */
async function rateOf(one: (client: number) => Promise<void>): Promise<number> {
  const began = performance.now();
  let done = 0;
  const client = async (_: unknown, at: number) => {
    while (performance.now() - began < seconds * 1000) {
      await one(at);
      done += 1;
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  return done / ((performance.now() - began) / 1000);
}

async function buy(app: string, token: string, productId: string): Promise<void> {
  const headers = { authorization: `Bearer ${token}` };
  const item = { productId, quantity: 1, sizeId: 2, colorId: 1 };
  const put = JSON.stringify({ items: [item], address: 'Ташкент, улица Навои, 12' });
  const { orderId, total } = basket.parse(await send(`${app}/api/Order/CreateOrder`, put, headers));
  const recipient = { recipientName: 'Бекзод Олимов', recipientPhone: '998901234567' };
  const place = JSON.stringify({ orderId, ...recipient, expectedTotal: total });
  const payment = opened.parse(await send(`${app}/api/Order/CreateOrderPayment`, place, headers));
  const { paymentUrl, amount } = payment;
  await sendPaid(app, { paymentUrl, reference: orderId, amount: Math.round(amount * 100) });
}

/** A basket, its order and the payment of it, beside donations, which are made and paid with a third of the calls. */
export async function measureBuying(app: string, world: World): Promise<Figure> {
  const people = Array.from({ length: clients }, (_, buyer) => ({ userId: idOf.person(101 + buyer) }));
  const tokens = await signInPeople(world.databaseUrl, ...people);
  const order = (client: number) => buy(app, tokens[client] ?? '', productIdOf(1 + client * 11));
  const donation = async (client: number) => (await openDonation(app, 1 + client)).pay();
  await order(0);
  await donation(0);
  const compared = await inTurns(
    () => rateOf(order),
    () => rateOf(donation),
    'a second',
  );
  return atLeast('order put, placed and paid / donation made and paid', compared, 0.4, 0.2);
}

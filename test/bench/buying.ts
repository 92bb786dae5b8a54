import { createHmac } from 'node:crypto';
import { z } from 'zod';
import { openDatabase } from '#base/db/db.server.ts';
import { openDonation, paymentSecret, send } from '#test/bench/support/donation-maker.ts';
import { inTurns } from '#test/bench/support/load.ts';
import { signInAgain } from '#test/support/sign-in.ts';
import { jwtSecret } from './shop.ts';
import type { Figure } from './table.ts';
import { productIdOf, userIdOf, type World } from './world.ts';

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

/** The provider's word that an order is paid, signed. */
async function tellPaid(app: string, orderId: string, payment: z.output<typeof opened>): Promise<void> {
  const body = JSON.stringify({
    ...{ eventId: `event-${orderId}`, id: payment.paymentUrl.split('/').at(-1), reference: orderId, status: 'paid' },
    ...{ amount: Math.round(payment.amount * 100), occurredAt: new Date().toISOString() },
  });
  const at = Math.floor(Date.now() / 1000);
  const v1 = createHmac('sha256', paymentSecret).update(`${at}.${body}`).digest('hex');
  await send(`${app}/api/Payment/Callback`, body, { 'x-signature': `t=${at},v1=${v1}` });
}

async function buy(app: string, token: string, productId: string): Promise<void> {
  const headers = { authorization: `Bearer ${token}` };
  const item = { productId, quantity: 1, sizeId: 2, colorId: 1 };
  const put = JSON.stringify({ items: [item], address: 'Ташкент, улица Навои, 12' });
  const { orderId, total } = basket.parse(await send(`${app}/api/Order/CreateOrder`, put, headers));
  const recipient = { recipientName: 'Бекзод Олимов', recipientPhone: '998901234567' };
  const place = JSON.stringify({ orderId, ...recipient, expectedTotal: total });
  const payment = opened.parse(await send(`${app}/api/Order/CreateOrderPayment`, place, headers));
  await tellPaid(app, orderId, payment);
}

/** A basket, its order and the payment of it, beside donations, which are made and paid with a third of the calls. */
export async function measureBuying(app: string, world: World): Promise<Figure[]> {
  await world.haveProducts(1_000);
  const db = openDatabase({ url: world.databaseUrl, max: 2 });
  const tokens: string[] = [];
  for (let buyer = 1; buyer <= clients; buyer += 1) {
    tokens.push((await signInAgain(db, jwtSecret, { userId: userIdOf(100 + buyer) })).token);
  }
  await db.close();
  const order = (client: number) => buy(app, tokens[client] ?? '', productIdOf(1 + client * 11));
  const donation = async (client: number) => (await openDonation(app, 1 + client)).pay();
  await order(0);
  await donation(0);
  const { ratio, note } = await inTurns(
    () => rateOf(order),
    () => rateOf(donation),
    'a second',
  );
  return [
    {
      ...{ what: 'order put, placed and paid / donation made and paid', value: ratio, unit: 'ratio', note },
      goal: { is: 'at least', value: 0.4, margin: 0.2 },
    },
  ];
}

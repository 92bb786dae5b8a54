import { z } from 'zod';
import type { CountryProfile } from '#app/country.ts';
import { freeDelivery } from '#app/delivery/delivery-rates.ts';
import { quoteLines } from '#app/merch/merch.server.ts';
import { addToBasket } from '#app/orders/basket/basket-store.server.ts';
import { quoteBasket } from '#app/orders/basket/baskets.server.ts';
import { priceOrder } from '#app/orders/basket/order-price.server.ts';
import { versionOf } from '#app/orders/basket/order-view.server.ts';
import { placeBasket } from '#app/orders/checkout/paying.server.ts';
import { lockOrder } from '#app/orders/checkout/placing-store.server.ts';
import type { OrderStatus } from '#app/orders/order-status.ts';
import { statement, type Tx } from '#base/db/db.server.ts';
import { demoPhone } from '../logins.ts';
import type { SystemMix } from '../payments/system-mix.ts';
import type { DemoPerson } from '../people.ts';
import { Random } from '../random.ts';
import addressesJson from './order-addresses.json' with { type: 'json' };
import { type DemoOrder, moveBack } from './order-rows.ts';

/** The number of orders of each status, the oldest statuses last. */
const amounts: readonly (readonly [status: OrderStatus, howMany: number])[] = [
  ['AwaitingPayment', 4],
  ['Paid', 6],
  ['Processing', 6],
  ['Shipped', 6],
  ['ReadyForPickup', 5],
  ['Cancelled', 3],
  ['Completed', 8],
  ['Refunded', 2],
];

/** How long ago, in hours, orders of a status were placed. */
const ages: Readonly<Record<OrderStatus, readonly [least: number, most: number]>> = {
  Basket: [0, 0],
  AwaitingPayment: [1, 9],
  Paid: [2, 30],
  Processing: [24, 72],
  Shipped: [72, 150],
  ReadyForPickup: [120, 260],
  Cancelled: [60, 900],
  Completed: [260, 1_400],
  Refunded: [300, 1_200],
};

const recipients = [
  'Бекзод Олимов',
  'Мадина Юсупова',
  'Тимур Ахмедов',
  'Нигора Рашидова',
  'Алексей Ким',
  'Зарина Мирзаева',
  'Жахонгир Каримов',
  'Ольга Петрова',
  'Санжар Турсунов',
  'Феруза Хамидова',
] as const;

/** Where the buyers of each country's demo world live. */
const addresses = z.record(z.string(), z.array(z.string()).min(1)).parse(addressesJson);

function addressesOf({ code, name }: CountryProfile): readonly string[] {
  const found = addresses[code];
  if (found === undefined) throw new Error(`the demo world knows no addresses of ${name}`);
  return found;
}

const hour = 3_600_000;

interface World {
  readonly buyer: DemoPerson;
  readonly creators: ReadonlyMap<string, DemoPerson>;
  /** Ids of open pickup points. */
  readonly pickUps: readonly number[];
  readonly country: CountryProfile;
  readonly mix: SystemMix;
  readonly now: Date;
}

interface Choice extends Record<string, unknown> {
  readonly productId: string;
  readonly sizeId: number | null;
  readonly colorId: number | null;
}

const choices = statement<Choice>(`
  select id as "productId", size_id as "sizeId", color_id as "colorId" from product
  where is_listed and coalesce(stock, 100) >= 20 order by name, id`);

/** Products with enough stock, in their usual size and colour. */
async function readChoices(tx: Tx): Promise<Choice[]> {
  const rows = await tx.run(choices, []);
  const quotes = await quoteLines(tx, rows);
  return rows.filter((_, at) => quotes[at]?.state === 'available');
}

function pickLines(choices: readonly Choice[], random: Random) {
  const lines = Array.from({ length: random.pickWeighted([1, 2, 3], (many) => 4 - many) }, () => random.pick(choices));
  return [...new Set(lines)].map((line) => ({ ...line, quantity: random.chance(80) ? 1 : 2 }));
}

async function addOrder(tx: Tx, world: World, status: OrderStatus, random: Random, choices: readonly Choice[]) {
  const isOwn = random.chance(35);
  const userId = isOwn ? world.buyer.userId : random.pick([...world.creators.values()]).userId;
  const isPickedUp = status === 'ReadyForPickup' || (world.pickUps.length > 0 && random.chance(60));
  const delivery = isPickedUp
    ? { pickupPointId: random.pick(world.pickUps) }
    : { address: random.pick(addressesOf(world.country)) };
  const { basket } = await addToBasket(tx, { userId, sessionId: null }, pickLines(choices, random), delivery);
  const order = basket && (await lockOrder(tx, basket.id));
  if (!basket || !order) throw new Error('a basket of the demo world is not there');
  const name = isOwn ? recipients[0] : random.pick(recipients);
  const phone = demoPhone(world.country, random.whole(1_000_000, 9_999_999));
  const deliver = async () => freeDelivery;
  const quoted = await quoteBasket(tx, basket);
  const { total: expectedTotal } = await priceOrder(tx, quoted, { address: null, pickup: null }, deliver);
  const asked = {
    recipient: { name, phone },
    expectedTotal,
    version: versionOf(basket),
    donation: null,
    sessionId: null,
  };
  await placeBasket(tx, order, asked, deliver);
  const [least, most] = ages[status];
  const placedAt = new Date(world.now.getTime() - random.between(least, most) * hour);
  const system = world.mix.next({ amount: expectedTotal, isRefunded: status === 'Refunded' });
  const made: DemoOrder = { id: basket.id, status, isPickedUp, placedAt, total: expectedTotal, system };
  await moveBack(tx, made, { currency: world.country.currencyCode, now: world.now }, random);
}

/** Adds 40 orders of the past two months, in every status. */
export async function addOrders(tx: Tx, world: World): Promise<number> {
  const random = new Random('orders');
  const choices = await readChoices(tx);
  const statuses = amounts.flatMap(([status, howMany]) => Array.from({ length: howMany }, () => status));
  for (const status of statuses) await addOrder(tx, world, status, random, choices);
  return statuses.length;
}

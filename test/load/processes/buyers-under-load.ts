import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { fromMain } from '#base/money/money.ts';
import { inParallel, payByCard, testCards } from '#test/load/money/donors.ts';
import type { Fleet } from '#test/load/server-fleet.ts';
import { newCategory, newProduct } from '#test/support/merch-fixture.ts';
import { signIn } from '#test/support/sign-in.ts';
import { type TestApp, testSecrets } from '#test/support/start-app.ts';

const basket = z.object({ data: z.object({ orderId: z.string(), total: z.number() }) });
const opened = z.object({ data: z.object({ paymentUrl: z.string() }) });

/** Pieces of each product at first: more than buyers ask for. */
const stockSet = 50_000;
const products = 3;
/** So many that none has ten unpaid orders at once, even where payments are learned late. */
const people = 40;
const buyersAtOnce = 3;

/** An order that the server has acknowledged; the total in minor units. */
interface Bought {
  readonly orderId: string;
  readonly total: number;
  readonly product: number;
  readonly quantity: number;
}

/** What the shop of a load has sold. */
export interface ShopUnderLoad {
  readonly bought: readonly Bought[];
  /** How many orders buyers have asked for, each under keys of its own. */
  readonly asked: number;
  readonly retried: number;
  /** Orders are placed and paid until there are so many and the disturbance is over. */
  buy(least: number, isDisturbed: () => boolean): Promise<void>;
  /** What is not as buyers know it, once all payments are known: everything is 0. */
  readFaults(): Promise<Record<string, number>>;
}

/** Asks the same under the same key until the server has done it, as a browser that does not give up. */
async function untilDone<Answer>(
  ask: () => ReturnType<TestApp['request']>,
  shape: z.ZodType<Answer>,
): Promise<{ answer: Answer; tries: number }> {
  const giveUpAt = Date.now() + 180_000;
  let last = 'no answer';
  for (let tries = 1; Date.now() < giveUpAt; tries += 1) {
    const answer = await ask().catch(() => null);
    const parsed = shape.safeParse(answer?.body);
    if (answer?.status === 200 && parsed.success) return { answer: parsed.data, tries };
    last = answer === null ? 'no answer' : `${answer.status} ${JSON.stringify(answer.body).slice(0, 200)}`;
    const isFinal = answer !== null && answer.status < 500 && ![200, 408, 409, 429].includes(answer.status);
    if (isFinal) throw new Error(`an order was refused: ${last}`);
    await pause(50 + Math.random() * 250);
  }
  throw new Error(`an order was not acknowledged in 3 minutes: ${last}`);
}

/** Opens a shop with a set stock, and its buyers. */
export async function openShopUnderLoad({
  db,
  books,
  api,
}: Pick<Fleet, 'db' | 'books'> & { readonly api: TestApp['request'] }): Promise<ShopUnderLoad> {
  const seller = await signIn(db, testSecrets.jwt);
  const categoryId = await newCategory(db, `Вещи ${randomUUID()}`);
  const ids: string[] = [];
  for (let made = 0; made < products; made += 1) {
    const price = fromMain(10_000 + made);
    ids.push(await newProduct(db, { userId: seller.userId, categoryId, price, stock: stockSet }));
  }
  const buyers: string[] = [];
  for (let made = 0; made < people; made += 1) buyers.push((await signIn(db, testSecrets.jwt)).token);
  const bought: Bought[] = [];
  let asked = 0;
  let retried = 0;

  async function order(index: number, token: string): Promise<void> {
    const product = index % products;
    const quantity = 1 + (index % 4);
    const key = randomUUID();
    const items = [{ productId: ids[product], quantity }];
    const filled = await untilDone(
      () =>
        api(
          'POST Order/CreateOrder',
          { body: { items, address: 'Ташкент, Навои, 12' } },
          { token, idempotencyKey: `basket-${key}` },
        ),
      basket,
    );
    const { orderId, total } = filled.answer.data;
    const recipient = { recipientName: 'Бекзод Олимов', recipientPhone: '+998901234567' };
    const body = { orderId, expectedTotal: total, ...recipient };
    const paying = await untilDone(
      () => api('POST Order/CreateOrderPayment', { body }, { token, idempotencyKey: `payment-${key}` }),
      opened,
    );
    bought.push({ orderId, total: fromMain(total), product, quantity });
    if (filled.tries + paying.tries > 2) retried += 1;
    await payByCard(paying.answer.data.paymentUrl, testCards.noCode);
    await pause(Math.random() * 1_000);
  }

  return {
    bought,
    get asked() {
      return asked;
    },
    get retried() {
      return retried;
    },
    async buy(least, isDisturbed) {
      await inParallel(buyersAtOnce, buyersAtOnce, async (place) => {
        // A person has one basket: each place has people of its own.
        const own = buyers.filter((_, at) => at % buyersAtOnce === place);
        for (let turn = 0; asked < least || isDisturbed(); turn += 1) {
          asked += 1;
          await order(asked, own[turn % own.length] ?? '');
        }
      });
    },
    async readFaults() {
      const { rows: orders } = await db.pool.query<{ id: string; status: number; total: number }>(
        `select id, status, total::float8 as total from shop_order o where status > 0
          and exists (select from order_line l where l.order_id = o.id and l.product_id = any ($1))`,
        [ids],
      );
      const { rows: stocks } = await db.pool.query<{ id: string; stock: number; sold: number }>(
        `select p.id, p.stock, coalesce((select sum(l.quantity) from order_line l join shop_order o on o.id = l.order_id
            where l.product_id = p.id and o.status between 1 and 6), 0)::float8 as sold
          from product p where p.id = any ($1)`,
        [ids],
      );
      const known = new Map(orders.map((one) => [one.id, one]));
      const charges = new Map<string, number>();
      for (const { reference, history } of await books()) {
        const paid = history.filter(({ status }) => status === 'paid').length;
        charges.set(reference, (charges.get(reference) ?? 0) + paid);
      }
      const piecesOf = (product: number) =>
        bought.filter((one) => one.product === product).reduce((total, { quantity }) => total + quantity, 0);
      return {
        'orders lost': bought.filter(({ orderId, total }) => known.get(orderId)?.total !== total).length,
        'orders doubled':
          Math.max(0, orders.length - asked) + (bought.length - new Set(bought.map((one) => one.orderId)).size),
        'orders not paid once': bought.filter(
          ({ orderId }) => known.get(orderId)?.status !== 2 || charges.get(orderId) !== 1,
        ).length,
        'stock is not set less sold': stocks.filter(
          ({ id, stock, sold }) => stock !== stockSet - sold || sold !== piecesOf(ids.indexOf(id)),
        ).length,
      };
    },
  };
}

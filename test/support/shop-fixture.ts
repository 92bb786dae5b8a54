import { z } from 'zod';
import { countries } from '#app/country.ts';
import { addPickUp } from '#app/delivery/delivery.server.ts';
import { order as orderSchema } from '#app/orders/order-shapes.ts';
import { fromMain, minor, toMain } from '#base/money/money.ts';
import { cardBody, cards, until } from '#test/support/money/money-fixture.ts';
import { newCategory, newProduct } from './merch-fixture.ts';
import { type SignedIn, signIn } from './sign-in.ts';
import { type ApiAnswer, startApp, type TestApp, type TestAppOptions, testSecrets } from './start-app.ts';

/** An answer with an order, which holds no member that its schema lacks. */
const orderAnswer = z.strictObject({ success: z.literal(true), data: z.strictObject(orderSchema.shape) });

/** An order as the browser gets it, with money parsed to minor units. */
export type AnsweredOrder = z.output<typeof orderSchema>;

const openedAnswer = z.object({
  data: z.object({ paymentId: z.uuid(), paymentUrl: z.string(), amount: z.number(), expiresAt: z.iso.datetime() }),
});

interface Item {
  readonly productId: string;
  readonly quantity?: number;
  readonly sizeId?: number | null;
  readonly colorId?: number | null;
}

interface ProductSettings {
  /** In main units. */
  readonly price?: number;
  readonly stock?: number | null;
  readonly name?: string;
  readonly seller?: SignedIn;
  readonly sizeIds?: number[];
  readonly colorIds?: number[];
  readonly isForMembers?: boolean;
}

const uzbekistan = countries.find(({ code }) => code === 'uz');

/** The order of an answer; fails with the whole answer where there is none. */
export function orderOf(answer: ApiAnswer): AnsweredOrder {
  const parsed = orderAnswer.safeParse(answer.body);
  if (!parsed.success) throw new Error(`no order: ${answer.status} ${JSON.stringify(answer.body)} ${parsed.error}`);
  return parsed.data.data;
}

export function openedOf(answer: ApiAnswer) {
  const parsed = openedAnswer.safeParse(answer.body);
  if (!parsed.success) throw new Error(`no payment: ${answer.status} ${JSON.stringify(answer.body)}`);
  return parsed.data.data;
}

/** The real app with something to sell, on a database of its own. */
export async function openShop(options: TestAppOptions = {}) {
  const app = await startApp({ ...options, env: { LIMITS: 'off', ...options.env } });
  const person = (role: 'user' | 'moderator' | 'admin' = 'user') => signIn(app.db, testSecrets.jwt, { role });
  const seller = await person();
  const staff = await person('moderator');
  const categoryId = await newCategory(app.db, `Вещи ${Date.now()}`);
  return { ...fixtureOf(app, { seller, categoryId }), app, seller, staff, person };
}

export type Shop = Awaited<ReturnType<typeof openShop>>;

/** The request that the payer's browser sends to the provider. */
const charge = (paymentUrl: string, pan: string = cards.noCode) =>
  fetch(paymentUrl, {
    method: 'PATCH',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(cardBody(pan)),
  });
const sendCode = (paymentUrl: string, otp = '123456') =>
  fetch(paymentUrl, {
    method: 'PATCH',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ otp }),
  });

function fixtureOf(app: TestApp, { seller, categoryId }: { seller: SignedIn; categoryId: number }) {
  const bearer = ({ token }: SignedIn) => ({ token });
  const basketOf = async (who: SignedIn) => orderOf(await app.api('GET Order/GetUserBasket', {}, bearer(who)));
  const orderFor = async (who: SignedIn, orderId: string) =>
    orderOf(await app.api('GET Order/Order', { query: { orderId } }, bearer(who)));
  const fill = (who: SignedIn, items: readonly Item[], more: Record<string, unknown> = {}) =>
    app.api(
      'POST Order/CreateOrder',
      { body: { items: items.map((item) => ({ quantity: 1, ...item })), ...more } },
      bearer(who),
    );
  const askToPay = (who: SignedIn, body: Record<string, unknown>, idempotencyKey?: string) =>
    app.api(
      'POST Order/CreateOrderPayment',
      { body: { recipientName: 'Бекзод Олимов', recipientPhone: '+998 (90) 123-45-67', ...body } },
      { ...bearer(who), ...(idempotencyKey !== undefined && { idempotencyKey }) },
    );
  const statusOf = async (who: SignedIn, orderId: string) => (await orderFor(who, orderId)).statusName;
  const reaches = (who: SignedIn, orderId: string, status: string) =>
    until(async () => (await statusOf(who, orderId)) === status);

  /** A basket with a delivery, ready to be paid. */
  async function ready(who: SignedIn, items: readonly Item[], address = 'Ташкент, улица Навои, 12') {
    return orderOf(await fill(who, items, { address }));
  }

  async function placed(who: SignedIn, items: readonly Item[], more: Record<string, unknown> = {}) {
    const { orderId, total } = await ready(who, items);
    const opened = openedOf(await askToPay(who, { orderId, expectedTotal: toMain(total), ...more }));
    return { orderId, total, ...opened };
  }

  /** An order that is paid, its callback taken in. */
  async function bought(who: SignedIn, items: readonly Item[], more: Record<string, unknown> = {}) {
    const order = await placed(who, items, more);
    await charge(order.paymentUrl);
    await reaches(who, order.orderId, 'Paid');
    return order;
  }

  return {
    basketOf,
    orderFor,
    fill,
    askToPay,
    charge,
    sendCode,
    statusOf,
    reaches,
    ready,
    placed,
    bought,
    product: ({ price = 100_000, name = 'Худи «Анор»', seller: by = seller, ...rest }: ProductSettings = {}) =>
      newProduct(app.db, { userId: by.userId, categoryId, name, price: fromMain(price), ...rest }),
    point(name = 'Пункт на Чорсу') {
      if (uzbekistan === undefined) throw new Error('the profile of the country is missing');
      const written = {
        name,
        regionId: 1,
        address: 'Ташкент, площадь Чорсу, 1',
        latitude: 41.3265,
        longitude: 69.2347,
      };
      return app.db.transaction((tx) =>
        addPickUp(tx, uzbekistan, { ...written, isActive: true, phone: null, workingHours: null, comment: null }),
      );
    },
    async stockOf(productId: string): Promise<number | null> {
      const { rows } = await app.db.pool.query<{ stock: number | null }>('select stock from product where id = $1', [
        productId,
      ]);
      return rows[0]?.stock ?? null;
    },
    async balanceOf(accountId: string) {
      const { rows } = await app.db.pool.query<{ balance: number }>(
        'select balance from account_balance where id = $1',
        [accountId],
      );
      return minor(rows[0]?.balance ?? 0);
    },
    move: (who: SignedIn, orderId: string, status: string | number) =>
      app.api('PUT Order/UserOders', { body: { orderId, status } }, bearer(who)),
  };
}
